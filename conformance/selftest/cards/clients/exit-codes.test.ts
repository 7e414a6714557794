/** Clients that print nothing: what their exit code says counts, if it is known to say anything. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { VirtualClock } from "../../../../src/testing/virtual-clock.ts";
import type { Client } from "../../../clients/drive.ts";
import { readOutcomes } from "../../../clients/outcomes.ts";
import { ourClient, type Swap } from "./ours.ts";
import { failedIn, scenarioNamed, verdictsOn } from "./prove.ts";

/** Our client without outcome lines, which ends with a code for what they would have said. */
const silent =
  (codeFor: (isDone: boolean) => number, swap: Swap = {}) =>
  (clock: VirtualClock): Client =>
  async (place) => {
    const { output } = await ourClient(swap)(clock)(place);
    const isDone = readOutcomes(output).every(({ result }) => result === "ok");
    return { output: "", end: { code: codeFor(isDone), signal: null, isLate: false } };
  };

const some = ["calm-patch", "refused-patch", "write-lost", "write-answers-299"].map(scenarioNamed);

test("an exit code that says how it went is believed", async () => {
  const verdicts = await verdictsOn(
    silent((isDone) => (isDone ? 0 : 1)),
    some,
  );
  assert.deepEqual(failedIn(verdicts), []);
  assert.equal(verdicts.get("client.claim.no-false-success"), "passed");
  assert.equal(verdicts.get("client.status.class"), "passed");
});

test("one that claims success for a write that was lost is found out", async () => {
  const once: Swap = { options: { retries: 0 } };
  const forgiving = (isDone: boolean) => (isDone ? 0 : 1);
  const hidden: Swap = {
    ...once,
    claim: (outcome) => (outcome.outcome === "unknown" ? { result: "ok" } : outcome),
  };
  const verdicts = await verdictsOn(silent(forgiving, hidden), some);
  assert.deepEqual(failedIn(verdicts), ["client.claim.no-false-success"]);
});

test("one that is always 0, also where everything was refused, says nothing", async () => {
  const verdicts = await verdictsOn(
    silent(() => 0),
    some,
  );
  assert.deepEqual(failedIn(verdicts), []);
  assert.equal(verdicts.get("client.claim.no-false-success"), "inconclusive");
});

test("77 is no failure of a program that sends nothing, and a false one of a program that does", async () => {
  const codeFor = (isDone: boolean) => (isDone ? 77 : 1);
  const idle = async () => ({ output: "", end: { code: 77, signal: null, isLate: false } });
  const some = ["refused-patch", "calm-patch"].map(scenarioNamed);
  const partial =
    (clock: VirtualClock): Client =>
    async (place) =>
      place.scenario === "refused-patch" ? silent(codeFor)(clock)(place) : idle();
  assert.deepEqual(failedIn(await verdictsOn(partial, some)), []);
  assert.deepEqual(failedIn(await verdictsOn(silent(codeFor), some)), ["client.claim.no-false-failure"]);
});

test("one that prints lines elsewhere says by 0 and no line that all is done", async () => {
  const loud =
    (clock: VirtualClock): Client =>
    async (place) => {
      const { output } = await ourClient({ options: { retries: 0 } })(clock)(place);
      const isDone = readOutcomes(output).every(({ result }) => result === "ok");
      return { output: isDone ? output : "", end: { code: 0, signal: null, isLate: false } };
    };
  const some = ["calm-patch", "write-lost"].map(scenarioNamed);
  assert.deepEqual(failedIn(await verdictsOn(loud, some)), ["client.claim.no-false-success"]);
});
