import type { BodyEvidence, ExchangeEvent, HeaderList } from "../../base/events.ts";
import { html, type Markup } from "../../base/markup.ts";
import { clip, count, duration, oneLine } from "../../base/text.ts";
import { mostOfBody, receivedLine, sentLine } from "../evidence.ts";
import { anchor } from "./anchor.ts";
import { type BodyLine, jsonLines } from "./json-body.ts";

/** Maximum number of exchanges listed. */
const mostExchanges = 50;
const mostHeaders = 40;

/** How the first exchange of a list is shown: unfolded or not, and the marked place in its response body. */
export interface FirstExchange {
  readonly isOpen: boolean;
  readonly pointer: string | null;
}

/**
 * A list of exchanges: the first ones in full, unless already shown in the report; the others as one line.
 *
 * @param full - How many are shown in full.
 * @param shown - Ids of the exchanges already shown in full; those shown here are added.
 */
export function exchanges(
  all: readonly ExchangeEvent[],
  full: number,
  shown: Set<string>,
  first: FirstExchange = { isOpen: false, pointer: null },
): Markup | null {
  if (all.length === 0) return null;
  const folds: Markup[] = [];
  const lines: Markup[] = [];
  for (const [index, exchange] of all.slice(0, mostExchanges).entries()) {
    if (index < full && !shown.has(exchange.id)) {
      shown.add(exchange.id);
      folds.push(index === 0 ? fold(exchange, first) : fold(exchange));
    } else {
      const text = oneLine(clip(`${sentLine(exchange)} → ${receivedLine(exchange)}`, 300));
      const isLinked = shown.has(exchange.id);
      lines.push(
        html`<li>${isLinked ? html`<a href="#${anchor("exchange", exchange.id)}">${text}</a>` : text}</li>`,
      );
    }
  }
  return html`<div class="evidence">
${folds}
${lines.length === 0 ? null : html`<ul class="more">${lines}</ul>`}
</div>`;
}

/** Request and response, folded; a pointer marks lines of the response body. */
function fold(exchange: ExchangeEvent, first?: FirstExchange): Markup {
  const { id, alteration, durationMs, request, response, failure } = exchange;
  const body = request.body || null;
  return html`<details class="exchange" id="${anchor("exchange", id)}"${first?.isOpen ? html` open` : null}>
<summary><span class="sent">${oneLine(clip(sentLine(exchange), 300))}</span> <span class="came">${oneLine(clip(receivedLine(exchange), 200))}</span></summary>
${alteration && notice("Altered on purpose", alteration)}
<div class="sides">
<div class="side"><h4>Sent</h4>
<pre class="line">${clip(`${request.method} ${request.url}`, 2000)}</pre>
${headerLines(request.headers)}
${body && html`<pre class="body">${bodyText(body)}</pre>`}
</div>
<div class="side"><h4>Received <span class="note">after ${duration(durationMs)}</span></h4>
${failure && notice(clip(failure.kind, 100), failure.message)}
${response && html`<pre class="line">HTTP ${response.status}</pre>\n${headerLines(response.headers)}\n${bodyBlock(response.body, first?.pointer)}`}
</div>
</div>
</details>`;
}

function notice(label: string, text: string): Markup {
  return html`<p class="altered"><strong>${label}:</strong> ${clip(text, 1000)}</p>`;
}

function headerLines(headers: HeaderList): Markup | null {
  if (headers.length === 0) return null;
  const rest = headers.length - mostHeaders;
  const lines = headers
    .slice(0, mostHeaders)
    .map(
      ([name, value]) =>
        html`<span class="name">${oneLine(clip(name, 200))}:</span> ${oneLine(clip(value, 500))}\n`,
    );
  return html`<pre class="headers">${lines}${rest > 0 ? `… ${count(rest, "more header")}\n` : null}</pre>`;
}

function bodyBlock(body: BodyEvidence, pointer?: string | null): Markup {
  if (body.bytes === 0) return html`<p class="note">No body.</p>`;
  const isWhole = !body.truncated && body.text.length <= mostOfBody;
  const size = `${count(body.bytes, "byte")}${isWhole ? "" : ", shown in part"}`;
  return html`<pre class="body">${bodyText(body.text, body.truncated, pointer)}</pre>
<p class="note">${size} · SHA-256 <code>${clip(body.sha256, 100)}</code></p>`;
}

function bodyText(text: string, isCut = false, pointer: string | null = null): Markup {
  const start = text.slice(0, mostOfBody);
  const left = text.length - start.length;
  const isPart = left > 0 || isCut;
  const lines = jsonLines(start, pointer, isPart)?.map(bodyLine) ?? start;
  if (!isPart) return html`${lines}`;
  return html`${lines}<span class="note">… ${left > 0 ? count(left, "more character") : "not kept"}</span>`;
}

function bodyLine({ text, marked }: BodyLine): Markup {
  if (!marked) return html`${text}\n`;
  const inner = text.trimStart();
  return html`${text.slice(0, text.length - inner.length)}<mark>${inner}</mark>\n`;
}
