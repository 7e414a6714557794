import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { readRunSettings, runFlags } from "./conformance-flags.ts";
import { parseFlags } from "./flags.ts";

const read = (...args: readonly string[]) => readRunSettings(parseFlags(args, runFlags).given);

describe("the flags of partner-card conformance", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "partner-card-arguments-"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

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
