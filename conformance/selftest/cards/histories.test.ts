/** Servers that break a rule only in some sequences of writes: histories find them, and tell the sequence. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { oneIn } from "../../../src/testing/extent.ts";
import { cardsOf } from "../../sandbox/cards/index.ts";
import { json } from "../../sandbox/response.ts";
import { isWrite } from "../../wire/is-write.ts";
import { type ProofOptions, type ProofResult, proofRun } from "../in-memory.ts";
import { replacing } from "../variation.ts";
import { idsWith } from "../verdicts.ts";
import { brokenInContents } from "./broken-in-contents.ts";
import { brokenInHeaders } from "./broken-in-headers.ts";
import { brokenInHistories } from "./broken-in-histories.ts";
import { brokenInParts } from "./broken-in-parts.ts";

/** The checks that histories have facts for, and those that wait for a day. */
const selected =
  /^write\.answered$|^(write(?!\.every-limit)|idempotency|refused\.no-effect|signature\.(?:missing|key)|token\.(invalid|missing))\b.*(patch|put)$/;

/** A run of these checks in which histories are played. */
function drawnRun(options: ProofOptions, selected: RegExp): Promise<ProofResult> {
  const run = { cases: 500, ...options.run };
  return proofRun({ ...options, run, select: ({ id }) => selected.test(id) });
}

const broken = [...brokenInHistories, ...brokenInContents, ...brokenInHeaders, ...brokenInParts];

async function judge({ server, fails, history }: (typeof broken)[number]) {
  const result = await drawnRun(server(), selected);
  assert.deepEqual(idsWith(result, "failed").sort(), [...fails].sort());
  const told = result.checks.filter(({ id }) => fails.includes(id)).map(({ message }) => message);
  assert.ok(
    told.some((message) => history.test(message)),
    told.join("\n"),
  );
  assert.deepEqual(idsWith(result, "broken"), []);
  assert.equal(result.end.writes.leftChanged, null);
}

describe("a server that breaks a rule only in some sequences is found", () => {
  for (const server of oneIn(54, broken)) it(server.does, () => judge(server));
});

it("a text that a server stores for a limit, as it came, is found by the rule of that field", async () => {
  const server = replacing({
    intercept: ({ request, state, operation }) => {
      const card = cardsOf(state).find(({ id }) => decodeURIComponent(request.path).includes(`/${id}/`));
      const sent = isWrite(operation) ? (JSON.parse(request.body) as Record<string, unknown>) : {};
      if (card === undefined || !Object.values(sent).some((value) => typeof value === "string")) return null;
      Object.assign(card.limits, sent);
      return json(200, {});
    },
  });
  const result = await drawnRun(server, /^card\.limits|^write\.effect/);
  assert.match(idsWith(result, "failed").join(), /card\.limits\.(?:monthly|atm)/);
});
