import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { existsSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { faultNamed } from "../sandbox/faults.ts";
import { startSandbox } from "../sandbox/start.ts";
import { type OtherSandbox, otherSandbox, runCommand } from "./testing.ts";

describe("partner-card conformance against a sandbox in another process", () => {
  let sandbox: OtherSandbox;
  before(async () => {
    sandbox = await otherSandbox();
  });
  after(() => sandbox.stop());

  it("judges it by flags, and exits 0", async () => {
    const { code, stdout } = await runCommand(
      [
        ...["conformance", "--allow-writes", "--base-url", sandbox.baseUrl],
        ...["--client-id", sandbox.clientId, "--signing-key", sandbox.signingKey],
      ],
      { PARTNER_CARD_CLIENT_SECRET: sandbox.clientSecret },
    );
    assert.equal(code, 0, stdout);
    assert.match(stdout, /Conforms \(exit 0\)/);
  });

  it("is read-only unless writes are allowed", async () => {
    const { code, stdout } = await runCommand(
      ["conformance", "--report", "json=-", "--quiet"],
      sandbox.environment,
    );
    assert.equal(code, 0);
    const report = JSON.parse(stdout) as { results: { id: string; verdict: string; exchanges: unknown[] }[] };
    const writes = report.results.filter(({ id }) => id.endsWith(".patch") || id.endsWith(".put"));
    assert.ok(writes.length > 50);
    assert.ok(writes.every(({ verdict }) => verdict === "skipped"));
    assert.doesNotMatch(stdout, /"method": ?"(PATCH|PUT)"/);
  });

  it("says in one line that the secret is wrong, and exits 3", async () => {
    const environment = { ...sandbox.environment, PARTNER_CARD_CLIENT_SECRET: "not-the-secret" };
    const { code, stdout, stderr } = await runCommand(["conformance"], environment);
    assert.equal(code, 3);
    assert.match(stdout, /the server refused the client credentials \(401\)/);
    assert.doesNotMatch(stdout + stderr, /not-the-secret/);
    assert.doesNotMatch(stdout, /✓ [1-9]|passed [1-9]/);
  });

  it("removes the key file when it ends", async () => {
    const other = await otherSandbox();
    assert.ok(existsSync(other.signingKey));
    assert.equal(await other.stop(), 0);
    assert.equal(existsSync(other.signingKey), false);
  });
});

describe("partner-card conformance against a sandbox with a fault", () => {
  // One fault of each area; every fault of the catalogue is judged in the proof of the suite.
  for (const name of [
    "token.secret-unchecked",
    "page.ends-early",
    "card.last4-malformed",
    "scopes.not-checked.put",
    "signature.ignores-path",
    "write.lost.patch",
  ]) {
    it(`finds ${name}, names the requirement, and exits 1`, async () => {
      const fault = faultNamed(name);
      const sandbox = await startSandbox({ faults: [fault.seams] });
      const key = sandbox.signingKey.export({ type: "pkcs8", format: "pem" }).toString();
      try {
        const { code, stdout } = await runCommand(["conformance", "--allow-writes", "--report", "json=-"], {
          PARTNER_CARD_BASE_URL: sandbox.baseUrl,
          PARTNER_CARD_CLIENT_ID: sandbox.clientId,
          PARTNER_CARD_CLIENT_SECRET: sandbox.clientSecret,
          PARTNER_CARD_SIGNING_KEY: key,
        });
        assert.equal(code, 1);
        const { results } = JSON.parse(stdout) as {
          results: { id: string; verdict: string; requirements: string[] }[];
        };
        const failed = results.filter(({ verdict }) => verdict === "failed");
        assert.ok(failed.some(({ requirements }) => requirements.includes(fault.breaks)));
        assert.ok(failed.some(({ id }) => id === fault.caughtBy[0]));
      } finally {
        await sandbox.close();
      }
    });
  }
});

describe("partner-card conformance without a server", () => {
  it("says in one line that nothing is there, and exits 3", async () => {
    const { publicKey: _, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const sandbox = await startSandbox();
    await sandbox.close();
    const { code, stdout, stderr } = await runCommand(["conformance"], {
      PARTNER_CARD_BASE_URL: sandbox.baseUrl,
      PARTNER_CARD_CLIENT_ID: "partner-1",
      PARTNER_CARD_CLIENT_SECRET: "a-secret-for-nobody",
      PARTNER_CARD_SIGNING_KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    });
    assert.equal(code, 3, stderr);
    assert.match(stdout, /ECONNREFUSED/);
  });

  it("judges the embedded sandbox, writes included, and exits 0", async () => {
    const { code, stdout, stderr } = await runCommand(["conformance"]);
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /(\d+) of \1 checks/);
    assert.match(stderr, /changes limits of CRD\d+ .* and puts them back at the end; at most \d+ writes/);
  });
});
