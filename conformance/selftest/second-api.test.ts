/** Operations that no check was written for: their checks are made from the description, and each can fail. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { copyRepository } from "../../scripts/drills/copy.ts";
import { oneIn } from "../../src/testing/extent.ts";
import { type Flaw, flaws } from "./second-api/flaws.ts";
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
await copy.run("scripts/generate.ts");
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
    "replaceNote",
    "removeNote",
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
  assert.deepEqual(run("conforming").incomplete, []);
});

test("its sandbox, which knows the description alone, passes those of notes and contacts", async () => {
  const only = ["*Note", "*Contact", "*.getOwner"].flatMap((name) => ["--only", name]);
  const flags = ["--seed", "1", "--cases", "0", ...only];
  const output = await copy.run("conformance/cli.ts", "conformance", ...flags);
  assert.match(output, /^Conforms \(exit 0\)$/m);
});

test("the run says beforehand what it calls, on what, and whether that is put back", () => {
  assert.deepEqual([...run("conforming").notices].sort(), [
    "calls DELETE /v1/note/{id} on what this run has created; nothing puts that back",
    "calls PATCH /v1/owner/{id}/contact on USR3 and puts back what it changes",
    "calls POST /v1/card/{id}/freeze on CRD2; nothing puts that back",
    "calls POST /v1/note; nothing puts that back",
    "calls PUT /v1/note/{id} on N15; nothing puts that back",
  ]);
});

/** The checks that fail for each flaw, and no others: what else notices it is hidden by them. */
const noticed: Readonly<Record<Flaw, readonly string[]>> = {
  "note.one-text": ["created.createNote"],
  "note.one-kept": ["effect.replaceNote"],
  "contact.letter-kept": ["effect.updateContact"],
  "contact.address-lost": ["effect.updateContact"],
  "holder.404": ["accepted.getOwner"],
  "holder.405": ["accepted.getOwner"],
  "contact.415": ["accepted.updateContact"],
  "block.500": ["accepted.freezeCard"],
  "rate.redirect": ["accepted.getRate"],
  "mood.number": ["accepted.getOwner", "accepted.listOwners"],
  "missing-token.holder": ["token.missing.getOwner"],
  "any-token.rate": ["token.invalid.getRate"],
  "invalid-token.403": ["token.invalid.freezeCard"],
  "scheme.contact": ["token.scheme.updateContact"],
  "narrow-scope.contact": ["scope.cards-read.updateContact", "scope.cards-write.updateContact"],
  "all-scopes.contact": ["accepted.updateContact"],
  "expired-token.holder": ["token.dies.getOwner"],
  "key.optional.block": ["idempotency-key.missing.freezeCard"],
  "key.empty.contact": ["idempotency-key.empty.updateContact"],
  "timestamp.optional": ["timestamp.missing.freezeCard"],
  "timestamp.loose": ["timestamp.malformed.freezeCard"],
  "stale.accepted": ["timestamp.stale.freezeCard"],
  "fresh.refused": ["timestamp.fresh.freezeCard"],
  "signature.optional": ["signature.missing.freezeCard"],
  "signature.unchecked": ["signature.key.freezeCard"],
  "signature.method-free": ["signature.method.freezeCard"],
  "signature.hex": ["signature.algorithm.freezeCard"],
  "refused.applied.block": ["refused.no-effect.freezeCard"],
  "refused.applied.contact": ["refused.no-effect.updateContact"],
  "signature.500": ["refused.client-error.freezeCard"],
  "retry.applied.block": ["idempotency.retry.freezeCard"],
  "retry.applied.contact": ["idempotency.retry.updateContact"],
  "body-is-key.block": ["idempotency.distinct.freezeCard"],
  // A body that was sent before changes nothing.
  "body-is-key.contact": ["effect.updateContact", "idempotency.distinct.updateContact"],
  "channel.other": ["contact.channel"],
  "block.200": ["status.freezeCard"],
  "rate.any-amount": ["demanded.amount.getRate"],
  "rate.amount-optional": ["demanded.amount.getRate"],
  "channel.optional": ["demanded.channel.updateContact"],
  // What was taken is shown again.
  "channel.any-type": ["contact.channel", "demanded.channel.updateContact"],
  "holders.missing": ["holders.complete"],
  "rate.text": ["rate.complete"],
  "rate.html": ["accepted.getRate"],
  "error.text.holder": ["error.401.body.getOwner"],
  "holder.first": ["accepted.getOwner"],
  "holder.any-id": ["unknown-item.getOwner"],
  "holder.old-contact": ["same-item.getOwner"],
  "holders.unfiltered": ["filter.kind.listOwners"],
  "holders.filtered-short": ["filter.kind.listOwners"],
  "holders.any-mood": ["filter.mood.listOwners"],
  "holders.no-mood": ["filter.mood.listOwners"],
  "rate.headerless": ["headers.getRate"],
  "rate.plain-json": ["media-type.getRate"],
  "payments.filtered-once": ["filter.state.listPayments"],
  "payments.any-day": ["filter.day.listPayments"],
  "note.any-length": ["demanded.text.createNote", "demanded.text.replaceNote"],
  "note.created-elsewhere": ["created.createNote"],
  "note.stays": ["removed.removeNote"],
  "note.other-removed": ["removed.removeNote"],
  "note.unchanged": ["effect.replaceNote"],
  "note.other-replaced": ["effect.replaceNote"],
  "location.other": ["created.createNote"],
};

for (const flaw of oneIn(6, flaws)) {
  test(`${flaw} is noticed by ${noticed[flaw].join(", ")} alone`, () => {
    assert.deepEqual(withVerdict(flaw, "failed"), noticed[flaw]);
    assert.deepEqual(withVerdict(flaw, "broken"), []);
  });
}

for (const circumstance of ["blocks-hidden", "blocks-restless"]) {
  test(`${circumstance}: what no one can see is inconclusive, and the report says so`, () => {
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
  });
}

test("effects that are to be seen late are waited for, and put back", () => {
  assert.deepEqual(withVerdict("effects-late", "passed"), Object.keys(run("effects-late").checks).sort());
  assert.deepEqual(run("effects-late").contacts, [original, original, original]);
});

test("samples that a server refuses for their content are left out where it takes another one", () => {
  assert.deepEqual(withVerdict("one-text", "passed"), Object.keys(run("one-text").checks).sort());
});

test("an operation that refuses every sample for its content is no contradiction, and the run is incomplete", () => {
  assert.deepEqual(withVerdict("body-refused", "failed"), []);
  assert.equal(run("body-refused").checks["accepted.updateContact"]?.verdict, "inconclusive");
  assert.ok(run("body-refused").incomplete.some((line) => line.includes("PATCH /v1/owner/{id}/contact")));
});
