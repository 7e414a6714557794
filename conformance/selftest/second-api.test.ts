/** Operations that no check was written for: their checks are made from the description, and each can fail. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { copyRepository } from "../../scripts/drills/copy.ts";
import { oneIn } from "../../src/testing/extent.ts";
import { type Circumstance, circumstances, flaws, noticed } from "./second-api/flaws.ts";
import type { SecondRun } from "./second-api/run.ts";

const fixture = (name: string) => readFileSync(new URL(`second-api/${name}`, import.meta.url), "utf8");

// In a copy of the repository, the second API is part of the description.
const copy = copyRepository((path) => path.endsWith(".test.ts"));
test.after(copy.remove);
const insertion = (before: string, name: string) => [before, fixture(name) + before] as const;
copy.edit(
  "openapi/partner-card.yaml",
  insertion("            replaceLimits:\n", "links.yaml"),
  insertion("components:\n  securitySchemes:\n", "paths.yaml"),
  insertion("    CardId:\n      type: string\n", "schemas.yaml"),
);
const rows = "openapi/requirements.yaml";
copy.write(rows, copy.read(rows) + fixture("requirements.yaml"));
await copy.run("scripts/generate.ts", "--skip-types");
const { ids, unjudged, results } = JSON.parse(await copy.run("conformance/selftest/second-api/run.ts")) as {
  ids: readonly string[];
  unjudged: readonly string[];
  results: Readonly<Record<string, SecondRun>>;
};

function run(name: string): SecondRun {
  const found = results[name];
  assert.ok(found !== undefined, name);
  return found;
}

function withVerdict(name: string, verdict: string): string[] {
  return Object.entries(run(name).checks)
    .filter(([, check]) => check.verdict === verdict)
    .map(([id]) => id)
    .sort();
}

const original = { channel: "phone", address: "none" };

test("every new operation has its checks, without a line of code", () => {
  for (const operation of [
    "listOwners",
    "getOwner",
    "updateContact",
    "freezeCard",
    "listFreezes",
    "getRate",
    "listPayments",
    "listNotes",
    "createNote",
    "getNote",
    "getNoteSummary",
    "replaceNote",
    "removeNote",
    "listLabels",
    "getLabel",
    "putLabel",
    "removeLabel",
    "listBills",
    "createBill",
    "getBill",
    "replaceLines",
    "sendBill",
  ]) {
    for (const family of ["accepted", "status", "token.missing", "token.dies", "error.401.body"])
      assert.ok(ids.includes(`${family}.${operation}`), `${family}.${operation}`);
    assert.ok(!unjudged.includes(operation));
  }
  for (const operation of ["updateContact", "freezeCard"]) {
    for (const family of ["signature.missing", "timestamp.fresh", "idempotency.retry", "refused.no-effect"])
      assert.ok(ids.includes(`${family}.${operation}`), `${family}.${operation}`);
  }
  assert.ok(!ids.includes("signature.missing.getOwner"), "it is not signed");
  assert.ok(!ids.includes("scope.transfers-read.updateContact"), "it does not need that scope");
});

test("a server as specified passes all of them, and has afterwards what it had before", () => {
  assert.deepEqual(withVerdict("conforming", "passed"), Object.keys(run("conforming").checks).sort());
  assert.ok(ids.every((id) => id in run("conforming").checks));
  assert.deepEqual(run("conforming").contacts, [original, original, original]);
  const names = run("conforming").kept.map((one) => (one as { readonly name?: string }).name);
  assert.deepEqual(names, ["label1", "label2", "label3", "label4", "label5"], "what was created is removed");
  assert.deepEqual(run("conforming").incomplete, []);
});

for (const only of oneIn(2, [
  ["*Bill*", "*.replaceLines", "*Payments"],
  ["*Note", "*Label", "*Contact", "*.getOwner"],
]))
  test(`its sandbox, which knows the description alone, passes ${only.join(", ")}`, async () => {
    const flags = ["--seed", "1", "--cases", "0", ...only.flatMap((name) => ["--only", name])];
    const output = await copy.run("conformance/cli.ts", "conformance", ...flags);
    assert.match(output, /^Conforms \(exit 0\)$/m);
  });

test("the run says beforehand what it calls, on what, and whether that is put back", () => {
  // How many notes and bills there were before depends on what is sent, and says nothing.
  const notices = run("conforming").notices.map((notice) =>
    notice.replace(/\bN\d+\b/, "a note of its own").replace(/\bBILL\d+\b/, "a bill of its own"),
  );
  assert.deepEqual([...notices].sort(), [
    "calls DELETE /v1/label/{name} on what this run has created; nothing puts that back",
    "calls DELETE /v1/note/{id} on what this run has created; nothing puts that back",
    'calls PATCH /v1/owner/{id}/contact on USR3 and puts back what it changes (now {"address":"none","channel":"phone"})',
    "calls PATCH /v1/owner/{id}/contact on items in other states, asking for what they have already",
    "calls POST /v1/bill/{id}/send on what is sent, which has to be refused; where it is not, nothing puts that back",
    "calls POST /v1/bill/{id}/send on what this run has created; nothing puts that back",
    "calls POST /v1/bill; nothing puts that back",
    "calls POST /v1/card/{id}/freeze on CRD2; nothing puts that back",
    "calls POST /v1/note; what that creates is removed in the end",
    "calls PUT /v1/bill/{id}/lines on a bill of its own; nothing puts that back",
    "calls PUT /v1/bill/{id}/lines on what is sent, which has to be refused; where it is not, nothing puts that back",
    "calls PUT /v1/label/{name} on label5; nothing puts that back",
    "calls PUT /v1/label/{name} with ids that nothing has; what that creates is removed in the end",
    "calls PUT /v1/note/{id} on a note of its own; nothing puts that back",
  ]);
});

for (const flaw of oneIn(60, flaws)) {
  test(`${flaw} is noticed by ${noticed[flaw].join(", ")} alone`, () => {
    assert.deepEqual(withVerdict(flaw, "failed"), noticed[flaw]);
    assert.deepEqual(withVerdict(flaw, "broken"), []);
  });
}

function isUnseen(circumstance: Circumstance): void {
  assert.deepEqual(withVerdict(circumstance, "failed"), []);
  const hidden = ["idempotency.distinct", "idempotency.retry", "refused.no-effect"];
  assert.deepEqual(
    withVerdict(circumstance, "inconclusive"),
    hidden.map((family) => `${family}.freezeCard`),
  );
  assert.equal(
    run(circumstance).checks["refused.no-effect.freezeCard"]?.message,
    "nothing that can be read shows what POST /v1/card/{id}/freeze does",
  );
}

function allPass(circumstance: Circumstance): void {
  assert.deepEqual(withVerdict(circumstance, "passed"), Object.keys(run(circumstance).checks).sort());
}

/** What each circumstance means for a run, in words, and how that shows. */
const meanings: Readonly<Record<Circumstance, readonly [string, (circumstance: Circumstance) => void]>> = {
  "blocks-hidden": ["what no one can see is inconclusive, and the report says so", isUnseen],
  "blocks-restless": ["what is never the same is inconclusive as well", isUnseen],
  "effects-late": [
    "effects that are to be seen late are waited for, and put back",
    (circumstance) => {
      allPass(circumstance);
      assert.deepEqual(run(circumstance).contacts, [original, original, original]);
    },
  ],
  "body-refused": [
    "an operation that refuses every sample for its content is no contradiction, and the run is incomplete",
    (circumstance) => {
      assert.deepEqual(withVerdict(circumstance, "failed"), []);
      assert.equal(run(circumstance).checks["accepted.updateContact"]?.verdict, "inconclusive");
      assert.ok(run(circumstance).incomplete.some((line) => line.includes("PATCH /v1/owner/{id}/contact")));
    },
  ],
  "one-text": [
    "samples that a server refuses for their content are left out where it takes another one",
    (circumstance) => {
      const others = Object.keys(run(circumstance).checks).filter((id) => id !== "text-length.createNote");
      assert.deepEqual(withVerdict(circumstance, "passed"), others.sort());
      const inconclusive = withVerdict(circumstance, "inconclusive");
      assert.deepEqual(inconclusive, ["text-length.createNote"], "it takes no long text");
    },
  ],
  "other-texts": ["what a server creates under a new name alone is created under new names", allPass],
  "notes-go-on": ["what goes on by itself after it was created is nobody's doing", allPass],
  "notes-of-others": [
    "what somebody else writes meanwhile is held against no request that was refused",
    (circumstance) => assert.deepEqual(withVerdict(circumstance, "failed"), []),
  ],
};

for (const circumstance of oneIn(3, circumstances)) {
  const [words, judge] = meanings[circumstance];
  test(`${circumstance}: ${words}`, () => judge(circumstance));
}
