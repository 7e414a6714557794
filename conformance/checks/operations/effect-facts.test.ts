import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { expectedOf } from "./effect.ts";
import { judgeEffects, lostOnce, type Seen } from "./effect-facts.ts";
import { operation } from "./testing.ts";

const one = operation({ id: "changeThing", method: "PATCH", path: "/v1/thing/{id}" });
const seen = (before: unknown, after: unknown, more: Partial<Seen> = {}): Seen => ({
  ...{
    exchange: exchange({ status: 200 }),
    body: null,
    expected: { color: "red" },
    asked: {},
    before,
    after,
  },
  ...more,
});
const judged = (...writes: readonly Seen[]) => judgeEffects(one, writes).map(({ kind }) => kind);
const [blue, red, green] = [{ color: "blue" }, { color: "red" }, { color: "green" }];

test("what was written has to be read, where it was another before", () => {
  assert.deepEqual(judged(seen(blue, red), seen(blue, red)), ["held"]);
  assert.deepEqual(judged(seen(blue, blue), seen(green, green)), ["violated"]);
  assert.deepEqual(judged(seen(red, red)), ["missing"], "it was the same before");
  assert.deepEqual(judged(seen(blue, red, { expected: {} })), ["missing"], "nothing says what it should be");
  const value = { expected: { "": "frozen" } };
  assert.deepEqual(judged(seen("active", "active", value), seen("active", "active", value)), ["violated"]);
});

test("objects in a list may have members of their own, in a read or in an answer", () => {
  const [rules, more, road] = [[{ of: "fuel" }], [{ of: "fuel", since: 2 }], [{ of: "road", since: 1 }]];
  const asked = { rules };
  const traced = { expected: { rules: [{ of: "fuel", trace: 7 }] }, asked };
  const [same, other] = [{ rules: more }, { rules: road }];
  const judgedOf = (one: Seen) => judged(one, one);
  assert.deepEqual(judgedOf(seen(other, same, traced)), ["held"]);
  assert.deepEqual(judgedOf(seen(same, same, traced)), ["missing"], "it was so before");
  assert.deepEqual(judgedOf(seen(other, other, traced)), ["violated"]);
  assert.deepEqual(judgedOf(seen(other, same, { expected: asked, asked })), ["held"], "the answer has none");
});

test("a property of the body is what the operation changes, where that is said", () => {
  const changes = { operation: "listThings", parameter: "id", id: "/id", target: "/name", member: "name" };
  const rename = operation({ id: "rename", method: "PATCH", path: "/v1/thing/{id}", changes });
  const args = { path: { id: "T1" }, query: {}, isLive: true };
  const expected = (body: unknown, shown: object) =>
    expectedOf(rename, args, body, exchange({ body: shown }));
  assert.deepEqual(expected({ name: "Rex" }, {}), { "": "Rex" });
  assert.deepEqual(expected({ name: "Rex" }, { id: "T1", name: "REX" }), { "": "REX" }, "it is shown");
  assert.deepEqual(expected({ name: "Rex" }, { id: "T2", name: "Max" }), { "": "Rex" }, "of another thing");
  assert.deepEqual(expected({ color: "red" }, {}), {});
});

test("null leads to what is shown of what is not there, and is lost where it leaves what was there", () => {
  const patch = operation({ ...one.row, mediaType: "application/merge-patch+json" });
  const taken = (before: unknown, after: unknown) =>
    seen(before, after, { body: { color: null, size: 1 }, expected: {}, asked: { color: null, size: 1 } });
  const kinds = (...writes: readonly Seen[]) =>
    judgeEffects(patch, writes).filter(({ kind }) => kind === "violated").length;
  assert.equal(kinds(taken(red, red), taken(red, red)), 1);
  const alone = (before: unknown, after: unknown) => ({
    ...{ ...taken(before, after), body: { color: null } },
    asked: { color: null },
  });
  assert.equal(kinds(taken(red, red), taken(red, red), alone(blue, red)), 0, "it is the default");
  assert.equal(kinds(taken(red, red), taken(red, red), alone(blue, {})), 1, "each time beside what it sets");
});

test("a property that is lost is told where others are not", () => {
  const [first, second] = [
    { color: "blue", size: 1 },
    { color: "red", size: 2 },
  ];
  const lost = seen(first, { color: "red", size: 1 }, { expected: second });
  assert.deepEqual(judged(lost, seen(blue, red)), ["held", "missing"], "one write of it is too few");
  const facts = judgeEffects(one, [lost, seen(blue, red), lost]);
  assert.deepEqual(
    facts.map(({ kind }) => kind),
    ["held", "violated"],
  );
  assert.match(JSON.stringify(facts[1]), /size is read as it was before.*"size 2"/);
});

