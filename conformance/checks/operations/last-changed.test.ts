import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../wire/exchange.ts";
import { exchange, wireRequest } from "../../wire/testing.ts";
import { judgeLastChanged, lastChangedCheck } from "./last-changed.ts";
import type { Row } from "./operation.ts";
import { operation } from "./testing.ts";

const listing = {
  ...{ items: "/things", id: { pointer: "/id", schema: null }, pageSize: null },
  ...{ parameter: "after", cursor: "/next" },
};
const changes = { operation: "listThings", parameter: "id", id: "/id", target: "/state" };
const move: Partial<Row> = { id: "moveThing", method: "POST", path: "/v1/thing/{id}/move", changes };
const described = (list: Partial<Row> = { lastChanged: "/changedAt" }) => {
  const all = [
    operation({ id: "listThings", path: "/v1/thing", listing, requirement: "list.request", ...list }),
    operation(move),
  ];
  const description = {
    operations: Object.assign({}, ...all.map((one) => one.description.operations)),
    samples: Object.assign({}, ...all.map((one) => one.description.samples)),
  };
  return { row: all[0]?.row ?? assert.fail(), description };
};

const [old, recent, now] = ["2026-01-01T00:00:00Z", "2026-03-01T11:59:58Z", "2026-03-01T12:00:00Z"] as const;

/** What is judged of writes at noon of a day in March before and after which these moments are shown. */
function judged(...rounds: readonly (readonly [before: string, after: string])[]): string {
  const read = (at: number, state: string, changedAt: string): Exchange => {
    const body = { things: [{ id: "T1", state, changedAt }] };
    return {
      ...exchange({ id: `r${at}`, body }),
      startedAt: at,
      endedAt: at + 5,
      operation: "listThings" as never,
    };
  };
  const log = rounds.flatMap(([before, after], index) => {
    const at = index * 100;
    const request = wireRequest({ method: "POST", url: "http://server.invalid/v1/thing/T1/move" });
    const headers: [string, string][] = [
      ["content-type", "application/json"],
      ["date", new Date(now).toUTCString()],
    ];
    const body = { id: "T1", state: `s${index}` };
    const write = {
      ...exchange({ id: `w${index}`, body, request, headers }),
      startedAt: at + 10,
      endedAt: at + 15,
    };
    return [
      read(at, "old", before),
      { ...write, operation: "moveThing" as never },
      read(at + 20, `s${index}`, after),
    ];
  });
  return judgeLastChanged(described(), log).kind;
}

test("what was changed by a write each time, and shows an old moment, is a failure", () => {
  assert.equal(judged([old, old], [old, old], [old, old]), "violated");
  assert.equal(judged([old, old], [old, old]), "missing", "too seldom");
});

test("a moment that moves once tells that writes move it", () => {
  assert.equal(judged([old, now]), "held");
  assert.equal(judged([old, old], [old, now], [old, old], [old, old]), "held");
});

test("what was changed shortly before may show the same second", () => {
  assert.equal(judged([recent, recent], [recent, recent], [recent, recent]), "missing");
});

test("only where the item says when it was changed, and something changes it", () => {
  assert.equal(lastChangedCheck(described())[0]?.id, "last-changed.listThings");
  assert.deepEqual(lastChangedCheck(described({})), []);
  const alone = operation({ ...described().row });
  assert.deepEqual(lastChangedCheck(alone), []);
});
