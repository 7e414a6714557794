import assert from "node:assert/strict";
import { test } from "node:test";
import { isServerFailure } from "../wire/exchange.ts";
import { exchange, wireRequest } from "../wire/testing.ts";
import { mainList } from "./kit/paged.ts";
import { judgeSteady, sameList } from "./steady.ts";

/** A log of lists, a character for each: accepted, refused, with another defect that is refused, busy, forbidden, failed at, not there for now. */
function logOf(marks: string) {
  const statuses: Readonly<Record<string, number>> = {
    A: 200,
    R: 400,
    d: 400,
    B: 409,
    F: 403,
    E: 500,
    G: 503,
  };
  return [...marks].map((mark, index) => ({
    ...exchange({
      status: statuses[mark] ?? 0,
      startedAt: index * 10,
      alteration: mark === "d" ? "a defect" : null,
    }),
    id: `x${index}`,
    endedAt: index * 10 + 5,
  }));
}

const kindsOf = (marks: string) =>
  new Set(
    judgeSteady(logOf(marks), "listCards", ({ alteration }) => (alteration === null ? "" : null)).map(
      ({ kind }) => kind,
    ),
  );

test("a request that is refused three times, and accepted before and after each, is not accepted steadily", () => {
  const facts = judgeSteady(logOf("ARAARARA"), "listCards", () => "");
  assert.equal(facts.length, 1);
  const [fact] = facts;
  assert.ok(fact?.kind === "violated");
  assert.deepEqual(fact.exchanges, ["x1", "x4", "x6"]);
  assert.equal(fact.received, "400, at 3 times in 8 such requests");
});

test("what is seen less often shows nothing, and neither do those that ask to wait or are too many", () => {
  assert.deepEqual(kindsOf("ARARA"), new Set(["missing"]));
  assert.deepEqual(kindsOf("AAAA"), new Set(["held"]));
  assert.deepEqual(kindsOf("A"), new Set(["missing"]));
  assert.deepEqual(kindsOf("RRR"), new Set(["missing"]), "what is never accepted is not accepted each time");
  assert.deepEqual(kindsOf("ABABABA"), new Set(["held"]));
  assert.deepEqual(kindsOf("AFAFAFA"), new Set(["held"]));
});

test("a failure of the server counts as well, but not one in front of it", () => {
  assert.deepEqual(kindsOf("AEARAEA"), new Set(["violated"]));
  assert.deepEqual(kindsOf("AGAGAGA"), new Set(["held"]));
  const facts = judgeSteady(logOf("ARARAREA"), "listCards", () => "", isServerFailure);
  assert.deepEqual(
    facts.map(({ kind }) => kind),
    ["missing"],
    "where failures alone count",
  );
});

test("what is refused in a row counts once, and nothing that is not accepted later", () => {
  assert.deepEqual(kindsOf("ARRRARA"), new Set(["missing"]));
  assert.deepEqual(kindsOf("ARARAR"), new Set(["missing"]));
  assert.deepEqual(kindsOf("RARARA"), new Set(["missing"]), "nothing was accepted before the first");
});

test("a server may lock its sender out after another request that it refused", () => {
  assert.deepEqual(kindsOf("AdRAdRAdRA"), new Set(["held"]));
  assert.deepEqual(kindsOf("ARdARdARdA"), new Set(["held"]));
  assert.deepEqual(kindsOf("ARAdARARA"), new Set(["violated"]));
  assert.deepEqual(kindsOf("AdEAEdAdEA"), new Set(["violated"]), "it fails for no such reason");
});

test("requests are compared with the same one only", () => {
  const log = [...logOf("ARARARA")].map((one, index) => ({ ...one, purpose: index % 2 === 0 ? "a" : "b" }));
  assert.deepEqual(
    new Set(judgeSteady(log, "listCards", ({ purpose }) => purpose).map(({ kind }) => kind)),
    new Set(["held"]),
  );
});

test("what is refused of several kinds at one time counts once", () => {
  const all = logOf("AARRAARRAARRAA");
  const kindOf = ({ id }: { id: string }) => (Number(id.slice(1)) % 2 === 0 ? "even" : "odd");
  const [fact] = judgeSteady(all, "listCards", kindOf);
  assert.ok(fact?.kind === "violated");
  assert.equal(fact.exchanges.length, 3);
  const two = judgeSteady(all.slice(0, 10), "listCards", kindOf);
  assert.deepEqual(
    two.map(({ kind }) => kind),
    ["missing"],
    "four requests, at two times",
  );
});

test("a list is the same with the same page size and token, and not with a cursor or a token that is refused", () => {
  assert.ok(mainList);
  const same = sameList(mainList);
  const list = (query: string, token = "a", status = 200) =>
    exchange({
      status,
      body: status === 200 ? { cards: [] } : {},
      request: wireRequest({
        url: `http://server.invalid/v1/card${query}`,
        headers: [["Authorization", `Bearer ${token}`]],
      }),
    });
  assert.equal(same(list("?limit=3")), same(list("?limit=3", "a", 500)));
  assert.notEqual(same(list("?limit=3")), same(list("?limit=4")));
  assert.notEqual(same(list("")), same(list("", "b")));
  for (const other of [list("?cursor=x"), list("", "a", 401), { ...list(""), alteration: "a defect" }])
    assert.equal(same(other), null);
  assert.equal(same(exchange({ body: {} })), null, "a success without a list");
});
