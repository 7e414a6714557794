import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../../wire/exchange.ts";
import { exchange } from "../../../wire/testing.ts";
import { failingSince } from "./failing-since.ts";

let made = 0;
const write = (status: number, alteration: string | null = null): Exchange =>
  exchange({ id: `w${++made}`, operation: "updateCardLimits", status, alteration });
const times = (count: number, status: number) => Array.from({ length: count }, () => write(status));
const judged = (log: readonly Exchange[]) => failingSince(log, "updateCardLimits")?.kind ?? null;

test("a server that fails at each of eight writes since it accepted one", () => {
  assert.equal(judged([write(200), ...times(8, 500)]), "violated");
  assert.equal(judged([...times(3, 500), write(200), write(400, "unsigned"), ...times(8, 500)]), "violated");
});

test("fewer failures, one that passed, or one of a gateway may be chance; and what was never accepted has a check of its own", () => {
  assert.equal(judged([write(200), ...times(7, 500)]), null);
  assert.equal(judged([write(200), ...times(8, 500), write(200)]), null);
  assert.equal(judged([write(200), ...times(7, 500), write(502), ...times(3, 500)]), null);
  assert.equal(judged([write(200), ...times(8, 422)]), null);
  assert.equal(judged(times(9, 500)), null);
  assert.equal(failingSince([write(200), ...times(8, 500)], "replaceCardLimits"), null);
});
