import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { formats } from "../report/formats.ts";
import { logOf } from "../report/testing.ts";
import { faultNamed } from "../sandbox/faults.ts";
import { proofRun } from "../selftest/in-memory.ts";
import { runHere } from "./testing.ts";

describe("--offline", () => {
  const folder = temporaryFolder();

  async function record(fault?: string): Promise<string> {
    const faults = fault === undefined ? [] : [faultNamed(fault).seams];
    const { events } = await proofRun({ sandbox: { faults, cards: 12 } });
    const file = join(folder, `${fault ?? "good"}.har`);
    writeFileSync(file, formats.har(logOf(events)));
    return file;
  }

  it("judges a recording without sending anything", async () => {
    const { code, stdout } = await runHere(["conformance", "--offline", await record()]);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /✓ [1-9][0-9] passed/);
  });

  it("finds in a recording what it would find on the server", async () => {
    const { code, stdout } = await runHere(["conformance", "--offline", await record("card.last4-type")]);
    assert.equal(code, 1);
    assert.match(stdout, /✗ card\.last4/);
  });

  it("says what is wrong with the file", async () => {
    const file = join(folder, "wrong.har");
    for (const [text, description] of [
      ["{", /is not JSON/],
      ["{}", /is not a HAR; it has no log\.entries/],
      ['{"log":{"entries":[]}}', /holds no whole exchange with this API/],
    ] as const) {
      writeFileSync(file, text);
      const { code, stderr } = await runHere(["conformance", "--offline", file]);
      assert.equal(code, 2);
      assert.match(stderr, description);
    }
  });
});
