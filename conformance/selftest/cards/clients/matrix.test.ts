import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { sampled } from "../../../../src/testing/extent.ts";
import { scenarios } from "../../../clients/cards/index.ts";
import { calm } from "../../../clients/weather.ts";
import { atList } from "../../../clients/weathers/points.ts";
import { weathers } from "../../../clients/weathers.ts";
import type { ClientMatrix } from "../../client-matrix.ts";
import { brokenClients } from "./broken.ts";
import { knowNothings } from "./know-nothing.ts";
import { lawfulClients } from "./lawful.ts";
import { accusedUnder } from "./lawful-weather.ts";
import { foundBy, wrongIn } from "./matrix.ts";
import { ourClient } from "./ours.ts";
import { failedIn, scenarioNamed, verdictsOn } from "./prove.ts";

const matrix = JSON.parse(readFileSync(new URL("matrix.json", import.meta.url), "utf8")) as ClientMatrix;

test("the written proof holds: each broken client is found, no lawful one accused, each rule reached", () => {
  assert.deepEqual(wrongIn(matrix), []);
  assert.equal(new Set(matrix.broken.map(({ client }) => client)).size, matrix.broken.length);
  assert.ok(matrix.broken.length >= 50 && matrix.lawful.length >= 20);
});

test("a proof that does not hold is said to be none", () => {
  const [first] = matrix.broken;
  const unfound = { ...matrix, broken: [{ ...first, found: [] } as ClientMatrix["broken"][number]] };
  assert.match(wrongIn(unfound).join("\n"), /^token\.as-json: not found by client\.token\.request$/m);
  assert.match(wrongIn(unfound).join("\n"), /^client\.token\.grant: no client breaks it$/m);
  const accused = { ...matrix, lawful: [{ client: "ours", failed: ["client.key.stable"], advised: [] }] };
  assert.deepEqual(wrongIn(accused), ["ours: accused by client.key.stable"]);
  const unreached = { ...matrix, reached: { ...matrix.reached, "client.key.stable": [] } };
  assert.deepEqual(wrongIn(unreached), ["client.key.stable: no scenario reaches it"]);
});

describe("each broken client is found as it is written", () => {
  for (const broken of sampled(32, brokenClients)) {
    test(`${broken.name} breaks ${broken.breaks}`, async () => {
      const row = matrix.broken.find(({ client }) => client === broken.name);
      assert.deepEqual(await foundBy(broken), row?.found, "stale; npm run proof -- --clients writes it anew");
    });
  }
});

describe("no lawful client is accused", () => {
  for (const [index, { name, clientOf }] of sampled(6, [...lawfulClients.entries()])) {
    test(name, async () => {
      // All of them in all scenarios are the matter of npm run proof.
      const some = scenarios.filter((_, at) => (at + index) % 7 === 0);
      assert.deepEqual(failedIn(await verdictsOn(clientOf, some)), []);
    });
  }
});

test("a write that is sent twice under its key is refused twice where it is refused", async () => {
  const sender = lawfulClients.find(
    ({ name }) => name === "each write twice at the same time, under its key",
  );
  assert.ok(sender !== undefined);
  const refused = ["first-write-refused", "one-of-writes-at-once-refused"].map(scenarioNamed);
  assert.deepEqual(failedIn(await verdictsOn(sender.clientOf, refused)), []);
});

test("a write with another body is that of the item that it names, and of no other", async () => {
  const broken = brokenClients.find(({ name }) => name === "body.other-value");
  const verdicts = await verdictsOn(ourClient(broken?.swap ?? {}), [scenarioNamed("token-ends-in-writes")]);
  assert.deepEqual(failedIn(verdicts), ["client.patch.only-asked"]);
});

describe("every weather is lawful: the suite for servers finds nothing failed under it", () => {
  // All of them are the matter of npm run proof.
  const some = new Set(sampled(56, weathers.slice(1)));
  for (const weather of weathers.filter((one) => one.looksLike !== undefined || some.has(one))) {
    test(weather.id, async () => assert.deepEqual(await accusedUnder(weather), []));
  }

  test("what no server may do is found", async () => {
    const reply = { status: 200, headers: {}, body: { cards: "none" } };
    const steps = [{ name: "no list", at: atList, times: Number.POSITIVE_INFINITY, after: () => reply }];
    const found = await accusedUnder({ ...calm, id: "unlawful", steps });
    assert.ok(found.includes("page.cards"), found.join(" "));
  });
});

test("what a client must not do in a weather is judged there, by the rules that are named", () => {
  const unjudged = weathers.slice(1).flatMap(({ id: weather, mustNot }) => {
    const named = [...mustNot.matchAll(/client(?:\.[a-z-]+)+/g)].map(([id]) => id);
    assert.ok(named.length > 0, weather);
    const own = scenarios.filter((one) => one.weather === weather).map(({ id }) => id);
    return named
      .filter((rule) => {
        const breakers = matrix.broken.filter(({ found }) => found.includes(rule));
        const judged = [...(matrix.reached[rule] ?? []), ...breakers.map(({ scenario }) => scenario)];
        return !judged.some((scenario) => own.includes(scenario));
      })
      .map((rule) => `${weather}: ${rule}`);
  });
  assert.deepEqual(unjudged, []);
});

describe("a client that knows nothing passes nothing", () => {
  for (const [name, client] of Object.entries(knowNothings)) {
    test(name, async () => {
      const verdicts = await verdictsOn(() => client);
      assert.deepEqual(
        [...verdicts].filter(([, verdict]) => verdict === "passed" || verdict === "observed"),
        [],
      );
    });
  }
});

test("the verdicts are the same again, one after the other and beside each other", async () => {
  const some = ["write-answer-lost", "lists-at-once", "token-ends-in-list", "busy-date"].map(scenarioNamed);
  const broken = brokenClients.find(({ name }) => name === "key.per-attempt");
  const once = async () => [...(await verdictsOn(ourClient(broken?.swap ?? {}), some))];
  const first = await once();
  assert.ok(first.some(([id, verdict]) => id === "client.key.stable" && verdict === "failed"));
  // How they are over sockets, many times and on a busy machine, is the matter of npm run proof.
  for (let time = 0; time < 3; time += 1) assert.deepEqual(await once(), first);
  for (const again of await Promise.all(Array.from({ length: 4 }, once))) assert.deepEqual(again, first);
});
