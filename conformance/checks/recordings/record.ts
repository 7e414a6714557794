/** Makes recordings from live exchanges, with placeholders for everything that is secret or new each time. */
import { randomUUID } from "node:crypto";
import { api } from "../../../generated/operations.ts";
import { type Har, type HarEntry, harEntry, harOf } from "../../base/har.ts";
import { headerOf } from "../../base/headers.ts";
import { createRedactor, type Redactor } from "../../base/redact.ts";
import { suiteVersion } from "../../base/suite-version.ts";
import type { Target } from "../../base/target.ts";
import { type Exchange, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { createProbe, type Probe } from "../../wire/probe.ts";
import { createSession } from "../../wire/session.ts";
import { signWith } from "../../wire/sign.ts";
import { createTokens } from "../../wire/tokens.ts";
import type { Transport } from "../../wire/transport.ts";
import { wait } from "../../wire/wait.ts";
import { recordings } from "../cards/index.ts";
import { cursorNameOf, mainList, type PagedOperation, pageQuery } from "../kit/paged.ts";
import { readPage } from "../kit/walk.ts";
import { placeholders, recordedBaseUrl, unbind, type Values } from "./bind.ts";
import type { Recording } from "./recording.ts";

/** Response headers that say something about the API; all others are specific to the server. */
const keptHeaders = new Set(["content-type", "retry-after", "date"]);

/**
 * Records every exchange of {@link recordings}. What it writes is there already.
 *
 * @throws Error if the server does not respond as the description says, or a secret would be recorded: then
 *   nothing is to be kept.
 */
export async function recordAll(target: Target, transport: Transport): Promise<{ name: string; har: Har }[]> {
  const session = createSession({
    transport,
    now: Date.now,
    sleep: wait,
    timeoutMs: 10_000,
    budgetMs: 120_000,
    concurrency: 1,
  });
  const redactor = createRedactor([target.clientSecret]);
  const tokens = createTokens(session, target, Date.now, (value) => redactor.add(value));
  const probe = createProbe(session, tokens, { target, sign: signWith, serverNow: session.serverNow });

  const page = mainList === null ? null : await firstPage(probe, mainList);
  const items = page?.items ?? [];
  if (items.length === 0)
    throw new Error(tokens.problem() ?? "a recording needs at least one item in the list");
  const cursor = page?.next ?? null;

  const results: { name: string; har: Har }[] = [];
  for (const recording of recordings) {
    const { name, operation, title, refused, argumentsOf } = recording;
    const exchange =
      argumentsOf === undefined
        ? await tokens.request("record", refused?.alteration)
        : await probe.call("record", {
            operation,
            idempotencyKey: randomUUID(),
            ...argumentsOf(items, cursor ?? ""),
            ...(refused === undefined ? {} : { alteration: refused.alteration }),
          });
    if (exchange === null) throw new Error(tokens.problem() ?? "no token");
    const wanted = refused === undefined ? succeeded(exchange) : exchange.response !== null;
    if (!wanted) throw new Error(`${name}: the server answered ${outcomeOf(exchange)}`);
    const { idempotencyKey, timestamp, signature } = api.headers;
    const sent = (header: string) => headerOf(exchange.request.headers, header);
    redactor.add(sent(signature) ?? "");
    const values: Values = {
      clientId: target.clientId,
      clientSecret: target.clientSecret,
      token: tokens.latest()?.value ?? null,
      idempotencyKey: sent(idempotencyKey),
      timestamp: sent(timestamp),
      signature: sent(signature),
      cursor,
    };
    const comment = `${title}; secrets and fresh values are placeholders`;
    const entry = toEntry(recording, exchange, { target, values, redactor });
    results.push({ name, har: harOf(suiteVersion, comment, [entry]) });
  }
  // Only now is every secret of the run known; a server may reveal one before or after its own exchange.
  for (const { name, har } of results) {
    const text = JSON.stringify(har);
    if (redactor.text(text) !== text)
      throw new Error(`${name}: a secret would be recorded; nothing is written`);
  }
  return results;
}

/** The first page of a list, of which few items are enough. */
async function firstPage(probe: Probe, paged: PagedOperation) {
  const first = await probe.call("record", { operation: paged.id, query: pageQuery(paged, 3) });
  return first === null ? null : readPage(paged, first);
}

/** The cursor of the main list, as a member of a JSON text. */
const cursorMember = new RegExp(`("${mainList === null ? "" : cursorNameOf(mainList)}"\\s*:\\s*)"[^"]*"`);

/** An exchange as it is recorded. */
function toEntry(
  { name, operation }: Recording,
  { request, response, startedAt, durationMs }: Exchange,
  { target, values, redactor }: { target: Target; values: Values; redactor: Redactor },
): HarEntry {
  if (response === null) throw new Error("an exchange without a response can't be recorded");
  // In a body that is still compressed, no secret would be found.
  if (response.text.includes("\uFFFD"))
    throw new Error(`${name}: the body of the answer is not text; nothing is written`);
  const unbound = unbind(request, values);
  // What a server adds to the token, such as a refresh token, is replaced as well.
  const text = redactor
    .body(response.text, "application/json")
    .replace(/("access_token"\s*:\s*)"[^"]*"/, `$1"${placeholders.token}"`)
    .replace(cursorMember, `$1"${placeholders.cursor}"`);
  const entry = harEntry({
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.round(durationMs),
    request: { ...unbound, url: recordedBaseUrl + unbound.url.slice(target.baseUrl.length) },
    // The body is kept decoded, so a content coding would no longer be correct.
    response: {
      status: response.status,
      headers: response.headers.filter(([name]) => keptHeaders.has(name)),
      bytes: Buffer.byteLength(text),
    },
    content: { text },
  });
  return { ...entry, _operation: operation };
}
