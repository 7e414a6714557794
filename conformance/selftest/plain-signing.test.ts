import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { oneIn } from "../../src/testing/extent.ts";
import { signingMistakes } from "../wire/signing-mistakes.ts";
import { judgePlain } from "./plain-server-testing.ts";
import { misreadings } from "./plain-signatures.ts";
import { idsWith, linesWith } from "./verdicts.ts";

/** Checks that such a server breaks beside those of the scheme. */
const also: Readonly<Record<string, readonly string[]>> = {
  // It takes a timestamp that is no integer.
  "timestamp.iso-8601": ["timestamp.malformed.patch", "timestamp.malformed.put"],
};

const servers = Object.entries(misreadings);

/** Of all, one in ten is judged by all checks, the others by those that a signature decides. */
const isAboutSigning = ({ id }: { id: string }) =>
  /^(?:signature|timestamp\.malformed|write\.accepted|gap\.signature)\./.test(id);

async function judge(server: (typeof servers)[number]) {
  const [id, reading] = server;
  const select = servers.indexOf(server) % 10 === 0 ? () => true : isAboutSigning;
  const result = await judgePlain({ server: { reading }, run: { select } });
  const failed = ["signature.scheme.patch", "signature.scheme.put", ...(also[id] ?? [])];
  assert.deepEqual(idsWith(result, "failed").sort(), failed, linesWith(result, "failed").join("\n"));
  const description = signingMistakes.find((mistake) => mistake.id === id)?.description ?? "unknown";
  for (const name of ["patch", "put"]) {
    const check = result.checks.find((one) => one.id === `signature.scheme.${name}`);
    assert.ok(check?.message.includes(`${description} is accepted`), check?.message);
  }
  assert.equal(result.end.exitCode, 1);
  assert.ok(result.end.summary.inconclusive <= 2, linesWith(result, "inconclusive").join("\n"));
  assert.deepEqual(result.changed, []);
}

describe("a server that reads the rule of the signature in a usual wrong way", () => {
  it("is one of many", () => {
    assert.ok(servers.length >= 25);
  });
  for (const server of oneIn(36, servers))
    it(`${server[0]} is named, and hides nothing else`, () => judge(server));
});
