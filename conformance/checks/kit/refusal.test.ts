import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { type Bracket, judgeRefusal, type RefusalRule } from "./refusal.ts";

const before = exchange({ id: "x1" });
const after = exchange({ id: "x3" });
const refused = (status: number) => exchange({ id: "x2", status, alteration: "without X-Service-Signature" });
const dead = exchange({ id: "x9", failure: { kind: "timeout", message: "no answer" } });
const any: RefusalRule = { expected: "a refusal (any 4xx)" };
const unauthorized: RefusalRule = { expected: "401", status: 401 };

type Row = [what: string, bracket: Partial<Bracket>, rule: RefusalRule, kind: string];
const rows: readonly Row[] = [
  ["a 4xx between two successes holds", {}, any, "held"],
  ["every 4xx is a refusal where no status is stated", { altered: refused(422) }, any, "held"],
  ["no control before it: nothing is shown", { before: null }, any, "missing"],
  ["no control after it: nothing is shown", { after: null }, any, "missing"],
  ["a control that was refused before: nothing is shown", { before: refused(400) }, any, "missing"],
  ["a control that was refused afterwards: nothing is shown", { after: refused(403) }, any, "missing"],
  ["a control without an answer: nothing is shown", { after: dead }, any, "missing"],
  ["a control that was redirected: nothing is shown", { before: refused(302) }, any, "missing"],
  ["acceptance contradicts the rule", { altered: refused(200) }, any, "violated"],
  [
    "acceptance counts although the control afterwards failed",
    { altered: refused(204), after: dead },
    any,
    "violated",
  ],
  [
    "acceptance of a write without effect contradicts it too",
    { altered: refused(202), effect: "none" },
    any,
    "violated",
  ],
  ["a refused write without effect holds", { effect: "none" }, any, "held"],
  ["a refused write that had its effect contradicts the rule", { effect: "applied" }, any, "violated"],
  [
    "an effect counts although the control afterwards failed",
    { effect: "applied", after: null },
    any,
    "violated",
  ],
  [
    "an effect behind a 5xx contradicts the rule",
    { altered: refused(500), effect: "applied" },
    any,
    "violated",
  ],
  ["a refused write whose effect can't be seen shows nothing", { effect: "unknown" }, any, "missing"],
  ["no answer shows nothing", { altered: dead }, any, "missing"],
  ["a 3xx is no refusal, and no acceptance", { altered: refused(302) }, any, "missing"],
  ["a 429 is no refusal", { altered: refused(429) }, any, "missing"],
  ["a 5xx is no refusal", { altered: refused(500) }, any, "missing"],
  ["401 where 401 is stated holds", { altered: refused(401) }, unauthorized, "held"],
  ["403 where 401 is stated contradicts the rule", { altered: refused(403) }, unauthorized, "violated"],
  ["500 where 401 is stated contradicts the rule", { altered: refused(500) }, unauthorized, "violated"],
  ["409 where 401 is stated shows nothing", { altered: refused(409) }, unauthorized, "missing"],
  ["429 where 401 is stated shows nothing", { altered: refused(429) }, unauthorized, "missing"],
  ["a gateway where 401 is stated shows nothing", { altered: refused(503) }, unauthorized, "missing"],
  [
    "a wrong status counts only between controls",
    { altered: refused(403), after: null },
    unauthorized,
    "missing",
  ],
];

for (const [what, change, rule, kind] of rows) {
  test(what, () => {
    const bracket = { before, altered: refused(400), after, ...change };
    assert.equal(judgeRefusal(bracket, rule).kind, kind);
  });
}

test("a success without what was asked for grants nothing", () => {
  const page = exchange({ id: "x2", body: "<html>please log in</html>" });
  const fact = judgeRefusal({ before, altered: page, after }, { ...any, granted: () => false });
  assert.equal(fact.kind, "missing");
});

test("only a server error of the service itself counts as one, not that of a gateway", () => {
  const seen = (status: number) => judgeRefusal({ before, altered: refused(status), after }, any);
  const marked = (status: number) => {
    const fact = seen(status);
    return fact.kind === "missing" && fact.serverError === true;
  };
  assert.deepEqual([500, 501, 502, 503, 504, 302, 429].filter(marked), [500, 501]);
});

test("a redirect in place of a refusal is marked as one, between two successes only", () => {
  const seen = (status: number, last = after) =>
    judgeRefusal({ before, altered: refused(status), after: last }, unauthorized);
  const marked = (fact: ReturnType<typeof seen>) => fact.kind === "missing" && fact.redirected === true;
  assert.deepEqual(
    [301, 302, 303, 307, 308, 401, 429, 503].filter((status) => marked(seen(status))),
    [301, 302, 303, 307, 308],
  );
  assert.ok(!marked(seen(302, refused(302))));
});

test("a server error that is not between two successes is held against nobody", () => {
  const fact = judgeRefusal({ before, altered: refused(500), after: refused(500) }, any);
  assert.ok(fact.kind === "missing" && fact.serverError === undefined);
});

test("the fact names the altered request first, then its controls, and what was altered", () => {
  const fact = judgeRefusal({ before, altered: refused(201), after, effect: "applied" }, any);
  assert.ok(fact.kind === "violated");
  assert.deepEqual(fact.exchanges, ["x2", "x1", "x3"]);
  assert.equal(fact.message, "A request without X-Service-Signature was accepted.");
  assert.equal(fact.received, "201, and the write was carried out");
});

test("what was carried out, or handed out, needs no second look, unless it is a matter of time", () => {
  const isLasting = (effect: Bracket["effect"], rule: RefusalRule) => {
    const fact = judgeRefusal({ before, altered: refused(200), after, effect }, rule);
    return fact.kind === "violated" && fact.isLasting === true;
  };
  assert.ok(isLasting("applied", any));
  assert.ok(isLasting(undefined, { ...any, granted: () => true }));
  assert.ok(!isLasting("applied", { ...any, isTimed: true }));
  assert.ok(!isLasting("none", any));
  assert.ok(!isLasting(undefined, any));
});
