import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { faults } from "../conformance/sandbox/faults.ts";
import { bundledScript } from "./kit/started-testing.ts";

const program = await bundledScript("proof");

function proof(...flags: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...flags], { encoding: "utf8" });
  return { status, stdout, stderr };
}

test("one faulty server is judged by its name, and said to be found", () => {
  const [fault] = faults;
  const { status, stdout } = proof("--only", fault?.name ?? "");
  assert.equal(status, 0);
  assert.ok(stdout.includes(fault?.summary ?? ""));
  assert.match(stdout, /^shown by \w+: .*\nfound by .*/m);
});

test("a server of which there is none, and a sample of no size, are refused in one line", () => {
  for (const [flags, message] of [
    [
      ["--only", "no-such-fault × accept-any"],
      /^there is no "no-such-fault"; a name is fault × condition\n$/,
    ],
    [["--sample", "many"], /^--sample takes a number, not "many"\n$/],
    [["--lawful", "0"], /^--lawful takes a number, not "0"\n$/],
  ] as const) {
    const { status, stderr } = proof(...flags);
    assert.equal(status, 1);
    assert.match(stderr, message);
  }
});
