import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { renderChanges } from "./diff/render.ts";
import { changesSince } from "./diff.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
let repository: string;

/** A repository of its own, with the description of this one as its only commit. */
before(() => {
  repository = mkdtempSync(join(tmpdir(), "partner-card-history-"));
  cpSync(join(root, "openapi"), join(repository, "openapi"), { recursive: true });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args], {
      cwd: repository,
    });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "Base");
});

after(() => rmSync(repository, { recursive: true, force: true }));

/** Changes a file of the working tree for the time of one test. */
function edit(t: { after(fn: () => void): void }, name: string, ...replacements: [string, string][]): void {
  const path = join(repository, "openapi", name);
  const original = readFileSync(path, "utf8");
  t.after(() => writeFileSync(path, original));
  let text = original;
  for (const [from, to] of replacements) {
    assert.ok(text.includes(from), `${name} holds ${from}`);
    text = text.replace(from, to);
  }
  writeFileSync(path, text);
}

test("without a change there is none", () => {
  assert.deepEqual(changesSince(repository, "HEAD"), []);
  assert.equal(renderChanges([], "main", "text"), "The API compared with main\n\nNo change.\n");
});

test("a field that is removed can break a partner", (t) => {
  edit(
    t,
    "partner-card.yaml",
    ["        nickname:\n", "        label:\n"],
    ["last4, nickname, cardHolder", "last4, label, cardHolder"],
  );
  const changes = changesSince(repository, "HEAD");
  const breaking = changes.filter(({ impact }) => impact === "breaking");
  assert.ok(
    breaking.some(
      ({ place, what }) => place === "GET /v1/card" && /`nickname` of `Card` was removed/.test(what),
    ),
  );
  assert.ok(changes.some(({ impact, what }) => impact === "addition" && what.includes("label")));
});

test("an operation that is added is an addition, and a narrower value is breaking", (t) => {
  edit(
    t,
    "partner-card.yaml",
    ["pattern: ^CRD[0-9]+$", "pattern: ^CRD[0-9]{6}$"],
    [
      "  /v1/card/{id}/limits:\n",
      "  /v1/holder:\n    get:\n      operationId: listHolders\n      responses: {}\n  /v1/card/{id}/limits:\n",
    ],
  );
  const impacts = new Map(changesSince(repository, "HEAD").map(({ place, impact }) => [place, impact]));
  assert.equal(impacts.get("GET /v1/card"), "breaking");
  assert.equal(impacts.get("/v1/holder"), "addition");
});

test("requirements that are new, other or gone are listed", (t) => {
  edit(
    t,
    "requirements.yaml",
    ["Cards can be listed page by page.", "Cards can be listed."],
    ["  - id: version.path\n", "  - id: version.address\n"],
  );
  assert.deepEqual(changesSince(repository, "HEAD"), [
    { impact: "addition", place: "version.address", what: "This requirement is new." },
    {
      impact: "other",
      place: "version.path",
      what: "This requirement is gone, though a published id stays.",
    },
    { impact: "other", place: "service.cards.pages", what: "This requirement says something else." },
  ]);
});

test("a list puts what breaks first", () => {
  const changes = [
    { impact: "other", place: "GET /a", what: "Summary was modified." },
    { impact: "breaking", place: "GET /b", what: "Property x was removed." },
  ] as const;
  assert.equal(
    renderChanges(changes, "v1", "markdown"),
    "## The API compared with `v1`\n\n### Breaking changes (1)\n\n- `GET /b`: Property x was removed.\n\n### Other changes (1)\n\n- `GET /a`: Summary was modified.\n",
  );
});

test("the command says what to do where it cannot compare", () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ["--import", "tsx", join(root, "scripts/diff.ts"), ...args], {
      encoding: "utf8",
      cwd: root,
    });
  const unknown = run("--base", "no-such-branch");
  assert.equal(unknown.status, 2);
  assert.match(unknown.stderr, /git knows no revision no-such-branch; fetch it first/);
  const nothing = run();
  assert.equal(nothing.status, 2);
  assert.match(nothing.stderr, /--base main/);
});

test("the command compares with a revision of this repository", () => {
  const args = ["--import", "tsx", join(root, "scripts/diff.ts"), "--base", "HEAD", "--format", "markdown"];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8", cwd: root });
  assert.equal(status, 0);
  assert.match(stdout, /^## The API compared with `HEAD`\n/);
});
