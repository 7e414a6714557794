import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { faultNamed } from "../sandbox/faults.ts";
import { type StartedSandbox, startSandbox } from "../sandbox/start.ts";
import { testTarget } from "../wire/testing.ts";
import { startCommand } from "./process-testing.ts";
import { environmentOf, type Printed, runHere } from "./testing.ts";

it("two processes: a sandbox is judged by flags, which exits 0, and removes its key file when it ends", async () => {
  const { child, ended } = startCommand(["sandbox", "--json"]);
  const [line] = await once(child.stdout as Readable, "data");
  const printed = JSON.parse(String(line)) as Printed;
  try {
    const { code, stdout } = await startCommand(
      [
        ...["conformance", "--cases", "0", "--allow-writes", "--base-url", printed.baseUrl],
        ...["--client-id", printed.clientId, "--signing-key", printed.signingKey],
      ],
      { PARTNER_CARD_CLIENT_SECRET: printed.clientSecret },
    ).ended;
    assert.equal(code, 0, stdout);
    assert.match(stdout, /Conforms \(exit 0\)/);
    assert.ok(existsSync(printed.signingKey));
  } finally {
    child.kill("SIGTERM");
    assert.equal((await ended).code, 0);
  }
  assert.equal(existsSync(printed.signingKey), false);
});

describe("partner-card conformance against a sandbox that it has not started", () => {
  let sandbox: StartedSandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());

  it("is read-only unless writes are allowed", async () => {
    const { code, stdout } = await runHere(
      ["conformance", "--cases", "0", "--report", "json=-", "--quiet"],
      environmentOf(sandbox.target),
    );
    assert.equal(code, 0);
    const report = JSON.parse(stdout) as { results: { id: string; verdict: string; exchanges: unknown[] }[] };
    const writes = report.results.filter(({ id }) => id.endsWith(".patch") || id.endsWith(".put"));
    assert.ok(writes.length > 50);
    assert.ok(writes.every(({ verdict }) => verdict === "skipped"));
    assert.doesNotMatch(stdout, /"method": ?"(PATCH|PUT)"/);
  });

  it("says in one line that the secret is wrong, and exits 3", async () => {
    const environment = environmentOf({ ...sandbox.target, clientSecret: "not-the-secret" });
    const { code, stdout, stderr } = await runHere(["conformance", "--cases", "0"], environment);
    assert.equal(code, 3);
    assert.match(stdout, /the server refused the client credentials \(401\)/);
    assert.doesNotMatch(stdout + stderr, /not-the-secret/);
    assert.doesNotMatch(stdout, /✓ [1-9]|passed [1-9]/);
  });
});

describe("partner-card conformance against a sandbox with a fault", () => {
  const folder = temporaryFolder();
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
      const journal = join(folder, `${name}.json`);
      try {
        const { code, stdout } = await runHere(
          [
            ...["conformance", "--cases", "0", "--allow-writes", "--report", "json=-", "--journal", journal],
            ...["--only", fault.breaks, "--only", fault.caughtBy[0]],
          ],
          environmentOf(sandbox.target),
        );
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
    const { baseUrl, close } = await startSandbox();
    await close();
    const { code, stdout, stderr } = await runHere(["conformance"], environmentOf(testTarget({ baseUrl })));
    assert.equal(code, 3, stderr);
    assert.match(stdout, /ECONNREFUSED/);
  });

  it("judges the embedded sandbox, writes included, and exits 0", async () => {
    const { code, stdout, stderr } = await runHere(["conformance", "--cases", "0"]);
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /(\d+) of \1 checks/);
    assert.match(stderr, /changes limits of CRD\d+ .* and puts them back at the end; at most \d+ writes/);
  });
});
