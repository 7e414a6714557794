import assert from "node:assert/strict";
import { test } from "node:test";
import { isObject } from "../../base/shape.ts";
import { operation } from "./testing.ts";
import { clearingTurns, inTurns, planOf, takingTurns, thereAndBack } from "./turns.ts";

const mergePatch = { method: "PATCH", mediaType: "application/merge-patch+json" } as const;
const { row } = operation({ method: "PUT", path: "/v1/thing", bodyFields: ["name", "note"] });

test("among the bodies of a PUT, the one that differs most from what is shown comes before others", () => {
  const put = operation({ method: "PUT" }).row;
  assert.deepEqual(thereAndBack(put, ["shown", "varied", "made"]), ["shown", "made", "varied"]);
  assert.deepEqual(thereAndBack(put, ["shown", "made"]), ["shown", "made"]);
  assert.deepEqual(thereAndBack(operation({ method: "PATCH" }).row, [1, 2]), [1, 2]);
  assert.deepEqual(thereAndBack(put, []), []);
});

test("parts of an object are sent one by one as well, with what else there has to be", () => {
  const [one, other] = [
    { name: "a", at: { from: 1, to: 2, zone: "x" } },
    { name: "b", at: { from: 3, to: 4, zone: "y" } },
  ];
  const turns = inTurns(operation(mergePatch).row, [one, other]);
  const single = ({ at }: typeof one) =>
    Object.entries(at).map(([name, value]) => ({ at: { [name]: value } }));
  const byTurns = (set: object, parts: readonly object[]) => parts.flatMap((part) => [set, part]);
  assert.deepEqual(turns.slice(-12), [...byTurns(one, single(other)), ...byTurns(other, single(one))]);
});

test("a part is taken away beside another one that is set, whichever comes first", () => {
  const [one, other] = [
    { name: "a", note: "b", links: { home: "c", work: "d" } },
    { name: "e", note: "f", links: { home: "g", work: "h" } },
  ];
  const fits = (body: unknown) => isObject(body) && typeof body.name === "string";
  const name = one.name;
  const expected = [
    { name, note: null, links: other.links },
    { name, links: other.links, note: null },
    { name, links: { home: null, work: "h" } },
    { name, links: { work: "h", home: null } },
  ];
  const turns = takingTurns(one, other, fits);
  // The order of the parts of a body is what tells.
  assert.equal(
    JSON.stringify(turns),
    JSON.stringify(expected.flatMap((body, index) => [index % 2 === 0 ? one : other, body])),
  );
  assert.deepEqual(takingTurns({ name }, other, fits), []);
  const mayBeNull = (body: unknown) => isObject(body) && !("name" in body);
  const [note, links] = [{ note: null }, { links: null }];
  const alone = [one, note, one, note, one, links, one, links];
  assert.deepEqual(clearingTurns(one, mayBeNull), alone, "each is taken away by itself");
  assert.deepEqual(
    takingTurns(one, other, () => false),
    [],
  );
});

test("bodies with several properties and with one are sent by turns", () => {
  const bodies = [{ note: null }, { note: "a", due: 1 }, { note: "b", due: 2 }];
  const [first, note, due, taking] = [{ note: "a", due: 1 }, { note: "b" }, { due: 2 }, { note: null }];
  const turns = [first, note, due, taking, first, due, note, taking];
  assert.deepEqual(inTurns(operation(mergePatch).row, bodies), turns);
  const [fullest] = inTurns(operation(mergePatch).row, [...bodies, { note: "c", due: 3, to: "d" }]);
  assert.deepEqual(fullest, { note: "c", due: 3, to: "d" }, "the more it names, the more can be set back");
  assert.deepEqual(inTurns(operation(mergePatch).row, [{ note: "a" }]), []);
  assert.deepEqual(inTurns(operation({ method: "PUT" }).row, bodies), []);
  // The names of a token request are all required.
  const whole = [{ grant_type: "a", scope: "b" }, { grant_type: null }];
  assert.deepEqual(inTurns(operation({ ...mergePatch, body: "TokenRequest" }).row, whole), []);
});

test("what was refused is left out of the turns, as far as anything else is there", () => {
  const patch = operation(mergePatch).row;
  const bodies = [
    { note: "a", due: 1, to: "x" },
    { note: "b", due: 2 },
    { note: "c", due: 3 },
    { note: null },
  ];
  const { turns, others } = planOf(patch, bodies, [bodies[0], { note: "c" }]);
  const round = [bodies[1], { due: 3 }, bodies[3]];
  assert.deepEqual(turns, [...round, ...round]);
  assert.deepEqual(others, [bodies[2]], "each is sent at least once");
  assert.deepEqual(planOf(patch, [{ note: "a" }], [{ note: "a" }]), { turns: [], others: [{ note: "a" }] });
  const [full, least] = [{ name: "a", note: 1 }, { name: "a" }];
  assert.deepEqual(planOf(row, [full, least], []), { turns: [full, least], others: [full, least] });
});
