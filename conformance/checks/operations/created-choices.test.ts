import assert from "node:assert/strict";
import { test } from "node:test";
import type { Field } from "../../../generated/fields.ts";
import { exchange, wireRequest } from "../../wire/testing.ts";
import { bodiesInDoubt, judgeChoices } from "./created-choices.ts";
import { operation } from "./testing.ts";

const { row } = operation({
  id: "createThing",
  method: "POST",
  path: "/v1/thing",
  bodyFields: ["open", "kind", "size"],
  responses: { "201": "Card" },
});
const kind = { schema: "Card", pointer: "/kind", invalid: [{ kind: "enum", value: "other" }] };
const all = [kind] as unknown as readonly Field[];

let ids = 0;
const created = (asked: object, shown: object) =>
  exchange({
    status: 201,
    body: { id: `T${++ids}`, ...shown },
    request: wireRequest({ body: JSON.stringify(asked) }),
  });
type Creations = readonly ReturnType<typeof created>[];
const told = (...exchanges: Creations) =>
  judgeChoices(row, "/id", exchanges, all).flatMap((fact) =>
    fact.kind === "violated" ? [fact.message] : [],
  );
const doubted = (...exchanges: Creations) => bodiesInDoubt(row, "/id", exchanges, all);
const open = (asked: unknown, shown: unknown) => created({ open: asked }, { open: shown });
const ofKind = (asked: unknown, shown: unknown) => created({ kind: asked }, { kind: shown });

test("what is created does not have the usual choice where another one was asked for", () => {
  const message = (name: string) => `POST /v1/thing shows one value of ${name}, whatever it is asked for.`;
  assert.deepEqual(told(open(false, true), open(false, true), open(true, true)), [message("open")]);
  assert.deepEqual(told(ofKind("a", "b"), ofKind("b", "b"), ofKind("a", "b")), [message("kind")]);
});

test("what may have another reason is no contradiction", () => {
  assert.deepEqual(told(open(false, true), open(true, true)), [], "once");
  assert.deepEqual(told(open(false, true), open(false, true)), [], "nobody asked for what is shown");
  assert.deepEqual(told(open(false, true), open(false, true), open(true, true), open(false, false)), []);
  assert.deepEqual(told(open(null, true), open(null, true), open(true, true)), [], "nothing was asked for");
  assert.deepEqual(told(...[6, 7, 5].map((size) => created({ size }, { size: 5 }))), [], "the most");
  const readOnly = { ...row, readOnlyFields: ["open"] };
  assert.deepEqual(
    judgeChoices(readOnly, "/id", [open(false, true), open(false, true), open(true, true)]),
    [],
  );
  const status = (asked: boolean) => created({ begun: asked }, { begun: true });
  assert.deepEqual(told(status(false), status(false), status(true)), [], "it is not described in the body");
});

test("what was seen once is tried with nothing else changed", () => {
  const [first, usual] = [
    created({ open: false, size: 1 }, { open: true }),
    created({ open: true, size: 2 }, { open: true }),
  ];
  assert.deepEqual(doubted(first, usual), [{ open: false, size: 2 }]);
  assert.deepEqual(
    doubted(first, first, usual),
    [{ open: false, size: 2 }],
    "the same thing, answered twice",
  );
  assert.deepEqual(doubted(first, open(false, true), usual), [], "it was seen twice");
  assert.deepEqual(doubted(open(false, false), usual), []);
});
