import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { formats } from "../report/formats.ts";
import { parseLog } from "../report/log.ts";
import { runHere } from "./testing.ts";

const schema = new URL("../report/report.schema.json", import.meta.url);
const validate = new Ajv2020({ allowUnionTypes: true }).compile(
  JSON.parse(readFileSync(schema, "utf8")) as object,
);
const folder = temporaryFolder();
const program = join(folder, "client.mjs");
/** Reads the list as specified, and says what it got; "stop" makes it leave after the first page. */
writeFileSync(
  program,
  `const { PARTNER_CARD_BASE_URL: base, PARTNER_CARD_CLIENT_ID, PARTNER_CARD_CLIENT_SECRET, PARTNER_CARD_TASK } = process.env;
const scope = "cards:read cards:write transfers:read transfers:write";
const form = { grant_type: "client_credentials", client_id: PARTNER_CARD_CLIENT_ID, client_secret: PARTNER_CARD_CLIENT_SECRET, scope };
const task = JSON.parse(PARTNER_CARD_TASK);
if (task.do !== "list") process.exit(77);
const token = await (await fetch(base + "/v1/oauth/token", { method: "POST", body: new URLSearchParams(form) })).json();
const cards = [];
let cursor = null;
do {
  const answer = await fetch(base + "/v1/card?" + new URLSearchParams(cursor === null ? {} : { cursor }), {
    headers: { authorization: "Bearer " + token.access_token },
  });
  if (!answer.ok) process.exit(1);
  const page = await answer.json();
  cards.push(...page.cards.map(({ id }) => id));
  cursor = process.argv[2] === "stop" ? null : (page.nextCursor ?? null);
} while (cursor !== null);
const result = process.argv[2] === "doubt" ? "error" : "ok";
console.log(JSON.stringify({ partnerCard: 1, task: 1, result, cards }));
`,
);

async function driven(flags: readonly string[], ...args: readonly string[]) {
  const file = join(folder, "driven.ndjson");
  const ended = await runHere(
    ["client-conformance", "--report", `ndjson=${file}`, ...flags, "--", process.execPath, program, ...args],
    { PATH: process.env.PATH ?? "" },
  );
  const text = readFileSync(file, "utf8");
  const log = parseLog(text);
  return { ...ended, text, verdicts: new Map(log.checks.map((check) => [check.id, check])), log };
}

const some = ["calm-list", "empty-first-page", "refused-list"].flatMap((name) => ["--scenario", name]);

