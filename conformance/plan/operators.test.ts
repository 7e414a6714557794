import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changed,
  continued,
  doubled,
  empty,
  extended,
  type Operator,
  otherCase,
  otherCaseOfSecret,
  preceded,
  truncated,
} from "./operators.ts";
import { encodings } from "./testing.ts";

const operators = { truncated, extended, doubled, otherCase, changed, empty };

for (const [name, make, decode] of encodings) {
  for (const [way, { change }] of Object.entries<Operator>(operators)) {
    test(`${name}, ${way}: what is decoded is another value, or nothing is sent`, () => {
      for (let time = 0; time < 500; time += 1) {
        const right = make();
        const wrong = change(right);
        if (wrong !== null) assert.notEqual(decode(wrong), decode(right), `${right} and ${wrong}`);
      }
    });
  }
}

test("each makes of a text what it says", () => {
  const made = (right: string) =>
    Object.fromEntries(Object.entries(operators).map(([way, { change }]) => [way, change(right)]));
  assert.deepEqual(made("aSecret-Of-us"), {
    truncated: "aSecret-Of-u",
    extended: "aSecret-Of-us33",
    doubled: "aSecret-Of-usaSecret-Of-us",
    otherCase: "AsECRET-oF-US",
    changed: "aSecreu-Of-us",
    empty: "",
  });
});

test("a token can be searched for, unless it holds the sign next to which it would be found", () => {
  const made = [continued, preceded].map(({ change }) => ["aT.ok-en", "a~Token", ""].map(change));
  assert.deepEqual(made, [
    ["aT.ok-en~33", null, null],
    ["33~aT.ok-en", null, null],
  ]);
});

test("padding stays where it is, and does not count as the last character", () => {
  assert.equal(truncated.change("YWE="), "YW");
  assert.equal(extended.change("YWE="), "YWE33=");
  assert.equal(doubled.change("YWE="), null);
});

test("case is left alone where it may mean nothing", () => {
  for (const right of [
    "0a1b2c",
    "0A1B2C",
    "6f1c2a3b-0d4e-4f5a-8b6c-7d8e9f0a1b2c",
    "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "tok_01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "0xABCDEF12",
    "mfrggzdfmztwq2lk",
    "12345",
    "",
  ])
    assert.equal(otherCase.change(right), null, right);
  for (const right of ["eyJhbGciOiJSUzI1NiJ9.e30.c2ln", "sk_live_51HxUa9Qb", "purely-lower-case"])
    assert.notEqual(otherCase.change(right), null, right);
});

test("the case of a secret that somebody chose matters, and not that of one in some encoding", () => {
  assert.equal(otherCaseOfSecret.change("pa55-of-acme"), "PA55-OF-ACME");
  assert.equal(otherCaseOfSecret.change("1234-5678"), null);
  for (const right of [
    "6f1c2a3b-0d4e-4f5a-8b6c-7d8e9f0a1b2c",
    "sk_01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "0a1b2c3d4e5f6071",
  ])
    assert.equal(otherCaseOfSecret.change(right), null, right);
});

test("nothing is made of nothing, nor a header that is too long", () => {
  for (const { change } of Object.values<Operator>(operators)) assert.equal(change(""), null);
  assert.equal(truncated.change("a"), null);
  assert.equal(doubled.change("a".repeat(1001)), null);
});
