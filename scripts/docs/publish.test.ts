import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "yaml";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const workflow = parse(read(".github/workflows/docs.yml")) as {
  permissions: Record<string, string>;
  jobs: Record<string, { steps: { uses?: string; run?: string; with?: Record<string, unknown> }[] }>;
};
const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

test("every action is pinned to a commit, which nobody can move", () => {
  const actions = steps.flatMap(({ uses }) => uses ?? []);
  assert.ok(actions.length > 0);
  for (const action of actions) assert.match(action, /^actions\/[\w-]+@[0-9a-f]{40}$/);
});

test("the commands are scripts of this package, and what they build is what is published", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  for (const { run } of steps) {
    const name = /^npm run (\S+)/.exec(run ?? "")?.[1];
    if (name !== undefined) assert.ok(name in scripts, run);
  }
  assert.ok(steps.some(({ run }) => run === "npm run docs"));
  const upload = steps.find(({ uses }) => uses?.includes("upload-pages-artifact"));
  assert.equal(upload?.with?.path, "dist/docs");
});

test("the build may only read", () => {
  assert.deepEqual(workflow.permissions, { contents: "read" });
});