test("a client that reads lists as specified conforms, and exchanges are named after their scenario", async () => {
  const { code, verdicts, log, stdout, text } = await driven(some);
  assert.equal(code, 0, stdout);
  for (const id of ["client.list.complete", "client.list.empty-page", "client.retry.final"]) {
    assert.equal(verdicts.get(id)?.verdict, "passed", id);
  }
  assert.equal(verdicts.get("client.write.signature")?.verdict, "inconclusive");
  assert.deepEqual(new Set(log.exchanges.map(({ purpose }) => purpose)).size, 3);
  assert.ok(log.exchanges.some(({ id, alteration }) => id === "empty-first-page.2" && alteration !== null));
  assert.doesNotMatch(text, /"access_token":"(?!\[)/);
});

test("every report format takes the judgement of a client, and says that it is one", async () => {
  const { log } = await driven(["--scenario", "refused-list"]);
  const json: unknown = JSON.parse(formats.json(log));
  assert.ok(validate(json), JSON.stringify(validate.errors));
  assert.equal((json as { party: string }).party, "client");
  assert.match(formats.html(log), /<dt>Client of<\/dt>/);
  assert.match(formats.markdown(log), /of 48 rules exercised/);
  assert.match(formats.junit(log), /<testcase name="client\.retry\.final: /);
  assert.match(formats.har(log), /"_check": "refused-list"/);
  assert.match(formats.ndjson(log), /"basis":"practice"/);
});

test("a client that stops early is found out by what it says, and the command to repeat it is given", async () => {
  const { code, verdicts } = await driven(["--scenario", "calm-list", "--only", "client.list.*"], "stop");
  assert.equal(code, 1);
  const { verdict, message, reproduce } = verdicts.get("client.list.complete") ?? {};
  assert.deepEqual(
    [verdict, message],
    ["failed", "In calm-list: A list was reported as complete that is not."],
  );
  assert.match(
    reproduce ?? "",
    /client-conformance --scenario calm-list --only client\.list\.complete -- .*client\.mjs stop$/,
  );
});

test("a client that does nothing passes nothing, the run is incomplete, and its last words are shown", async () => {
  const file = join(folder, "idle.json");
  const words =
    'echo "no key for $PARTNER_CARD_CLIENT_SECRET" >&2; cat "$PARTNER_CARD_SIGNING_KEY" >&2; exit 1';
  const { code, stderr } = await runHere(
    ["client-conformance", "--scenario", "calm-list", "--report", `json=${file}`, "--", "sh", "-c", words],
    { PATH: process.env.PATH ?? "" },
  );
  assert.equal(code, 3);
  const told =
    "1 start of the client, at most 60 s each (--timeout), 900 s in all (--budget)\n" +
    "calm-list                   0 requests, exit 1\n    | no key for [redacted]\n    | [redacted]\n";
  assert.equal(stderr, told);
  const { summary } = JSON.parse(readFileSync(file, "utf8")) as { summary: Record<string, number> };
  assert.equal(summary.inconclusive, summary.expected);
});

test("a client that says it cannot write conforms in what it does, and with --strict the run is incomplete", async () => {
  const some = ["calm-list", "calm-patch", "refused-list"].flatMap((name) => ["--scenario", name]);
  const lenient = await driven(some);
  assert.equal(lenient.code, 0, lenient.stdout);
  assert.match(lenient.stdout.replace(/\s+/g, " "), /Of the others, \d+ could not be exercised/);
  assert.equal((await driven([...some, "--strict"])).code, 3);
});

test("a client that says it failed where everything works has not done its task", async () => {
  const { code, stdout } = await driven(["--scenario", "calm-list"], "doubt");
  assert.equal(code, 3, stdout);
  assert.match(
    stdout.replace(/\s+/g, " "),
    /did not do its task in calm-list, where everything works; it says "error" of task 1, of which no part was refused/,
  );
});

test("a client that can do nothing of the controls is judged in what it can do", async () => {
  const { code, stdout } = await driven(["--scenario", "calm-patch", "--scenario", "small-pages"]);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /Conforms/);
});

test("what was refused where everything works is said, and where the weather was not met", async () => {
  const early = join(folder, "early.mjs");
  writeFileSync(
    early,
    `const { PARTNER_CARD_BASE_URL: base, PARTNER_CARD_CLIENT_ID: id } = process.env;
const body = new URLSearchParams({ grant_type: "client_credentials", client_id: id, client_secret: "another" });
await fetch(base + "/v1/oauth/token", { method: "POST", body });
process.exit(1);
`,
  );
  const some = ["--scenario", "calm-list", "--scenario", "page-lost"];
  const { code, stderr, stdout } = await runHere(
    ["client-conformance", ...some, "--", process.execPath, early],
    { PATH: process.env.PATH ?? "" },
  );
  assert.equal(code, 1, stdout);
  assert.match(stderr, /^page-lost +1 request, exit 1, did not get as far as its weather$/m);
  assert.match(stderr, /^calm-list +1 request, exit 1$/m);
  assert.match(
    stdout.replace(/\s+/g, " "),
    /did not do its task in calm-list, where everything works; POST \/v1\/oauth\/token was answered with 401: /,
  );
});

test("a client that does not even begin is not started for the other scenarios", async () => {
  const { code, stderr, stdout } = await runHere(["client-conformance", "--", "false"]);
  assert.equal(code, 3);
  assert.match(stderr, /^\d\d+ starts of the client, at most/);
  assert.deepEqual(stderr.match(/^[a-z]\S+/gm)?.sort(), ["calm-list", "calm-patch", "calm-put"]);
  assert.match(stdout, /no request has come/);
});

test("a run ends with its budget, what the client did by then is judged, and the run is incomplete", async () => {
  const hangs = join(folder, "hangs.mjs");
  writeFileSync(hangs, `await import(${JSON.stringify(program)});\nsetInterval(() => {}, 1000);\n`);
  const before = Date.now();
  const file = join(folder, "over.ndjson");
  // Where many tests run beside, a program may take seconds to begin.
  const flags = ["--timeout", "6", "--budget", "20", "--skip", "reliance.*", "--report", `ndjson=${file}`];
  const { code, stderr, stdout } = await runHere(
    ["client-conformance", ...flags, "--", process.execPath, hangs],
    { PATH: process.env.PATH ?? "" },
  );
  assert.ok(Date.now() - before < 60_000);
  assert.equal(code, 3, stdout);
  assert.match(stderr, /at most 6 s each \(--timeout\), 20 s in all \(--budget\)/);
  assert.match(stderr, /^calm-list .*had to be ended$/m);
  assert.match(stdout, /the time of the run is over \(--budget 20\)/);
  const { checks } = parseLog(readFileSync(file, "utf8"));
  const verdictOn = (id: string) => checks.find((check) => check.id === id)?.verdict;
  assert.equal(verdictOn("client.list.complete"), "passed");
  assert.equal(verdictOn("client.process.ends"), "observed");
});

test("wrong use is told in one line", async () => {
  for (const [args, message] of [
    [["--", "no-such-program-anywhere"], /cannot be started/],
    [["--scenario", "calm-lists", "--", "true"], /did you mean calm-list\?/],
    [["--only", "client.nothing"], /no check matches/],
    [["--port", "1", "--", "true"], /--port is for watching/],
    [["--scenario", "calm-list"], /--scenario is for driving/],
    [["--budget", "0", "--", "true"], /--budget is a number from 0\.1 to/],
  ] as const) {
    const { code, stderr } = await runHere(["client-conformance", ...args], { PATH: process.env.PATH ?? "" });
    assert.equal(code, 2);
    assert.match(stderr.split("\n")[0] ?? "", message);
  }
});
