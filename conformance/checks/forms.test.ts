/** Servers that forgive one form of a defect are found, by the check of the rule; a usual run has more than these cases. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../../generated/operations.ts";
import { oneIn } from "../../src/testing/extent.ts";
import type { Seams } from "../sandbox/seams.ts";
import type { Wrap } from "../selftest/effects.ts";
import { proofRun, rightSignature } from "../selftest/in-memory.ts";
import { mirrors } from "../selftest/sample/mirrors.ts";
import { idsWith } from "../selftest/verdicts.ts";

const mirror = (name: string): Partial<Seams> => {
  const found = mirrors.find((one) => one.name === `mirror.${name}`);
  assert.ok(found, name);
  return found.seams;
};
const run = { cases: 500 };
/** No other check has a say in it. */
const select = ({ id }: { id: string }) => /^(?:signature|timestamp)\./.test(id);

for (const [name, check] of oneIn(2, [
  ["signing-separator.pipes", "signature.string"],
  ["signing-idempotency-key.appended", "signature.string"],
  ["signing-method.lower-case", "signature.method"],
  ["signing-path.trailing-slash", "signature.path"],
  ["signing-timestamp.milliseconds-signed", "signature.timestamp"],
  ["signing-encoding.twice", "signature.algorithm"],
  ["timestamp-words", "timestamp.malformed"],
] as const)) {
  test(`${name} is found by ${check}`, async () => {
    const faults = [mirror(name)];
    const failed = idsWith(await proofRun({ select, sandbox: { faults }, run }), "failed");
    assert.ok(failed.length > 0, "it is found");
    assert.deepEqual(
      failed.filter((id) => id !== `${check}.patch` && id !== `${check}.put`),
      [],
    );
    const plain = await proofRun({ select, sandbox: { faults } });
    assert.deepEqual(idsWith(plain, "failed"), [], "what every run sends does not show it");
  });
}

for (const name of oneIn(2, [
  "signature-doubled",
  "signature-another",
  "timestamp-late",
  "timestamp-early",
])) {
  test(`${name} is found by what every run sends`, async () => {
    const patch = mirrors.find((one) => one.name === `mirror.${name}.patch`);
    assert.ok(patch);
    const { seams, watch } = patch;
    const result = await proofRun({
      select,
      sandbox: { faults: [{ ...seams, ...(watch === undefined ? {} : { reply: seen(seams, watch) }) }] },
    });
    const family = { late: "timestamp.stale", early: "timestamp.fresh" }[name.replace("timestamp-", "")];
    const failed = idsWith(result, "failed");
    assert.ok(failed.includes(`${family ?? "signature.invalid"}.patch`), failed.join());
    // An earlier signature may be right for what another check sends within the same second.
    assert.ok(name === "signature-another" || failed.length === 1, failed.join());
  });
}

for (const [age, signature] of [
  ["last", "first"],
  ["first", "last"],
] as const) {
  test(`a server that reads the age from the ${age} timestamp and the signature from the ${signature} is found`, async () => {
    const wrap: Wrap = (request, next) => {
      const times = request.headers.get(api.headers.timestamp)?.split(", ") ?? [];
      const [first = "", last = ""] = signature === "first" ? times : times.toReversed();
      const covered = (timestamp: string) =>
        rightSignature(`${request.method}${new URL(request.url).pathname}${timestamp}`);
      if (times.length === 2 && request.headers.get(api.headers.signature) === covered(first)) {
        request.headers.set(api.headers.timestamp, last);
        request.headers.set(api.headers.signature, covered(last));
      }
      return next(request);
    };
    const failed = [...idsWith(await proofRun({ select, wrap, run }), "failed")].sort();
    assert.deepEqual(failed, ["timestamp.stale.patch", "timestamp.stale.put"]);
  });
}

/** Lets a mirror see every answer. */
function seen(seams: Partial<Seams>, watch: (...answer: Parameters<Seams["reply"]>) => void): Seams["reply"] {
  return (reply, context) => {
    watch(reply, context);
    return seams.reply?.(reply, context) ?? reply;
  };
}
