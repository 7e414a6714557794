import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { choose } from "../sandbox/choices.ts";
import { faultNamed } from "../sandbox/faults.ts";
import { type StartedSandbox, type StartOptions, startSandbox } from "../sandbox/start.ts";
import { runHere } from "./testing.ts";

describe("--profile and --write-profile", () => {
  let folder: string;
  const open: StartedSandbox[] = [];
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "partner-card-profile-"));
  });
  after(async () => {
    await Promise.all(open.map((sandbox) => sandbox.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  async function judge(options: StartOptions, profile: string, ...args: string[]) {
    const sandbox = await startSandbox(options);
    open.push(sandbox);
    const file = join(folder, "profile.yaml");
    const key = join(folder, "key.pem");
    writeFileSync(key, sandbox.signingKey.export({ type: "pkcs8", format: "pem" }));
    writeFileSync(
      file,
      `settings: {base-url: "${sandbox.baseUrl}", client-id: ${sandbox.clientId}, signing-key: ${key}}\n${profile}`,
    );
    return runHere(["conformance", "--profile", file, "--quiet", ...args], {
      PARTNER_CARD_CLIENT_SECRET: sandbox.clientSecret,
    });
  }

  it("takes the target from the profile", async () => {
    const { code, stderr } = await judge({}, "");
    assert.equal(code, 0, stderr);
  });

  it("fails where the server gives another answer than the pinned one", async () => {
    const { code, stdout } = await judge(
      { choices: choose(["gap.cursor.invalid", "404"]) },
      "answers: {cursor.invalid: 410}",
    );
    assert.equal(code, 1);
    assert.match(stdout, /✗ gap\.cursor\.invalid/);
    assert.match(stdout, /pins the answer 410; the\s+server's is 404/);
  });

  it("passes over a known failure, and says so", async () => {
    const failures = "knownFailures: [{check: list.limit.default, reason: TICKET-7, since: 2026-01-31}]";
    const { code, stdout } = await judge({ faults: [faultNamed("page.default-twenty").seams] }, failures);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /known failure/);
  });

  it("fails for an entry that no longer fails", async () => {
    const failures = "knownFailures: [{check: list.limit.default, reason: TICKET-7, since: 2026-01-31}]";
    const { code, stdout } = await judge({}, failures);
    assert.equal(code, 1);
    assert.match(
      stdout.replace(/\s+/g, " "),
      /known failure \(TICKET-7 \(since 2026-01-31\)\), but it no longer fails/,
    );
  });

  it("writes the answers that were observed, and holds a later run to them", async () => {
    const written = join(folder, "written.yaml");
    const choices = choose(["gap.cursor.invalid", "410"], ["gap.limit.maximum", "capped"]);
    const first = await judge({ choices }, "", "--write-profile", written);
    assert.equal(first.code, 0, first.stdout + first.stderr);
    const text = readFileSync(written, "utf8");
    assert.match(text, /gap\.cursor\.invalid: "410"/);
    assert.match(text, /gap\.limit\.maximum: "capped"/);
    assert.doesNotMatch(text, /secret/i);
    const answers = text.slice(text.indexOf("answers:"));
    assert.equal((await judge({ choices }, answers)).code, 0);
    assert.equal((await judge({}, answers)).code, 1);
  });

  it("says before the run that the profile cannot be written", async () => {
    const { code, stdout, stderr } = await runHere([
      "conformance",
      "--write-profile",
      "/no/such/folder/p.yaml",
    ]);
    assert.equal(code, 2);
    assert.equal(stdout, "");
    assert.match(stderr, /--write-profile: \/no\/such\/folder\/p\.yaml cannot be written/);
  });
});
