import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../wire/exchange.ts";
import { brokenReads } from "./never-whole.ts";

const cut = { kind: "cut-short", message: "" } as const;
const response = { status: 200 } as Exchange["response"];
let clock = 0;
/** An exchange that begins when the one before has ended. */
function exchange(query: string, rest: Partial<Exchange> = {}): Exchange {
  clock += 10;
  const request = { method: "GET", url: `http://server.invalid/v1/card${query}`, headers: [], body: null };
  const times = { startedAt: clock, endedAt: clock + 5 };
  const base = {
    id: `x${clock}`,
    operation: "listCards",
    alteration: null,
    request,
    response: null,
    failure: cut,
  };
  return { ...base, ...times, ...rest } as Exchange;
}
const long = (rest: Partial<Exchange> = {}) => exchange("?limit=50", rest);
const whole = () => exchange("", { response, failure: null });
const found = (...log: readonly Exchange[]) => brokenReads(log).map((all) => all.length);

test("a read that broke each time is looked at, where others were answered afterwards", () => {
  assert.deepEqual(found(long(), long(), long(), whole()), [3]);
  assert.deepEqual(found(long(), long(), long({ failure: { kind: "reset", message: "" } }), whole()), [3]);
});

test("what broke by chance, for want of a server, or on purpose is not", () => {
  assert.deepEqual(found(long(), long(), whole()), [], "too seldom");
  assert.deepEqual(found(whole(), long(), long(), long()), [], "nothing was answered any more");
  assert.deepEqual(
    found(long(), long(), long(), long({ response, failure: null }), whole()),
    [],
    "once whole",
  );
  const left = { kind: "left", message: "" } as const;
  assert.deepEqual(found(...[1, 2, 3].map(() => long({ failure: left })), whole()), []);
  assert.deepEqual(found(...[1, 2, 3].map(() => long({ alteration: "with a bad token" })), whole()), []);
});

test("a write is not sent again to see whether its answer breaks", () => {
  const write = () => long({ operation: "updateCardLimits" });
  assert.deepEqual(
    found(write(), write(), write(), exchange("", { operation: "updateCardLimits", response })),
    [],
  );
});
