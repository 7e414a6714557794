/** What is told of a finding about a client: what it did, as far as that is plain. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeClient } from "../../../clients/judge.ts";
import { withExitClaims } from "../../../clients/judge-drive.ts";
import { clientRules } from "../../../clients/rules.ts";
import { driveInMemory, ourClient, type Swap } from "./ours.ts";
import { scenarioNamed } from "./prove.ts";
import { changing, idempotencyKey, isList, isWrite, withHeaders, withRawQuery } from "./wires.ts";

/** What a rule says of our client with a swap, in a scenario. */
async function told(rule: string, scenario: string, swap: Swap): Promise<string> {
  const evidence = await driveInMemory(scenarioNamed(scenario), ourClient(swap));
  const judged = judgeClient(clientRules, withExitClaims([evidence]));
  return JSON.stringify(judged.find((one) => one.rule.id === rule)?.judgement);
}

for (const [change, words] of [
  [(value: string) => encodeURIComponent(encodeURIComponent(value)), /percent-encoded twice/],
  [(value: string) => encodeURIComponent(value).replaceAll("%2B", "+"), /A \+ in a query means a space/],
] as const) {
  test(`what was done to a cursor is told: ${words.source}`, async () => {
    const swap = changing(isList, (sent) => withRawQuery(sent, "cursor", change));
    assert.match(await told("client.list.verbatim", "odd-cursors", swap), words);
  });
}

test("which items are missing and which were never served is told by one of each", async () => {
  const swap: Swap = { claim: (own) => ({ ...own, cards: ["CRD7", ...(own.cards as string[]).slice(1)] }) };
  assert.match(
    await told("client.list.complete", "calm-list", swap),
    /1 item missing \(such as CRD1\d+\), 1 never served in this walk \(such as CRD7\)/,
  );
});

test("a repetition without a key is told as such", async () => {
  let writes = 0;
  const swap = changing(isWrite, (sent) => {
    writes += 1;
    return writes === 1 ? sent : withHeaders(sent, { [idempotencyKey]: undefined });
  });
  assert.match(await told("client.key.stable", "write-answer-lost", swap), /"no key"/);
});
