import assert from "node:assert/strict";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { plainWords, redocly } from "./run.ts";

const box = "\n    ╔════╗\n    ║ Node.js 20 support is ending ║\n    ╚════╝\n\n";

test("leaves the cause and takes the box away", () => {
  assert.equal(
    plainWords(`${box}it does not exist\n\nPlease provide a valid path.\n`),
    "it does not exist\n\nPlease provide a valid path.",
  );
});

test("does so in colours as well", () => {
  const coloured = box.replace(/^ +(.*)$/gm, "    \u001b[33m$1\u001b[39m");
  assert.notEqual(coloured, box);
  assert.equal(plainWords(`${coloured}\u001b[31mit does not exist\u001b[39m\n`), "it does not exist");
});

test("a run gives the cause alone, where colours are forced as well", (t) => {
  const before = process.env.FORCE_COLOR;
  t.after(() => {
    if (before === undefined) delete process.env.FORCE_COLOR;
    else process.env.FORCE_COLOR = before;
  });
  process.env.FORCE_COLOR = "1";
  const { status, stdout, stderr } = redocly(["bundle", "/nowhere.yaml", "--ext", "json"]);
  assert.equal(status, 1);
  assert.equal(stdout, "");
  assert.equal(stripVTControlCharacters(stderr), stderr);
  assert.match(stderr, /^\S*nowhere\.yaml does not exist or is invalid\./);
  assert.doesNotMatch(stderr, /Node\.js|║/);
});
