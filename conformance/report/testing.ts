/** Made-up runs for the report tests; the package itself does not use this. */
import { createHash } from "node:crypto";
import {
  type CheckEvent,
  type EndEvent,
  type ExchangeEvent,
  type RunEvent,
  type RunLogEvent,
  type Verdict,
  verdicts,
} from "../base/events.ts";
import { summarize } from "../base/summary.ts";
import { parseLog, type RunLog, toNdjson } from "./log.ts";

/** The log of a run, read from its events as they are written. */
export function logOf(events: readonly RunLogEvent[]): RunLog {
  return parseLog(events.map(toNdjson).join(""));
}

/** The header of a run against a staging server. */
export function runEvent(change: Partial<RunEvent> = {}): RunEvent {
  return {
    event: "run",
    format: 1,
    startedAt: "2026-11-21T12:46:05.120Z",
    target: { baseUrl: "https://staging.example.com", sandbox: false },
    suite: { name: "partner-card", version: "0.1.0", digest: "sha256:5f2c" },
    description: { version: "1.0.0", digest: "sha256:91ab" },
    options: { allowWrites: true, only: [], card: null, timeout: 10 },
    expected: 6,
    ...change,
  };
}

/** A request to the staging server. */
function requestTo(
  target: string,
  headers: ExchangeEvent["request"]["headers"],
  body: string | null = null,
): ExchangeEvent["request"] {
  const [method = "", path = ""] = target.split(" ");
  return { method, url: `https://staging.example.com${path}`, headers, body };
}

/** One exchange; a GET of the card list with a 200 response unless changed. */
export function exchangeEvent(id: string, change: Partial<ExchangeEvent> = {}): ExchangeEvent {
  return {
    event: "exchange",
    id,
    purpose: "list.iteration.once",
    operation: "listCards",
    alteration: null,
    startedAt: "2026-11-21T12:46:06.000Z",
    durationMs: 41.5,
    request: requestTo("GET /v1/card?limit=2", [
      ["Accept", "application/json"],
      ["Authorization", "Bearer [redacted]"],
    ]),
    response: responseOf(200, '{"cards":[{"id":"CRD1001"}],"nextCursor":"b3BhcXVl"}'),
    failure: null,
    ...change,
  };
}

/** A response with a JSON body. */
function responseOf(status: number, text: string): NonNullable<ExchangeEvent["response"]> {
  return {
    status,
    headers: [
      ["Content-Type", "application/json"],
      ["Date", "Sat, 21 Nov 2026 12:46:06 GMT"],
    ],
    body: {
      text,
      bytes: Buffer.byteLength(text),
      truncated: false,
      sha256: createHash("sha256").update(text).digest("hex"),
    },
  };
}

const messages: Readonly<Record<Verdict, string>> = {
  passed: "Held for all 12 requests.",
  failed: "Card CRD1003 came twice.",
  observed: "Answered 410 with the error body.",
  inconclusive: "The list has fewer than two cards, so there is no second page.",
  skipped: "Writes are not allowed; --allow-writes allows them.",
  broken: "TypeError in the check.",
};

/** The result of one check, with a message that fits the verdict. */
export function checkEvent(id: string, verdict: Verdict, change: Partial<CheckEvent> = {}): CheckEvent {
  const isFailed = verdict === "failed";
  return {
    event: "check",
    id,
    section: "Endpoints / GET /v1/card",
    title: "A walk meets every card once",
    requirements: ["list.iteration.once"],
    basis: "derived",
    verdict,
    message: messages[verdict],
    expected: ["every card id once"],
    received: isFailed ? "CRD1003 on pages 1 and 2" : null,
    pointer: isFailed ? "/cards/0/id" : null,
    hint: isFailed ? "An order that is not stable makes pages overlap." : null,
    answer: null,
    exchanges: ["x1"],
    reproduce: `npx partner-card conformance --base-url https://staging.example.com --only ${id}`,
    durationMs: 93.25,
    ...change,
  };
}

/** The footer that matches these checks. */
export function endEvent(checks: readonly CheckEvent[], change: Partial<EndEvent> = {}): EndEvent {
  const summary = summarize(checks, checks.length);
  return {
    event: "end",
    endedAt: "2026-11-21T12:46:17.620Z",
    durationMs: 12_500,
    clock: { offsetMs: -120, uncertaintyMs: 510 },
    summary,
    requests: 214,
    writes: { card: "CRD1042", sent: 31, budget: 80, leftChanged: null },
    incomplete: [],
    exitCode: summary.broken > 0 ? 4 : summary.failed > 0 ? 1 : 0,
    ...change,
  };
}

/** A run with these checks and exchanges, complete unless `end` is null. */
export function runLog(
  checks: readonly CheckEvent[],
  { exchanges = [exchangeEvent("x1")], ...rest }: Partial<RunLog> = {},
): RunLog {
  return { run: runEvent({ expected: checks.length }), checks, exchanges, end: endEvent(checks), ...rest };
}

