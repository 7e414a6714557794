import assert from "node:assert/strict";
import { test } from "node:test";
import { fullAndLeast } from "./full-and-least.ts";
import { operation } from "./testing.ts";

const { row } = operation({ method: "PUT", path: "/v1/thing", bodyFields: ["name", "note"] });

test("a PUT is sent as full as it gets and with as little as it may have, by turns, with other values", () => {
  const [least, one, other] = [{ name: "a" }, { name: "a", note: "b" }, { name: "a", note: "c" }];
  assert.deepEqual(fullAndLeast(row, [one, least, other]), [one, least, other, least]);
  assert.deepEqual(fullAndLeast(row, [one, other]), [], "none leaves anything out");
  assert.deepEqual(fullAndLeast({ ...row, method: "PATCH" }, [one, least]), []);
  assert.deepEqual(fullAndLeast({ ...row, bodyIsMap: true }, [one, least]), []);
});

test("a property that has only one value gets another one before it is left out", () => {
  const [full, least] = [{ name: "a", marks: ["x", "y"], size: 3 }, { name: "a" }];
  assert.deepEqual(fullAndLeast(row, [full, least]), [full, least, { ...full, marks: ["y"] }, least]);
  const refused = { name: "b", size: 4 };
  const ofRefused = [{ ...full, marks: ["y"] }, least, { ...full, size: 4 }, least];
  assert.deepEqual(fullAndLeast(row, [full, least], [full, least, refused]), [full, least, ...ofRefused]);
  const again = fullAndLeast(row, [full, least], [full, least], [{ ...full, marks: ["y"] }]);
  assert.deepEqual(again, [full, least], "what was refused is not sent again");
  const [mapped, empty] = [
    { name: "a", map: { key: "x" } },
    { name: "a", map: {} },
  ];
  const bodies = [mapped, empty, least];
  assert.deepEqual(fullAndLeast(row, bodies).slice(-2), [{ ...mapped, map: { key: "xx" } }, least]);
  const addressed = [{ name: "a", to: "a@b.example" }, least];
  assert.deepEqual(fullAndLeast(row, addressed), addressed, "nobody else is written to");
});
