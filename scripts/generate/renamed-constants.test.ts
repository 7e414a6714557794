/** What the specification fixes is data: another value in the description reaches sandbox and suite by itself. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { RunLogEvent } from "../../conformance/base/events.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Each constant of the description, and another value for it. */
const changes: readonly (readonly [from: string, to: string])[] = [
  ["/v1", "/v2"],
  ["X-Service-Signature", "X-Proof"],
  ["X-Service-Request-Timestamp", "X-Sent-At"],
  ["name: Idempotency-Key", "name: X-Once"],
  ["nextCursor", "after"],
  ["x-window-seconds: 300", "x-window-seconds: 120"],
  ["default: 10\n", "default: 7\n"],
];

test("every constant of the description may change, and the suite still judges the sandbox by it", (t) => {
  const copy = mkdtempSync(join(tmpdir(), "partner-card-renamed-"));
  t.after(() => rmSync(copy, { recursive: true, force: true }));
  const sources = (path: string) => !path.endsWith(".test.ts");
  for (const name of [
    "openapi",
    "generated",
    "src",
    "conformance",
    "scripts",
    "package.json",
    "redocly.yaml",
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: sources });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const description = join(copy, "openapi/partner-card.yaml");
  let text = readFileSync(description, "utf8");
  for (const [from, to] of changes) {
    assert.ok(text.includes(from), from);
    text = text.replaceAll(from, to);
  }
  writeFileSync(description, text);

  const tsx = pathToFileURL(join(root, "node_modules/tsx/dist/loader.mjs")).href;
  const run = (...args: string[]) =>
    execFileSync(process.execPath, ["--import", tsx, ...args], {
      cwd: copy,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      stdio: "pipe",
    });
  run("scripts/generate.ts");
  // Ends with another exit code than 0, and so throws, unless the sandbox conforms.
  const log = run("conformance/cli.ts", "conformance", "--report", "ndjson=-", "--skip", "exchange.*");
  const events = log
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as RunLogEvent);
  const wire = JSON.stringify(
    events.flatMap((one) =>
      one.event === "exchange" && one.operation !== null ? [one.request, one.response] : [],
    ),
  );
  assert.match(wire, /"http:\/\/127\.0\.0\.1:\d+\/v2\/card"/);
  assert.match(wire, /\["X-Once","[\w-]+"\]/);
  assert.match(wire, /\\"after\\":/);
  assert.doesNotMatch(wire, /\/v1\/|X-Service-|Idempotency-Key|nextCursor/);
  assert.doesNotMatch(wire, /\["X-Proof","[\w+/=]{100,}"\]/, "signatures are known under their new name");
  const passed = events.flatMap((one) => (one.event === "check" && one.verdict === "passed" ? [one.id] : []));
  for (const id of ["list.limit.default", "timestamp.stale.patch", "signature.missing.put", "list.iteration"])
    assert.ok(passed.includes(id), id);
});
