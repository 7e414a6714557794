import assert from "node:assert/strict";
import { test } from "node:test";
import { sampleParts, signedString } from "../../wire/signed-string.ts";
import { defectRowsOf, isDefect } from "./defect-rows.ts";
import { demandRows } from "./demands.ts";
import { callOf } from "./operation.ts";
import { operation, signedWrite } from "./testing.ts";

test("a signature over the request itself is no defect", () => {
  const { row } = operation(signedWrite);
  assert.ok(!isDefect(row, { description: "", signed: signedString }));
  const forGet = {
    description: "",
    signed: (parts: typeof sampleParts) => signedString({ ...parts, method: "GET" }),
  };
  assert.ok(isDefect(row, forGet));
  assert.ok(!isDefect(operation({ ...signedWrite, method: "GET" }).row, forGet));
});

test("a defect of a header that the operation does not have is none", () => {
  const read = operation().row;
  assert.ok(!isDefect(read, { description: "", idempotencyKey: null }));
  assert.ok(!isDefect(read, { description: "", timestamp: () => null }));
  assert.ok(!isDefect(read, { description: "", foreignKey: true }));
  assert.ok(isDefect(read, { description: "", authorization: () => null }));
  const { row } = operation({ ...signedWrite, keyIsOptional: true });
  assert.ok(!isDefect(row, { description: "", idempotencyKey: null }), "a key that may be left out");
  assert.ok(isDefect(row, { description: "", idempotencyKey: null, signature: () => null }));
});

test("a token may lack a scope that the operation does not need", () => {
  const { row } = operation({ scopes: ["cards:read"] });
  const without = (scope: string) => ({
    description: "",
    scopes: ["cards:read", "cards:write", "transfers:read", "transfers:write"].filter((one) => one !== scope),
  });
  assert.ok(isDefect(row, without("cards:read")));
  assert.ok(!isDefect(row, without("cards:write")));
});

test("every signature over another path is over another one", () => {
  const [row] = defectRowsOf(operation(signedWrite)).filter(({ family }) => family === "signature.path");
  const parts = { ...sampleParts, values: ["one"] };
  const signed = row?.defects.map(({ alteration }) => alteration.signed?.(parts)) ?? [];
  assert.equal(new Set([...signed, signedString(parts)]).size, signed.length + 1);
  assert.ok((row?.defects.length ?? 0) >= 2);
});

test("what a request must have is left out, and given with another type", () => {
  const one = operation({ id: "changeThing", method: "POST", mediaType: "application/json" });
  const demand = { operation: "changeThing", in: "body", pointer: "/a/b_c", invalid: [7] } as const;
  const [row] = demandRows(one, [{ ...demand, requirement: "auth.bearer" }]);
  assert.equal(row?.family, "demanded.a.b-c");
  const call = callOf(one, { body: { a: { b_c: "x", d: 1 } } });
  assert.deepEqual(
    row?.defects.map(({ change }) => change?.(call).body),
    [{ a: { d: 1 } }, { a: { b_c: 7, d: 1 } }],
  );
  const [optional] = demandRows(one, [{ ...demand, requirement: "auth.bearer", isOptional: true }]);
  assert.deepEqual(
    optional?.defects.map(({ change }) => change?.(call).body),
    [{ a: { b_c: 7, d: 1 } }],
    "what need not be there is not left out",
  );
  assert.deepEqual(
    demandRows(one, [{ ...demand, requirement: "gap.states" }]),
    [],
    "an open question demands nothing",
  );
  assert.deepEqual(
    demandRows(operation(), [{ ...demand, requirement: "auth.bearer" }]),
    [],
    "of another operation",
  );
});

test("a query parameter is left out, and given as text of another type", () => {
  const one = operation();
  const demand = { operation: "getThing", in: "query", pointer: "/from", invalid: ["text"] } as const;
  const [row] = demandRows(one, [{ ...demand, requirement: "auth.bearer" }]);
  const call = callOf(one, { query: { from: "1", to: "2" } });
  assert.deepEqual(
    row?.defects.map(({ change }) => change?.(call).query),
    [{ to: "2" }, { from: "text", to: "2" }],
  );
});

test("a value is wrong only in a body of the kind that has it", () => {
  const demand = {
    operation: "changeThing",
    in: "body",
    requirement: "auth.bearer",
    isOptional: true,
  } as const;
  const sent = (pointer: string, ...bodies: readonly object[]) => {
    const one = operation({ ...signedWrite, body: "LimitsPatch" }, bodies);
    const [row] = demandRows(one, [{ ...demand, pointer, invalid: ["no"] }]);
    return row?.defects.map(({ change }) => change?.(callOf(one, { body: bodies[0] })).body);
  };
  const [first, other] = [{ monthly: 5 }, { kind: "other", daily: 1 }];
  assert.deepEqual(sent("/daily", first), [{ monthly: 5, daily: "no" }], "its schema does not allow it");
  assert.deepEqual(sent("/kind", first, other), [{ kind: "no", daily: 1 }], "its schema allows it here");
  assert.deepEqual(sent("/kind", first), [], "no sample has it");
  const one = operation({ ...signedWrite, body: "LimitsPatch" }, [first]);
  const [ofKind] = demandRows(one, [{ ...demand, isOfKind: true, pointer: "/monthly", invalid: [7, "no"] }]);
  assert.deepEqual(
    ofKind?.defects.map(({ change }) => change?.(callOf(one, { body: first })).body),
    [{ monthly: "no" }],
    "what another alternative calls wrong is right here",
  );
});
