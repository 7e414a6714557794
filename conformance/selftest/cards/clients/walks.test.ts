/** Clients that read a list more often than they were asked to: what of it is a fault, and what is their own matter. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../../../generated/operations.ts";
import type { Client, Place } from "../../../clients/drive.ts";
import { outcomeMember } from "../../../clients/outcomes.ts";
import { brokenClients } from "./broken.ts";
import { ourClient, type Swap } from "./ours.ts";
import { failedIn, foundIn, scenarioNamed, verdictsOn } from "./prove.ts";
import { isWrite } from "./wires.ts";

const base = "http://127.0.0.1";

async function signIn({ fetch, clientId, clientSecret }: Place): Promise<string> {
  const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  const scope = "cards:read cards:write transfers:read transfers:write";
  const body = new URLSearchParams({ ...form, scope });
  const answer = await fetch(new Request(base + operations.requestToken.path, { method: "POST", body }));
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Reads the list, and begins anew once where a page is lost. */
const beginningAnew =
  (keepsWhatItHas: boolean): Client =>
  async (place) => {
    const headers = { authorization: `Bearer ${await signIn(place)}` };
    let cards: string[] = [];
    let cursor: string | null = null;
    let isRead = false;
    while (!isRead) {
      const query: string = cursor === null ? "" : `?${new URLSearchParams({ cursor })}`;
      const url = base + operations.listCards.path + query;
      const answer: Response | null = await place.fetch(new Request(url, { headers })).catch(() => null);
      if (answer === null) {
        if (!keepsWhatItHas) cards = [];
        cursor = null;
        continue;
      }
      const page = (await answer.json()) as { cards: { id: string }[]; nextCursor?: string };
      cards.push(...page.cards.map(({ id }) => id));
      cursor = page.nextCursor ?? null;
      isRead = cursor === null;
    }
    const outcome = { [outcomeMember]: 1, task: 1, result: "ok", cards };
    return { output: JSON.stringify(outcome), end: null };
  };

test("who begins a list anew and keeps what it had reports items twice", async () => {
  const lost = [scenarioNamed("page-lost")];
  assert.deepEqual(failedIn(await verdictsOn(() => beginningAnew(true), lost)), [
    "client.list.no-duplicates",
  ]);
  assert.deepEqual(failedIn(await verdictsOn(() => beginningAnew(false), lost)), []);
});

test("who has read the whole list may look at its first page before a write", async () => {
  const looking: Swap = {
    send:
      ({ send }) =>
      async (sent) => {
        if (isWrite(sent)) {
          const { authorization = "" } = sent.headers;
          const url = new URL(operations.listCards.path, sent.url).href;
          await send({ method: "GET", url, headers: { authorization }, body: undefined });
        }
        return send(sent);
      },
  };
  const verdicts = await verdictsOn(
    ourClient(looking),
    ["neighbour-writes", "calm-patch", "write-answer-lost"].map(scenarioNamed),
  );
  assert.deepEqual(foundIn(verdicts), []);
});

test("a write that was asked for twice and refused twice is no repetition", async () => {
  const { swap } = brokenClients.find(({ name }) => name === "method.put-for-patch") ?? {};
  const found = foundIn(await verdictsOn(ourClient(swap ?? {}), [scenarioNamed("there-and-back")]));
  assert.ok(found.includes("client.write.route") && !found.includes("client.retry.final"), found.join(" "));
});

test("who has waited long enough for a page, and asks for it again, has not left the list", async () => {
  const impatient: Swap = {
    send: ({ send }) => {
      let asked = 0;
      return async (sent) => {
        if (sent.method === "GET" && asked++ === 0) await send(sent);
        return send(sent);
      };
    },
  };
  const verdicts = await verdictsOn(ourClient(impatient), [scenarioNamed("lists-at-once")]);
  assert.deepEqual(failedIn(verdicts), []);
});
