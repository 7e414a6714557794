import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../generated/operations.ts";
import { readResponse } from "../http/response.ts";
import type { WireRequest } from "../http/send.ts";
import { parseBaseUrl } from "../request/base-url.ts";
import { virtualClock } from "../testing/virtual-clock.ts";
import type { CallSettings, ClientContext } from "./context.ts";
import { isTransient } from "./decide.ts";
import { keyLedger } from "./idempotency.ts";
import { perform } from "./index.ts";
import { retryBudget } from "./retry-budget.ts";

const settings: CallSettings = {
  totalMs: 30_000,
  attemptMs: 10_000,
  maxRetries: 2,
  baseMs: 300,
  capMs: 8_000,
  retryAfterCapMs: 30_000,
  retryable: isTransient,
  signal: undefined,
  idempotencyKey: undefined,
};

/** Steps in the order in which they were taken. */
function stage(): { context: ClientContext; steps: string[]; sent: WireRequest[] } {
  const steps: string[] = [];
  const sent: WireRequest[] = [];
  const context: ClientContext = {
    deps: virtualClock(),
    report: () => undefined,
    base: parseBaseUrl("https://api.example.com/p"),
    signaturePath: "api",
    clock: { offsetMs: 0, seenMs: 0 },
    keys: keyLedger(),
    budget: retryBudget(100),
    secrets: [],
    signer: {
      async sign(data) {
        steps.push(`sign ${data}`);
        return "AAAA";
      },
    },
    tokens: {
      async get() {
        steps.push("token");
        return "t";
      },
      refuse: () => steps.push("refuse"),
    },
    async send(request) {
      steps.push("send");
      sent.push(request);
      const status = sent.length === 1 ? 503 : sent.length === 2 ? 401 : 200;
      return { status, headers: new Headers(), text: "" };
    },
  };
  return { context, steps, sent };
}

const { updateCardLimits, listCards } = operations;
const headers = { "content-type": updateCardLimits.mediaType };
const url = "https://api.example.com/p/v1/card/CRD1/limits";

test("the steps of each attempt come in their order, and all of them again in the next one", async () => {
  const { context, steps, sent } = stage();
  const request = { operation: updateCardLimits, method: "PATCH", url, headers, body: "{}" };
  const { attempts } = await perform(context, request, settings, readResponse);
  assert.equal(attempts, 3);
  const signing = "sign PATCH/v1/card/CRD1/limits1767268800";
  assert.deepEqual(steps, [
    "token",
    signing,
    "send",
    "token",
    signing,
    "send",
    "refuse",
    "token",
    signing,
    "send",
  ]);
  for (const { headers: wire } of sent) {
    assert.deepEqual(wire, {
      ...headers,
      [updateCardLimits.idempotent]: "00000000-0000-4000-8000-000000000002",
      authorization: "Bearer t",
      [updateCardLimits.signed.timestamp]: "1767268800",
      [updateCardLimits.signed.signature]: "AAAA",
    });
  }
});

for (const elsewhere of [
  "https://evil.example/p/v1/card",
  "http://api.example.com/p/v1/card",
  "https://api.example.com/v1/card",
]) {
  test(`a request that would go to ${elsewhere} is neither signed nor sent`, async () => {
    const { context, steps } = stage();
    const read = { operation: listCards, method: "GET", url: elsewhere, headers: {}, body: undefined };
    const write = { operation: updateCardLimits, method: "PATCH", url: elsewhere, headers, body: "{}" };
    await assert.rejects(perform(context, read, settings, readResponse), {
      code: "destination-refused",
      attempts: 0,
    });
    await assert.rejects(perform(context, write, settings, readResponse), {
      code: "destination-refused",
      outcome: "not-sent",
    });
    assert.deepEqual(steps, ["token", "token"]);
  });
}
