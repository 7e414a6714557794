/** What runs on a hosting service cannot be run here; that its steps fit this repository can be checked. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { accessSync, constants, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { temporaryFolder } from "../src/testing/temporary-folder.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Record<string, string>;
  readonly with?: Record<string, unknown>;
}
interface Workflow {
  readonly on: Record<string, unknown>;
  readonly permissions: Record<string, string>;
  readonly jobs: Record<string, { readonly if?: string; readonly steps: readonly Step[] }>;
}

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, ".github/workflows");
const workflows = new Map(
  readdirSync(folder).map((name) => [name, parse(readFileSync(join(folder, name), "utf8")) as Workflow]),
);
const stepsOf = (workflow: Workflow) => Object.values(workflow.jobs).flatMap(({ steps }) => steps);
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

for (const [name, workflow] of workflows) {
  test(`${name}: every action is pinned to a commit, which nobody can move`, () => {
    const actions = stepsOf(workflow).flatMap(({ uses }) => uses ?? []);
    assert.ok(actions.length > 0);
    for (const action of actions) assert.match(action, /^actions\/[\w-]+@[0-9a-f]{40}$/);
  });

  test(`${name}: may only read unless a job says otherwise, and keeps no credentials in the checkout`, () => {
    assert.deepEqual(workflow.permissions, { contents: "read" });
    for (const step of stepsOf(workflow).filter(({ uses }) => uses?.startsWith("actions/checkout@")))
      assert.equal(step.with?.["persist-credentials"], false);
  });

  test(`${name}: commands are there, and no text of a visitor becomes part of one`, () => {
    for (const { run = "" } of stepsOf(workflow)) {
      assert.doesNotMatch(run, /\$\{\{/);
      for (const [, script = ""] of run.matchAll(/npm run (?:--silent )?([\w:]+)/g))
        assert.ok(script in scripts, run);
    }
  });
}

test("what npm run docs builds is what is published", () => {
  const steps = stepsOf(workflows.get("docs.yml") as Workflow);
  assert.ok(steps.some(({ run }) => run === "npm run docs"));
  const upload = steps.find(({ uses }) => uses?.includes("upload-pages-artifact"));
  assert.equal(upload?.with?.path, "dist/docs");
});

test("CI runs the repository's own command on every push and pull request", () => {
  const ci = workflows.get("ci.yml") as Workflow;
  assert.deepEqual(Object.keys(ci.on), ["push", "pull_request", "workflow_dispatch", "schedule"]);
  assert.ok(ci.jobs.test?.steps.some(({ run }) => run === ".ci/run"));
  accessSync(join(root, ".ci/run"), constants.X_OK);
  assert.match(readFileSync(join(root, ".ci/run"), "utf8"), /^export REQUIRE_ALL=1\nnpm ci && npm test$/m);
});

test("a pull request gets the changes of the API in its summary", (t) => {
  const job = (workflows.get("ci.yml") as Workflow).jobs.changes;
  assert.equal(job?.if, "github.event_name == 'pull_request'");
  const step = job?.steps.find(({ run }) => run?.includes("npm run --silent diff"));
  assert.match(step?.env?.BASE ?? "", /^\S+ github\.base_ref \S+$/);
  assert.equal(job?.steps[0]?.with?.["fetch-depth"], 0);

  const clone = temporaryFolder(t);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: clone, stdio: "pipe" });
  git("clone", "--quiet", "--no-hardlinks", root, "checkout");
  const checkout = join(clone, "checkout");
  git("-C", "checkout", "update-ref", "refs/remotes/origin/base", "HEAD");
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
  const description = join(checkout, "openapi/partner-card.yaml");
  writeFileSync(description, readFileSync(description, "utf8").replace(/^ {8}last4:/m, "        lastFour:"));
  const summary = join(clone, "summary.md");
  const env = { ...process.env, BASE: "base", GITHUB_STEP_SUMMARY: summary };
  const run = spawnSync("bash", ["-eo", "pipefail", "-c", step?.run ?? "exit 9"], {
    cwd: checkout,
    env,
    encoding: "utf8",
  });
  assert.equal(run.status, 0, run.stderr);
  const text = readFileSync(summary, "utf8");
  assert.match(text, /^## The API compared with `origin\/base`\n\n### Breaking changes/);
  assert.match(text, /"last4" → "lastFour"/);
});
