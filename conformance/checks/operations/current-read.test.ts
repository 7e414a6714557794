import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../wire/exchange.ts";
import { exchange, wireRequest } from "../../wire/testing.ts";
import { currentReadCheck, judgeCurrent } from "./current-read.ts";
import type { Row } from "./operation.ts";
import { operation } from "./testing.ts";

const listing = {
  ...{ items: "/things", id: { pointer: "/id", schema: null }, pageSize: null },
  ...{ parameter: "after", cursor: "/next" },
};
const changes = { operation: "listThings", parameter: "id", id: "/id", target: "/state" };
const rows: readonly Partial<Row>[] = [
  { id: "listThings", path: "/v1/thing", listing, paginated: listing as unknown as Row["paginated"] },
  {
    ...{ id: "getThing", path: "/v1/thing/{id}" },
    bindings: { id: { operation: "listThings", pointer: "/things/0/id" } },
  },
  { id: "moveThing", method: "POST", path: "/v1/thing/{id}/move", idempotent: "X-Key", changes },
];
const all = rows.map((row) => operation({ showsWrites: true, requirement: "list.request", ...row }));
const description = {
  operations: Object.assign({}, ...all.map((one) => one.description.operations)),
  samples: Object.assign({}, ...all.map((one) => one.description.samples)),
};
const [list, read, move] = all.map(({ row }) => ({ row, description }));

type Step = readonly [kind: "write" | "read" | "list", state: string, more?: object];

/** Exchanges one after the other, each of these: a write that answers with a state, and reads that show one. */
function logOf(...steps: readonly Step[]) {
  return steps.map(([kind, state, more], index): Exchange => {
    const {
      url = "",
      key = `k${index}`,
      status = 200,
      next = null,
      id = "T1",
    } = (more ?? {}) as Record<string, never>;
    const [row, method, path, body] = {
      write: [move?.row, "POST", "/v1/thing/T1/move", { id: "T1", state }] as const,
      read: [read?.row, "GET", "/v1/thing/T1", { id: "T1", state }] as const,
      list: [list?.row, "GET", "/v1/thing", { things: [{ id: "T0" }, { id, state }], next }] as const,
    }[kind];
    const headers: [string, string][] = kind === "write" ? [["X-Key", String(key)]] : [];
    const request = wireRequest({ method, url: `http://server.invalid${path}${url}`, headers, body: null });
    const at = { startedAt: index * 10, endedAt: index * 10 + 5 };
    return { ...exchange({ id: `x${index}`, body, request, status }), ...at, operation: row?.id as never };
  });
}

/** What is judged of steps, after which the thing is moved back, and of the same twice more. */
function judged(kind: "read" | "list", ...steps: readonly Step[]): string {
  const one = (kind === "read" ? read : list) ?? assert.fail();
  const back = [
    ["write", "a"],
    [kind, "a"],
  ] as const;
  return judgeCurrent(one, logOf(...steps, ...back, ...steps, ...back, ...steps)).kind;
}

for (const kind of ["read", "list"] as const) {
  test(`a ${kind} that shows what was there before, and what was made later, is late`, () => {
    assert.equal(judged(kind, [kind, "a"], ["write", "b"], [kind, "a"], [kind, "b"]), "violated");
    assert.equal(judged(kind, [kind, "a"], ["write", "b"], [kind, "b"], [kind, "b"]), "held");
  });
}

test("once is not enough, nor is what stays as it was, or becomes something else", () => {
  const one = read ?? assert.fail();
  const once = logOf(["read", "a"], ["write", "b"], ["read", "a"], ["read", "b"]);
  assert.equal(judgeCurrent(one, once).kind, "missing");
  const steps = (later: string) =>
    judged("read", ["read", "a"], ["write", "b"], ["read", "a"], ["read", later]);
  assert.equal(steps("a"), "missing");
  assert.equal(steps("c"), "held");
});

test("what is written meanwhile, was refused, or is a repetition, tells nothing", () => {
  const late = [
    ["read", "a"],
    ["read", "b"],
  ] as const;
  const rounds = (...writes: readonly Step[]) => {
    const round: readonly Step[] = [["read", "a"], ...writes, ...late, ["write", "a"]];
    return judgeCurrent(read ?? assert.fail(), logOf(...round, ...round, ...round)).kind;
  };
  assert.equal(rounds(["write", "b"]), "violated");
  assert.notEqual(rounds(["write", "b"], ["write", "a"]), "violated");
  assert.notEqual(rounds(["write", "b", { status: 409 }]), "violated");
  assert.notEqual(rounds(["write", "b", { key: "k" }]), "violated");
  assert.notEqual(rounds(["write", "b", { status: 202 }]), "violated", "it may wait for somebody");
});

test("a page whose cursor was given out before a write may show what was there then", () => {
  const kindOf = (url: string) =>
    judged("list", ["list", "a", { next: "C1" }], ["write", "b"], ["list", "a", { url }], ["list", "b"]);
  assert.equal(kindOf("?after=C1"), "held");
  assert.equal(kindOf(""), "violated");
  // The same text may be given out before the write and after it.
  const page = ["list", "a", { next: "C1", id: "T2" }] as const;
  const second = ["list", "a", { url: "?after=C1" }] as const;
  assert.equal(
    judged("list", page, second, ["write", "b"], page, second, ["list", "b"]),
    "violated",
    "on a later page",
  );
});

test("only where it is promised, and something is written", () => {
  const one = read ?? assert.fail();
  assert.equal(currentReadCheck(one)[0]?.id, "current.getThing");
  const { showsWrites: _, ...open } = one.row;
  assert.deepEqual(currentReadCheck({ row: open, description }), []);
  const alone = operation({ ...one.row });
  assert.deepEqual(currentReadCheck(alone), []);
});