test("what somebody else may have done, or may come later, is held against nobody", () => {
  assert.deepEqual(judged(seen(blue, green), seen(blue, green)), ["held"], "another value than either");
  assert.deepEqual(judged(seen(blue, blue), seen(blue, red)), ["missing"]);
  assert.deepEqual(judged(seen(blue, blue)), ["missing"], "one write is too few");
  const later = { exchange: exchange({ status: 202 }) };
  assert.deepEqual(judged(seen(blue, blue, later), seen(blue, blue, later)), ["missing"]);
  const refused = { exchange: exchange({ status: 409 }) };
  assert.deepEqual(judged(seen(blue, blue, refused), seen(blue, blue, refused)), ["missing"]);
});

test("of a secret, which is not shown, nothing is told", () => {
  const secret = seen({ pin: "****" }, { pin: "****" }, { expected: { pin: "5678" } });
  assert.deepEqual(judged(secret, secret), ["missing"]);
});

const patch = operation({ ...one.row, mediaType: "application/merge-patch+json" });
/** What is told of writes with a merge patch. */
const told = (...writes: readonly Seen[]) =>
  judgeEffects(patch, writes).flatMap((fact) => (fact.kind === "violated" ? [fact.message] : []));

test("what a merge patch asks for has to be read, whatever its answer says", () => {
  const clears = { expected: { note: "old" }, asked: { note: null } };
  const kept = seen({ note: "old" }, { note: "old" }, clears);
  assert.deepEqual(told(kept, kept), [
    "PATCH /v1/thing/{id} was accepted, but note is read as it was before.",
  ]);
  assert.deepEqual(told(kept), [], "one write is too few");
  const inCapitals = seen(blue, { color: "RED" }, { expected: { color: "RED" }, asked: { color: "red" } });
  assert.deepEqual(told(inCapitals, inCapitals), [], "the service makes something of it");
});

test("a merge patch takes nothing away that it leaves out", () => {
  const whole = seen(
    { color: "blue", note: "" },
    { color: "red", note: "n" },
    { asked: { color: "red", note: "n" } },
  );
  const emptied = seen({ color: "blue", note: "n" }, { color: "red" }, { asked: { color: "red" } });
  assert.deepEqual(told(whole, emptied, emptied), [
    "PATCH /v1/thing/{id} takes note away, which its body leaves out.",
  ]);
  assert.deepEqual(told(whole, emptied), [], "one write is too few");
  const stays = seen({ color: "blue", note: "n" }, { color: "red", note: "n" }, { asked: { color: "red" } });
  assert.deepEqual(told(whole, emptied, emptied, stays), [], "it may be somebody else's doing");
  const touched = seen({ at: 1, color: "blue" }, { at: 2 }, { expected: { at: 2 }, asked: { color: "red" } });
  assert.deepEqual(told(touched, touched), [], "the patch does not change that at all");
  const moved = (note: string) =>
    seen({ color: "blue", note: "n" }, { color: "red", note }, { asked: { color: "red" } });
  assert.deepEqual(told(whole, moved("a"), moved("b")), [], "it may follow from what was asked for");
  assert.deepEqual(told(whole, moved("red"), moved("red")), [], "it may follow from that, too");
  assert.deepEqual(told(whole, moved("usual"), moved("usual")), [
    "PATCH /v1/thing/{id} sets note back, which its body leaves out.",
  ]);
});

test("where the words say that the rest stays, a patch moves nothing that it leaves out, whatever it holds", () => {
  const toldBeside = (states: readonly string[], ...writes: readonly Seen[]) =>
    judgeEffects(operation({ ...patch.row, keepsOthers: { states } }), writes).flatMap((fact) =>
      fact.kind === "violated" ? [fact.message] : [],
    );
  const toldOf = (...writes: readonly Seen[]) => toldBeside([], ...writes);
  const wrote = (asked: Readonly<Record<string, unknown>>, note: string | null) =>
    seen({ color: "blue", size: 1, note: "n" }, { color: "blue", size: 1, note, ...asked }, { asked });
  const others = [wrote({ note: "m" }, "m"), wrote({ size: 2 }, "n"), wrote({ size: 3 }, "n")];
  const [a, b] = [wrote({ color: "red" }, "a"), wrote({ color: "green" }, "b")];
  assert.deepEqual(toldOf(...others, a, b), [
    "PATCH /v1/thing/{id} of color changes note, which its body leaves out.",
  ]);
  assert.deepEqual(told(...others, a, b), [], "nothing says so");
  assert.deepEqual(toldOf(...others, a), [], "one write is too few");
  const [taken, given] = [wrote({ color: null }, null), wrote({ color: "red" }, "n")];
  assert.deepEqual(toldOf(...others, given, taken, taken), [
    "PATCH /v1/thing/{id} of no color changes note, which its body leaves out.",
  ]);
  assert.deepEqual(toldOf(...others, a, wrote({ color: "green" }, "n"), b), [], "it stays at times");
  assert.deepEqual(toldOf(a, b, wrote({ note: "m" }, "m")), [], "nothing shows that it stays at all");
  const cleared = [wrote({ color: "red" }, null), wrote({ color: "green" }, null)];
  assert.equal(toldOf(...others, ...cleared).length, 1);
  assert.deepEqual(toldBeside(["color"], ...others, ...cleared), [], "what there is with one color alone");
});

