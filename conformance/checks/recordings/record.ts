/** Makes recordings out of live exchanges, with placeholders for everything secret or fresh. */
import { randomUUID } from "node:crypto";
import { operations } from "../../../generated/operations.ts";
import { limitsOf, type RawCard } from "../../base/limits.ts";
import { createRedactor, type Redactor } from "../../base/redact.ts";
import type { Target } from "../../base/target.ts";
import { suiteVersion } from "../../base/version.ts";
import type { Alteration } from "../../wire/alteration.ts";
import { type Exchange, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { createProbe } from "../../wire/probe.ts";
import type { Call } from "../../wire/request.ts";
import { createSession } from "../../wire/session.ts";
import { signWith } from "../../wire/sign.ts";
import { createTokens } from "../../wire/tokens.ts";
import type { Transport } from "../../wire/transport.ts";
import { wait } from "../../wire/wait.ts";
import { idOf, readPage } from "../kit/walk.ts";
import { type Har, type HarEntry, placeholders } from "./har.ts";
import { type Recording, recordings } from "./recordings.ts";
import { scrubForm, scrubHeader, scrubResponse } from "./scrub.ts";

const invalidToken: Alteration = {
  description: "with an invalid token",
  authorization: () => "Bearer an-invalid-token",
};
const alterations: Readonly<Record<string, Alteration>> = {
  "list-cards.401": invalidToken,
  "list-cards.4xx": { description: "without Authorization", authorization: () => null },
  "update-card-limits.401": invalidToken,
  "update-card-limits.4xx": { description: "without a signature", signature: () => null },
  "replace-card-limits.401": invalidToken,
  "replace-card-limits.4xx": { description: "without a signature", signature: () => null },
};

/** Headers of a response that say something about the API; all others belong to the server at hand. */
const keptHeaders = new Set(["content-type", "content-encoding", "retry-after", "date"]);

/**
 * Records every exchange of {@link recordings}. Writes the limits that the card has anyway.
 *
 * @throws Error when the server does not answer as the description says, or a secret would be recorded: then
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
  const foreignKey = () => Promise.reject(new Error("recordings are signed with the partner's key"));
  const probe = createProbe(session, tokens, {
    target,
    sign: signWith,
    foreignKey,
    serverNow: session.serverNow,
  });

  const first = await probe.call("record", { operation: "listCards", query: { limit: "3" } });
  const page = first === null ? null : readPage(first);
  const cards = page?.cards ?? [];
  if (cards.length === 0)
    throw new Error(tokens.problem() ?? "a recording needs at least one card in the list");

  const results: { name: string; har: Har }[] = [];
  for (const recording of recordings) {
    const exchange =
      recording.operation === "requestToken"
        ? await tokens.request("record", recording.status === "200" ? undefined : wrongSecret)
        : await probe.call("record", callOf(recording, cardOf(recording, cards), page?.nextCursor ?? ""));
    if (exchange === null) throw new Error(tokens.problem() ?? "no token");
    const wanted = recording.control === undefined ? succeeded(exchange) : exchange.response !== null;
    if (!wanted) throw new Error(`${recording.name}: the server answered ${outcomeOf(exchange)}`);
    for (const [name, value] of exchange.request.headers)
      if (name === "X-Service-Signature") redactor.add(value);
    results.push({ name: recording.name, har: toHar(recording, exchange, target, redactor) });
  }
  // Only now is every secret of the run known; a server may well say one before or after its own exchange.
  for (const { name, har } of results) {
    const text = JSON.stringify(har);
    if (redactor.text(text) !== text)
      throw new Error(`${name}: a secret would be recorded; nothing is written`);
  }
  return results;
}

const wrongSecret = {
  description: "with a wrong secret",
  form: (form: URLSearchParams) => form.set("client_secret", "a-wrong-secret"),
};

/** PUT and PATCH are recorded with two cards, so that each writes a limit of its own when it is replayed. */
function cardOf({ operation }: Recording, cards: readonly RawCard[]): RawCard {
  return (operation === "replaceCardLimits" ? cards[1] : undefined) ?? cards[0] ?? {};
}

function callOf({ name, operation }: Recording, card: RawCard, cursor: string): Call {
  const alteration = alterations[name];
  const altered = alteration === undefined ? {} : { alteration };
  const path = { id: idOf(card) ?? "" };
  const limits = limitsOf(card) ?? {};
  switch (operation) {
    case "updateCardLimits":
      return { operation, path, body: { daily: limits.daily }, idempotencyKey: randomUUID(), ...altered };
    case "replaceCardLimits":
      return { operation, path, body: limits, idempotencyKey: randomUUID(), ...altered };
    default:
      return {
        operation,
        query: name.endsWith("-next") ? { limit: "3", cursor } : { limit: "3" },
        ...altered,
      };
  }
}

function toHar(recording: Recording, exchange: Exchange, target: Target, redactor: Redactor): Har {
  return {
    log: {
      version: "1.2",
      creator: { name: "partner-card", version: suiteVersion },
      comment: `${recording.title}; secrets and fresh values are placeholders`,
      entries: [toEntry(recording, exchange, target, redactor)],
    },
  };
}

function toEntry(
  { name, operation }: Recording,
  { request, response, startedAt, durationMs }: Exchange,
  target: Target,
  redactor: Redactor,
): HarEntry {
  if (response === null) throw new Error("an exchange without a response can't be recorded");
  // In a body that is still compressed nobody would find a secret.
  if (response.text.includes("\uFFFD"))
    throw new Error(`${name}: the body of the answer is not text; nothing is written`);
  const url = new URL(placeholders.baseUrl + request.url.slice(target.baseUrl.length));
  if (url.searchParams.has("cursor")) url.searchParams.set("cursor", placeholders.cursor);
  const body = request.body === null ? null : scrubForm(operation, request.body);
  const text = scrubResponse(response.text, redactor);
  const type = response.headers.find(([name]) => name === "content-type")?.[1] ?? "";
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: Math.round(durationMs),
    request: {
      method: request.method,
      url: url.href,
      httpVersion: "HTTP/1.1",
      headers: request.headers.map(([name, value]) => ({ name, value: scrubHeader(name, value) })),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      cookies: [],
      headersSize: -1,
      bodySize: body === null ? 0 : Buffer.byteLength(body),
      ...(body === null ? {} : { postData: { mimeType: operations[operation].mediaType ?? "", text: body } }),
    },
    response: {
      status: response.status,
      statusText: "",
      httpVersion: "HTTP/1.1",
      // The body is kept decoded, so a content coding would no longer be true.
      headers: response.headers
        .filter(([name]) => keptHeaders.has(name) && name !== "content-encoding")
        .map(([name, value]) => ({ name, value })),
      cookies: [],
      content: { size: Buffer.byteLength(text), mimeType: type, text },
      redirectURL: "",
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: Math.round(durationMs), receive: 0 },
    _operation: operation,
  };
}
