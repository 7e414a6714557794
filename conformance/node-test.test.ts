import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { freePort } from "../src/testing/loopback.ts";
import { temporaryFolder } from "../src/testing/temporary-folder.ts";
import { bundledCommand, loader, startIn } from "./cli/process-testing.ts";
import { environmentOf } from "./cli/testing.ts";
import { faultNamed } from "./sandbox/faults.ts";
import { startSandbox } from "./sandbox/start.ts";
import { closeServers, listening } from "./wire/testing.ts";

const suite = fileURLToPath(new URL("node-test.ts", import.meta.url));
const folder = temporaryFolder();

const bundle = bundledCommand("node-test");

/** Runs the suite under `node --test`, with nothing of this process's own settings; in one file unless told. */
async function runTests(
  settings: Readonly<Record<string, string>>,
  reporter = "tap",
  program: readonly string[] = [bundle.cli],
) {
  const args = ["--test", "--test-reporter", reporter, ...program];
  const { code, stdout, stderr } = await startIn(folder, [process.execPath, ...args], settings).ended;
  const output = stdout + stderr;
  const count = (name: string) => Number(new RegExp(`^# ${name} (\\d+)$`, "m").exec(output)?.[1]);
  const result = (id: string) => output.split("\n").find((line) => line.includes(` - ${id}: `)) ?? "";
  return { code, output, count, result };
}

test("without a base URL the sandbox is judged, writes included, and conforms", async () => {
  const settings = { PARTNER_CARD_ONLY: "card.*,write.effect.patch,gap.cursor.invalid,token.lives" };
  const { code, output, count, result } = await runTests(settings, "tap", ["--import", loader, suite]);
  assert.equal(code, 0, output);
  assert.equal(count("fail"), 0);
  assert.match(result("card.id"), /^ok /);
  assert.match(result("write.effect.patch"), /^ok (?!.*SKIP)/);
  assert.match(output, /# passed: each accepted write was read back/);
  assert.match(output, /# observed: refused with 400/);
  assert.match(result("token.lives"), /# SKIP skipped: needs a wait of \d+ s/);
  assert.match(output, /^ok \d+ - the run is complete$/m);
});

test("a sandbox in another process is read only, unless writes are allowed", async () => {
  const other = await startSandbox();
  try {
    const settings = {
      ...environmentOf(other.target),
      PARTNER_CARD_ONLY: "list.limit,write.effect.patch,signature.missing.patch",
    };
    const reads = await runTests(settings);
    assert.equal(reads.code, 0, reads.output);
    assert.match(reads.result("list.limit"), /^ok (?!.*SKIP)/);
    assert.match(reads.result("write.effect.patch"), /# SKIP skipped: writes are not allowed/);
    const writes = await runTests({ ...settings, PARTNER_CARD_ALLOW_WRITES: "1" });
    assert.equal(writes.code, 0, writes.output);
    assert.match(writes.result("write.effect.patch"), /^ok (?!.*SKIP)/);
    assert.match(writes.result("signature.missing.patch"), /^ok (?!.*SKIP)/);
    assert.ok(!writes.output.includes(other.clientSecret));
  } finally {
    await other.close();
  }
});

test("a rule that is broken fails its test, which says what, and how to repeat it", async () => {
  const other = await startSandbox({ faults: [faultNamed("token.type-lower-case").seams] });
  try {
    const settings = {
      ...environmentOf(other.target),
      PARTNER_CARD_ONLY: "token.token-type,token.expires-in",
      PARTNER_CARD_SEED: "77",
    };
    const { code, output, count, result } = await runTests(settings);
    assert.equal(code, 1);
    assert.equal(count("fail"), 1, output);
    assert.match(result("token.token-type"), /^not ok /);
    assert.match(result("token.expires-in"), /^ok /);
    for (const description of [
      /expected: /,
      /received: .*bearer/,
      /rules: token\.token-type/,
      /reproduce: npx partner-card conformance --only token\.token-type --seed 77/,
      /drawn with PARTNER_CARD_SEED=77/,
    ]) {
      assert.match(output, description);
    }
    assert.doesNotMatch(output, /\bat .*node-test\./, "no stack of the suite");
  } finally {
    await other.close();
  }
});

test("a server that is not there: no test passes, and the run is said to be incomplete", async () => {
  const settings = {
    PARTNER_CARD_BASE_URL: `http://127.0.0.1:${await freePort()}`,
    PARTNER_CARD_CLIENT_ID: "x",
    PARTNER_CARD_CLIENT_SECRET: "a-secret-for-this",
  };
  const { code, output, count } = await runTests({ ...settings, PARTNER_CARD_ONLY: "list.*" });
  assert.equal(code, 1);
  assert.equal(count("pass"), 0, output);
  assert.match(output, /not ok \d+ - the run is complete/);
  assert.match(output, /no access token: nothing listens at .* \(ECONNREFUSED\)/);
});

test("what a server sends can't break the JUnit report of node:test", async () => {
  const nasty = '\u001b[31m]]><evil>\u0000\ufffe"';
  const url = await listening((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ access_token: "abcdefgh12345678", token_type: nasty, expires_in: 3600, scope: nasty }),
    );
  });
  try {
    const settings = {
      PARTNER_CARD_BASE_URL: url,
      PARTNER_CARD_CLIENT_ID: "x",
      PARTNER_CARD_CLIENT_SECRET: "a-secret-for-this",
    };
    const { code, output } = await runTests({ ...settings, PARTNER_CARD_ONLY: "token.token-type" }, "junit");
    assert.equal(code, 1);
    assert.match(output, /<failure/);
    assert.ok(!output.includes("]]>"), output);
    for (const character of ["\u001b", "\u0000", "\ufffe"]) assert.ok(!output.includes(character));
  } finally {
    closeServers();
  }
});

test("a mistake in the settings is said in words", async () => {
  const unknown = await runTests({ PARTNER_CARD_ONLY: "no.such.check" });
  assert.equal(unknown.code, 1);
  assert.match(unknown.output, /no check matches "no\.such\.check"/);
  const lacking = await runTests({ PARTNER_CARD_BASE_URL: "http://127.0.0.1:1" });
  assert.equal(lacking.code, 1);
  assert.match(lacking.output, /no client id: give .*PARTNER_CARD_CLIENT_ID/);
});
