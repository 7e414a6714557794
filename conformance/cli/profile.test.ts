import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { choose } from "../sandbox/choices.ts";
import { faultNamed } from "../sandbox/faults.ts";
import { type StartedSandbox, type StartOptions, startSandbox } from "../sandbox/start.ts";
import { readRunSettings, runFlags } from "./conformance-flags.ts";
import { parseFlags } from "./flags.ts";
import { runHere } from "./testing.ts";

/** The flags that leave out all other checks. */
const only = (...ids: readonly string[]) => ids.flatMap((id) => ["--only", id]);

describe("--profile and --write-profile", () => {
  const folder = temporaryFolder();
  const open: StartedSandbox[] = [];
  after(() => Promise.all(open.map((sandbox) => sandbox.close())));

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
    return runHere(["conformance", "--cases", "0", "--profile", file, "--quiet", ...args], {
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
      ...only("gap.cursor.invalid"),
    );
    assert.equal(code, 1);
    assert.match(stdout, /✗ gap\.cursor\.invalid/);
    assert.match(stdout, /pins the answer 410; the\s+server's is 404/);
  });

  it("lets a known failure hide none that is new", async () => {
    const { code, stdout } = await judge(
      { faults: [faultNamed("signature.not-verified.patch").seams] },
      "knownFailures: [{check: signature.key.patch, reason: TICKET-8, since: 2026-01-31}]",
      ...["--allow-writes", ...only("signature.key.patch", "signature.path.patch")],
    );
    assert.equal(code, 1, stdout);
    assert.match(stdout, /✗ signature\.path\.patch/);
  });

  it("passes over a known failure, and says so", async () => {
    const failures = "knownFailures: [{check: list.limit.default, reason: TICKET-7, since: 2026-01-31}]";
    const { code, stdout } = await judge(
      { faults: [faultNamed("page.default-twenty").seams] },
      failures,
      ...only("list.limit.default"),
    );
    assert.equal(code, 0, stdout);
    assert.match(stdout, /known failure/);
  });

  it("fails for an entry that no longer fails", async () => {
    const failures = "knownFailures: [{check: list.limit.default, reason: TICKET-7, since: 2026-01-31}]";
    const { code, stdout } = await judge({}, failures, ...only("list.limit.default"));
    assert.equal(code, 1);
    assert.match(
      stdout.replace(/\s+/g, " "),
      /known failure \(TICKET-7 \(since 2026-01-31\)\), but it no longer fails/,
    );
  });

  it("writes the answers that were observed, and holds a later run to them", async () => {
    const written = join(folder, "written.yaml");
    const choices = choose(["gap.cursor.invalid", "410"], ["gap.limit.maximum", "capped"]);
    const gaps = only("gap.cursor.invalid", "gap.limit.maximum");
    const first = await judge({ choices }, "", "--write-profile", written, ...gaps);
    assert.equal(first.code, 0, first.stdout + first.stderr);
    const text = readFileSync(written, "utf8");
    assert.match(text, /gap\.cursor\.invalid: "410"/);
    assert.match(text, /gap\.limit\.maximum: "capped"/);
    assert.doesNotMatch(text, /secret/i);
    const answers = text.slice(text.indexOf("answers:"));
    assert.equal((await judge({ choices }, answers, ...gaps)).code, 0);
    assert.equal((await judge({}, answers, ...gaps)).code, 1);
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

const read = (...args: readonly string[]) => readRunSettings(parseFlags(args, runFlags).given);

describe("the flags of partner-card conformance", () => {
  const folder = temporaryFolder();

  const profile = (text: string) => {
    const file = join(folder, "profile.yaml");
    writeFileSync(file, text);
    return file;
  };

  it("let a flag win over the profile", () => {
    const file = profile("settings: {card: CRD1, timeout: 3}");
    const given = read("--profile", file, "--card", "CRD2");
    assert.equal(given.values.card, "CRD2");
    assert.equal(given.values.timeout, 3);
  });

  it("hold a profile to the same rules as flags", () => {
    assert.throws(() => read("--profile", profile("settings: {timeout: soon}")), /--timeout is a number/);
    assert.throws(() => read("--profile", profile("settings: {report: html=x}")), /no setting "report"/);
  });

  it("keep what is about one run out of a profile", () => {
    const given = read("--card", "CRD1", "--quiet", "--report", "json=-");
    assert.deepEqual(given.profile.settings, { card: "CRD1" });
  });

  it("take the profile that the guide shows", () => {
    const guide = readFileSync(new URL("../../scripts/docs/pages/conformance.md", import.meta.url), "utf8");
    const [, example] = /```yaml\n(settings:[\s\S]*?)```/.exec(guide) ?? [];
    assert.ok(example);
    const given = read("--profile", profile(example));
    assert.equal(given.values["allow-writes"], true);
    assert.equal(given.profile.answers.get("gap.cursor.invalid"), "410");
    assert.equal(given.profile.knownFailures.length, 1);
  });
});
