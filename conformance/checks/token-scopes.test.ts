import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { isObject } from "../base/shape.ts";
import { runDefaults } from "../run/options.ts";
import { faultNamed } from "../sandbox/faults.ts";
import type { Seams } from "../sandbox/seams.ts";
import { proofRun } from "../selftest/in-memory.ts";
import { linesWith } from "../selftest/verdicts.ts";
import { namedApart } from "./token-scopes.ts";

test("a scope whose name holds that of another one is one scope", () => {
  const scopes = ["cards", "cards.edit", "edit"];
  assert.deepEqual(namedApart("cards.edit", scopes), ["cards.edit"]);
  assert.deepEqual(namedApart("cards,cards.edit", scopes), ["cards.edit", "cards"]);
  assert.deepEqual(namedApart("caedits.rds", ["cards", "edit"]), ["edit"]);
});

test("scopes that are joined by commas only where fewer than all are asked for are found", async () => {
  const { seams } = faultNamed("token.scope-commas-in-fewer");
  const lines = linesWith(await proofRun({ sandbox: { faults: [seams] } }), "failed");
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? "", /^token\.scopes\.granted: .* without a space between them\./);
});

test("scopes that are those of another request at the same time are found", async () => {
  let last = "";
  const reply: Seams["reply"] = (sent) =>
    isObject(sent.body) && "scope" in sent.body ? { ...sent, body: { ...sent.body, scope: last } } : sent;
  const result = await proofRun({
    select: ({ id }) => id === "token.fresh" || id === "token.scopes.granted",
    run: { cases: runDefaults.cases, concurrency: runDefaults.concurrency },
    sandbox: {
      faults: [{ reply }],
      work: async ({ body }) => {
        last = new URLSearchParams(body).get("scope") ?? last;
        await setTimeout(1);
      },
    },
  });
  const [line = ""] = linesWith(result, "failed");
  assert.match(line, /^token\.scopes\.granted: A token that was requested as others were names other scopes/);
});