test("what a patch of one part of an object takes away there is told, though patches of other things do not", () => {
  const at = { from: 1, to: 2 };
  const named = seen({}, { at }, { asked: { "at/from": 1, "at/to": 2 } });
  const inner = (from: number) =>
    seen({ color: "blue", at }, { color: "blue", at: { from } }, { asked: { "at/from": from } });
  const beside = seen({ color: "blue", at }, { color: "red", at }, { asked: { color: "red" } });
  assert.deepEqual(told(named, inner(3), beside, inner(4)), [
    "PATCH /v1/thing/{id} takes at/to away, which its body leaves out.",
  ]);
  assert.deepEqual(told(named, inner(3), beside), [], "one write is too few");
});

test("a patch that sets back what it leaves out is told where that was so already before one of them", () => {
  const patch = operation({ method: "PATCH", mediaType: "application/merge-patch+json" });
  const silent = (note: string, after: string) =>
    seen({ color: "blue", note }, { color: "red", note: after }, { asked: { color: "red" } });
  const named = seen({}, { note: "n" }, { asked: { note: "n" } });
  const kinds = (...writes: readonly Seen[]) =>
    judgeEffects(patch, [named, ...writes]).map(({ kind }) => kind);
  const all = [silent("a", "usual"), silent("usual", "usual"), silent("b", "usual")];
  assert.ok(kinds(...all).includes("violated"));
  assert.ok(!kinds(...all, silent("c", "c")).includes("violated"), "once it stayed");
});

test("a map that is replaced has to be what was sent, without what it had", () => {
  const put = operation({ method: "PUT", path: "/v1/thing/{id}/flags", bodyIsMap: true });
  const write = (asked: object, before: object, after: object) =>
    seen(before, after, { expected: { ...asked }, asked: { "": asked }, isMap: true });
  const kinds = (...writes: readonly Seen[]) => judgeEffects(put, writes).map(({ kind }) => kind);
  const [a, b] = [{ a: true }, { b: true }];
  assert.ok(!kinds(write(a, b, a), write(b, a, b)).includes("violated"));
  assert.ok(kinds(write(a, b, { ...a, ...b }), write(a, b, { ...a, ...b })).includes("violated"), "joined");
  assert.ok(kinds(write(a, b, {}), write(a, b, {})).includes("violated"), "dropped");
});

test("a value that is always lost is told where others are not, once it has been sent again", () => {
  const note = (asked: unknown, after: object) =>
    seen({ note: "old" }, after, { body: { note: asked }, expected: {}, asked: { note: asked } });
  const [lost, kept] = [note(null, { note: "old" }), note("new", { note: "new" })];
  const kinds = (...writes: readonly Seen[]) => judgeEffects(patch, writes).map(({ kind }) => kind);
  assert.deepEqual(kinds(lost, kept, kept), ["missing"]);
  assert.deepEqual(lostOnce([lost, kept, kept]), [{ note: null }]);
  assert.deepEqual(kinds(lost, kept, lost), ["violated"]);
  assert.deepEqual(lostOnce([lost, kept, lost]), []);
  assert.deepEqual(kinds(lost, kept, lost, note(null, {})), ["missing"], "once it was not");
});

test("a key of a map that null takes away is not there afterwards; a property of its own may be as its service has it", () => {
  const named = "colors/door";
  const judgedWith = (bodyMaps: readonly string[], now: unknown) => {
    const patch = operation({ ...one.row, mediaType: "application/merge-patch+json", bodyMaps });
    const write = seen(
      { colors: { door: "red" } },
      { colors: now },
      { expected: {}, asked: { [named]: null } },
    );
    return judgeEffects(patch, [write, write]).flatMap((fact) =>
      fact.kind === "violated" ? [fact.message] : [],
    );
  };
  assert.match(
    judgedWith(["colors"], { door: "" }).join(),
    /colors\/door, which null takes away, is still there/,
  );
  assert.deepEqual(judgedWith(["colors"], {}), []);
  assert.deepEqual(judgedWith(["colors"], { door: null }), [], "null is nothing");
  assert.deepEqual(judgedWith([], { door: "" }), [], "it has a name of its own");
});
