import type { BodyEvidence, ExchangeEvent, HeaderList } from "../../base/events.ts";
import { clip, count, duration, oneLine } from "../../base/text.ts";
import { receivedLine, sentLine } from "../evidence.ts";
import { type BodyLine, jsonLines } from "./json-body.ts";
import { anchor, html, type Markup } from "./markup.ts";

/** How much of an exchange is shown. */
export interface EvidenceLimits {
  readonly bodyCharacters: number;
  readonly headers: number;
  readonly valueCharacters: number;
}

/** As much as stands in a fold that is closed. */
export const narrow: EvidenceLimits = { bodyCharacters: 3000, headers: 30, valueCharacters: 300 };

/** Request and response, folded; a pointer marks lines of the response's body. */
export function exchangeFold(
  exchange: ExchangeEvent,
  { isOpen, pointer, limits }: { isOpen: boolean; pointer: string | null; limits: EvidenceLimits },
): Markup {
  const { id, alteration, durationMs, failure } = exchange;
  return html`<details class="exchange" id="${anchor("exchange", id)}"${isOpen ? html` open` : null}>
<summary><span class="sent">${oneLine(clip(sentLine(exchange), 300))}</span> <span class="came">${oneLine(clip(receivedLine(exchange), 200))}</span></summary>
${alteration === null ? null : html`<p class="altered"><strong>Altered on purpose:</strong> ${clip(alteration, 500)}</p>`}
<div class="sides">
${requestSide(exchange, limits)}
<div class="side"><h4>Received <span class="note">after ${duration(durationMs)}</span></h4>
${failure === null ? null : html`<p class="altered"><strong>${clip(failure.kind, 100)}:</strong> ${clip(failure.message, 1000)}</p>`}
${responseSide(exchange, pointer, limits)}
</div>
</div>
</details>`;
}

/** A line that leads to an exchange which stands in full elsewhere, or just names it. */
export function exchangeLine(exchange: ExchangeEvent, isLinked: boolean): Markup {
  const description = oneLine(clip(`${sentLine(exchange)} → ${receivedLine(exchange)}`, 300));
  return isLinked
    ? html`<li><a href="#${anchor("exchange", exchange.id)}">${description}</a></li>`
    : html`<li>${description}</li>`;
}

function requestSide({ request }: ExchangeEvent, limits: EvidenceLimits): Markup {
  const { method, url, headers, body } = request;
  return html`<div class="side"><h4>Sent</h4>
<pre class="line">${clip(`${method} ${url}`, 2000)}</pre>
${headerLines(headers, limits)}
${body === null || body === "" ? null : html`<pre class="body">${bodyText(body, false, null, limits)}</pre>`}
</div>`;
}

function responseSide(
  { response }: ExchangeEvent,
  pointer: string | null,
  limits: EvidenceLimits,
): Markup | null {
  if (response === null) return null;
  return html`<pre class="line">HTTP ${response.status}</pre>
${headerLines(response.headers, limits)}
${bodyBlock(response.body, pointer, limits)}`;
}

function headerLines(headers: HeaderList, limits: EvidenceLimits): Markup | null {
  if (headers.length === 0) return null;
  const shown = headers.slice(0, limits.headers);
  const rest = headers.length - shown.length;
  const lines = shown.map(([name, value]) => {
    const text = oneLine(clip(value, limits.valueCharacters));
    return html`<span class="name">${oneLine(clip(name, 200))}:</span> ${text}\n`;
  });
  return html`<pre class="headers">${lines}${rest > 0 ? `… ${count(rest, "more header")}\n` : null}</pre>`;
}

function bodyBlock(body: BodyEvidence, pointer: string | null, limits: EvidenceLimits): Markup {
  if (body.bytes === 0) return html`<p class="note">No body.</p>`;
  const isWhole = !body.truncated && body.text.length <= limits.bodyCharacters;
  const size = `${count(body.bytes, "byte")}${isWhole ? "" : ", shown in part"}`;
  return html`<pre class="body">${bodyText(body.text, body.truncated, pointer, limits)}</pre>
<p class="note">${size} · SHA-256 <code>${clip(body.sha256, 100)}</code></p>`;
}

function bodyText(text: string, isCut: boolean, pointer: string | null, limits: EvidenceLimits): Markup {
  const start = text.slice(0, limits.bodyCharacters);
  const left = text.length - start.length;
  const rest =
    left > 0 || isCut
      ? html`<span class="note">… ${left > 0 ? count(left, "more character") : "not kept"}</span>`
      : null;
  const lines = jsonLines(start, pointer, left > 0 || isCut);
  if (lines === null) return html`${start}${rest}`;
  return html`${lines.map(bodyLine)}${rest}`;
}

function bodyLine({ text, marked }: BodyLine): Markup {
  if (!marked) return html`${text}\n`;
  const indent = text.length - text.trimStart().length;
  return html`${text.slice(0, indent)}<mark>${text.slice(indent)}</mark>\n`;
}
