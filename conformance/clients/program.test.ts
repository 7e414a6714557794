import assert from "node:assert/strict";
import { test } from "node:test";
import { testKeys } from "../../src/testing/keys.ts";
import { placeVariables } from "../cli/client-drive.ts";
import type { Place } from "./drive.ts";
import { type ProgramOptions, programClient } from "./program.ts";

const place: Place = {
  scenario: "a-scenario",
  task: { do: "list", task: 1 },
  clientId: "a-client",
  clientSecret: "a-secret-of-the-program",
  signingKey: testKeys().privateKey,
  weather: {},
  fetch: async () => new Response("served"),
};

const run = (script: string, options: Partial<ProgramOptions> = {}, here: Partial<Place> = {}) =>
  programClient({
    command: ["sh", "-c", script],
    environment: { PATH: process.env.PATH, PARTNER_CARD_TASK: "another" },
    variables: placeVariables,
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    ...options,
  })({ ...place, ...here });

/** Waits until no process has this id: one that was killed is there until its parent has heard of it. */
async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

test("a program gets its place in variables: placeVariables, and its exit code and output are known", async () => {
  const script = `
    echo "$PARTNER_CARD_SCENARIO $PARTNER_CARD_TASK $PARTNER_CARD_CLIENT_ID" "$PARTNER_CARD_CLIENT_SECRET"
    grep -c BEGIN "$PARTNER_CARD_SIGNING_KEY"
    echo to standard error >&2
    exit 5`;
  const { output, end } = await run(script);
  assert.deepEqual(end, { code: 5, signal: null, isLate: false });
  assert.match(output, /^a-scenario \{"do":"list","task":1\} a-client a-secret-of-the-program$/m);
  assert.match(output, /^1$/m);
  assert.match(output, /to standard error/);
});

test("the base URL has the path that its weather says, as a variable and in place of {base}", async () => {
  const command = ["sh", "-c", 'echo "$PARTNER_CARD_BASE_URL" "$1"', "sh", "{base}"] as const;
  const { output } = await run("", { command }, { weather: { prefix: "/partner" } });
  assert.match(output, /^(http:\/\/127\.0\.0\.1:\d+\/partner) \1$/m);
});

test("a program runs in the time zone of its weather, and gets answers in pieces where that says so", async () => {
  const zone = await run("echo $TZ", {}, { weather: { timeZone: "Asia/Kolkata" } });
  assert.equal(zone.output.trim(), "Asia/Kolkata");
  const read = `require("node:http").get(process.env.PARTNER_CARD_BASE_URL, (answer) => {
    const pieces = [];
    answer.on("data", (piece) => pieces.push(piece));
    answer.on("end", () => console.log(pieces.length > 1, Buffer.concat(pieces).toString()));
  })`;
  const command = [process.execPath, "-e", read] as const;
  const fetch = async () => new Response("größer 日本");
  const pieces = await run("", { command }, { fetch, weather: { isInPieces: true } });
  assert.equal(pieces.output.trim(), "true größer 日本");
  const whole = await run("", { command }, { fetch });
  assert.equal(whole.output.trim(), "false größer 日本");
});

test("what a program writes into the file for outcomes counts as its output", async () => {
  const line = '{"partnerCard":1,"task":1,"result":"ok"}';
  const { output } = await run(
    `printf 'a log without a line break'; echo '${line}' >> "$PARTNER_CARD_OUTCOME"`,
  );
  assert.ok(output.split("\n").includes(line), output);
  const { end } = await run('rm "$PARTNER_CARD_OUTCOME"');
  assert.equal(end?.code, 0);
});

test("a program that takes its settings as arguments gets them where its placeholders stand", async () => {
  const command = ["sh", "-c", 'grep -c BEGIN "$2" && printf "%s\\n" "$@"', "sh"] as const;
  const args = ["--url={base}/", "{signing-key}", "{task}", '{"json":1}'];
  const { output } = await run("", { command: [...command, ...args] });
  assert.match(
    output,
    /^1\n--url=http:\/\/127\.0\.0\.1:\d+\/\n.*key\.pem\n\{"do":"list","task":1\}\n\{"json":1\}$/m,
  );
});

test("a program that does not end is ended with all that it started, also if it ignores the request", async () => {
  const script = "trap '' TERM; sleep 100 & echo $!; while true; do sleep 1; done";
  const { output, end } = await run(script, { timeoutMs: 300 });
  assert.deepEqual(end, { code: null, signal: "SIGKILL", isLate: true });
  assert.ok(await isGone(Number(output.trim())));
});

test("what a program leaves behind does not hold the run up, and is ended", async () => {
  const before = Date.now();
  const { output, end } = await run("sleep 100 & echo $!");
  assert.ok(Date.now() - before < 10_000);
  assert.equal(end?.code, 0);
  assert.ok(await isGone(Number(output.trim())));
});

test("a program that prints without end is cut short, and one that is interrupted is ended", async () => {
  const flood = await run("while true; do echo 0123456789012345678901234567890123456789; done", {
    timeoutMs: 500,
  });
  assert.ok(flood.output.length <= 1_000_000);
  assert.equal(flood.end?.isLate, true);
  const interrupt = new AbortController();
  setTimeout(() => interrupt.abort(), 100);
  const { end } = await run("sleep 100", { signal: interrupt.signal });
  assert.deepEqual(end, { code: null, signal: "SIGTERM", isLate: false });
});

test("a program that cannot be started is wrong use", async () => {
  const usage = { name: "UsageError", message: /cannot be started/ };
  await assert.rejects(run("", { command: ["no-such-program-anywhere"] }), { message: usage.message });
  await assert.rejects(run("no-such-program-anywhere"), { message: usage.message });
});
