import assert from "node:assert/strict";
import { test } from "node:test";
import { securityImpact } from "./security.ts";

const one = (...scopes: readonly string[]) => ({ oauth2: scopes });
const signed = { ...one("a"), signature: [] };

for (const [what, before, after, impact] of [
  ["a further scope is needed", [one("a")], [one("a", "b")], "breaking"],
  ["another scope is needed", [one("a")], [one("b")], "breaking"],
  ["fewer scopes are needed", [one("a", "b")], [one("a")], "addition"],
  ["scopes have another order", [one("a", "b")], [one("b", "a")], "other"],
  ["a signature is needed as well", [one("a")], [signed], "breaking"],
  ["a signature is needed no more", [signed], [one("a")], "addition"],
  ["a token is needed where none was", undefined, [one()], "breaking"],
  ["a token is needed where an empty list said that none was", [], [one()], "breaking"],
  ["no token is needed any more", [one("a")], [], "addition"],
  ["a token may be left out", [one("a")], [one("a"), {}], "addition"],
  ["a key will do as well", [one("a")], [one("a"), { key: [] }], "addition"],
  ["a key will not do any more", [one("a"), { key: [] }], [one("a")], "breaking"],
] as const) {
  test(`${what}: ${impact}`, () => assert.equal(securityImpact(before, after), impact));
}
