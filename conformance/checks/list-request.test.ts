import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as later } from "node:timers/promises";
import { choose } from "../sandbox/choices.ts";
import type { Seams } from "../sandbox/seams.ts";
import { proofRun } from "../selftest/in-memory.ts";
import { linesWith } from "../selftest/verdicts.ts";

const asked = ["list.request", "gap.cursor.invalid", "gap.cursor.reuse", "gap.limit.invalid"];

test("what a bad cursor or limit gets is open, and not held against the list, in whatever order they are answered", async () => {
  const reply: Seams["reply"] = (answer) =>
    ["cursor", "limit"].includes(answer.problem?.condition ?? "") ? { ...answer, status: 404 } : answer;
  const refused: number[] = [];
  const result = await proofRun({
    select: ({ id }) => asked.includes(id),
    run: { concurrency: 16 },
    sandbox: { faults: [{ reply }], choices: choose(["gap.cursor.reuse", "single-use"]) },
    wrap: async (request, next) => {
      const response = await next(request);
      if (response.status === 404) refused.push(response.status);
      // The pages of the walks come last.
      else await later(20);
      return response;
    },
  });
  assert.ok(refused.length >= 4, `${refused.length} requests were refused`);
  assert.deepEqual(linesWith(result, "failed"), []);
  assert.equal(result.checks.find(({ id }) => id === "list.request")?.verdict, "passed");
});

test("a list that is no HTTP, each time, is a contradiction, and not a server that is gone", async () => {
  const result = await proofRun({
    wrap: (request, next) => {
      if (request.method === "GET") throw new Error("Parse Error: Expected HTTP/");
      return next(request);
    },
  });
  const [line = "", ...others] = linesWith(result, "failed");
  assert.match(
    line,
    /^list\.request: .* was not answered with a list of cards\..*\[Parse Error: Expected HTTP\/\]$/,
  );
  assert.deepEqual(others, []);
  assert.equal(result.end.exitCode, 1);
});

test("a list that begins with a byte order mark is told as such", async () => {
  const result = await proofRun({
    select: ({ id }) => id === "list.request",
    wrap: async (request, next) => {
      const response = await next(request);
      if (request.method !== "GET") return response;
      return new Response(`\uFEFF${await response.text()}`, { status: 200, headers: response.headers });
    },
  });
  const [check] = result.checks;
  assert.equal(check?.verdict, "failed");
  assert.match(check?.hint ?? "", /^the body is \d+ bytes that begin with a byte order mark/);
});