/** A run with one check of each verdict, a failure with every detail, and an answered question. */
export function mixedRun(): RunLog {
  const headers = [
    ["Content-Type", "application/merge-patch+json"] as const,
    ["X-Service-Request-Timestamp", "1795265566"] as const,
    ["X-Service-Signature", "[redacted]"] as const,
  ];
  const stale = exchangeEvent("x2", {
    purpose: "timestamp.stale",
    operation: "updateCardLimits",
    alteration: "X-Service-Request-Timestamp 400 seconds old",
    request: requestTo("PATCH /v1/card/CRD1042/limits", headers, '{"daily":5001}'),
    response: responseOf(200, '{"id":"CRD1042","limits":{"daily":5001}}'),
  });
  const checks = [
    ...verdicts.map((verdict) => checkEvent(`list.${verdict}`, verdict)),
    checkEvent("timestamp.stale", "failed", {
      section: "Authentication / Signed headers",
      title: "A stale timestamp is refused",
      requirements: ["auth.timestamp.stale", "limits.timestamp-age"],
      basis: "stated",
      message: "A request with a timestamp 400 seconds old was accepted.",
      expected: ["a refusal with a 4xx status", "no change of the card"],
      received: "200, and the limit has the refused value",
      pointer: "/limits/daily",
      hint: "The server seems not to compare the timestamp with its clock.",
      exchanges: ["x2", "x1"],
    }),
    checkEvent("cursor.invalid", "observed", {
      title: "What an invalid cursor is answered with",
      requirements: ["gap.cursor.invalid"],
      basis: "unspecified",
      answer: "410",
    }),
  ];
  return runLog(checks, { exchanges: [exchangeEvent("x1"), stale] });
}

/** An incomplete run against a server that refuses every PATCH, which makes four checks inconclusive. */
export function heldBackRun(): RunLog {
  const cause = "PATCH /v1/card/{id}/limits was never accepted: 403 (“bad signature”)";
  const refused = exchangeEvent("x2", {
    purpose: "acceptance",
    operation: "updateCardLimits",
    request: requestTo("PATCH /v1/card/CRD1042/limits", [], '{"daily":5000}'),
    response: responseOf(403, '{"message":"bad signature"}'),
  });
  const held = (id: string, words = cause) =>
    checkEvent(id, "inconclusive", { message: words, cause: words, exchanges: ["x2"] });
  const checks = [
    checkEvent("list.once", "passed"),
    held("write.accepted.patch", `${cause}; another public key may be registered`),
    held("timestamp.stale.patch"),
    held("signature.path.patch"),
    held("scope.cards-write.patch"),
    checkEvent("list.limit.default", "inconclusive", { message: "needs more than 10 cards" }),
  ];
  const incomplete = ["Can't say: PATCH /v1/card/{id}/limits was never accepted"];
  const end = endEvent(checks, { incomplete, exitCode: 3 });
  return runLog(checks, { exchanges: [exchangeEvent("x1"), refused], end });
}

/** Text that a server may send to break a report; its script sets `broken` if it runs. */
export const hostileText = [
  "<script>globalThis.broken = true</script><img src=x onerror='globalThis.broken = true'>",
  "]]> --> </style></script></pre></details> <!-- <![CDATA[ &amp; &#0; &bogus; \"quoted\" 'quoted'",
  "nul \u0000 bell \u0007 escape \u001b[31m\u001b]0;title\u0007 delete \u007f csi \u009b2J",
  "bidi \u202e\u2066 zero width \u200b\u200d bom \ufeff line \u2028\u2029 none \ufffe \uffff lone \ud800 \udc00",
  "| pipes | `ticks` ```fence``` **bold** [link](javascript:alert(1)) @someone #1 www.example.com :bug:",
  "\r\n\t\r{{template}} %s %n \\u001b \\x1b",
].join(" ");

/** A run in which every text field contains this text; some checks share an inconclusive cause. */
export function runOf(text: string): RunLog {
  const checks = [...verdicts, "inconclusive" as const, "inconclusive" as const].map((verdict, index) =>
    checkEvent(`${text}${index}`, verdict, {
      section: text,
      title: text,
      message: text,
      received: text,
      pointer: text,
      hint: text,
      requirements: ["list.iteration.once", text as "list.cursor"],
      expected: [text, text],
      answer: text,
      exchanges: ["x1", text],
      reproduce: text,
    }),
  );
  const headers = [[text, text] as const, ["content-type", text] as const];
  const body = { text, bytes: Buffer.byteLength(text), truncated: true, sha256: text };
  const change: Partial<ExchangeEvent> = {
    purpose: text,
    operation: text,
    alteration: text,
    request: { method: text, url: text, headers, body: text },
    response: { status: 200, headers, body },
    failure: { kind: "malformed", message: text },
  };
  return runLog(checks, {
    run: runEvent({
      expected: checks.length,
      target: { baseUrl: text, sandbox: false },
      suite: { name: text, version: text, digest: text },
      description: { version: text, digest: text },
      options: { [text]: text, list: [text] },
      sections: { [text]: 9 },
    }),
    exchanges: [exchangeEvent("x1", change), exchangeEvent(text, change)],
    end: endEvent(checks, {
      incomplete: [text],
      writes: { card: text, sent: 3, budget: 9, leftChanged: text },
    }),
  });
}
