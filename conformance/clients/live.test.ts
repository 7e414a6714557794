import assert from "node:assert/strict";
import { test } from "node:test";
import { api, operations } from "../../generated/operations.ts";
import { testKeys } from "../../src/testing/keys.ts";
import { signWith } from "../wire/sign.ts";
import type { Evidence } from "./evidence.ts";
import { breachesOf } from "./live.ts";
import { createWatch } from "./watch.ts";
import { calm } from "./weather.ts";

const { listCards, requestToken, updateCardLimits } = operations;
const { timestamp, signature, idempotencyKey } = api.headers;
const credentials = { clientId: "a-client", clientSecret: "a-secret-of-this-test" };

/** A client that is watched, with the rules that its last request breaks. */
function watched() {
  const { publicKey, privateKey } = testKeys();
  let time = Date.UTC(2026, 0, 1);
  const told: (readonly string[])[] = [];
  const watch = createWatch({
    ...credentials,
    publicKey,
    scenario: "watch",
    weather: calm,
    ids: "x",
    now: () => time,
    onSeen: (seen) => told.push(breachesOf(evidence(), seen)),
  });
  const evidence = (): Evidence => {
    const { seen, effects } = watch;
    return { scenario: "watch", work: null, ...credentials, publicKey, seen, effects, claims: [], end: null };
  };
  const send = (path: string, init: RequestInit) => watch.fetch(new Request(`http://127.0.0.1${path}`, init));
  const withToken = { authorization: "" };
  return {
    told,
    wait: (seconds: number) => {
      time += 1000 * seconds;
    },
    async signIn() {
      const form = new URLSearchParams({
        grant_type: "client_credentials",
        client_id: credentials.clientId,
        client_secret: credentials.clientSecret,
        scope: listCards.scopes.join(" "),
      });
      const answer = await send(requestToken.path, { method: "POST", body: form });
      const { access_token: token } = (await answer.json()) as Record<string, string>;
      withToken.authorization = `Bearer ${token}`;
    },
    list: () => send(listCards.path, { headers: withToken }),
    async patch(mediaType: string) {
      const path = updateCardLimits.path.replace("{id}", "CRD100001");
      const seconds = String(time / 1000);
      const headers = {
        ...withToken,
        "content-type": mediaType,
        [idempotencyKey]: `key-${told.length}`,
        [timestamp]: seconds,
        [signature]: await signWith(privateKey, `PATCH${path}${seconds}`),
      };
      return send(path, { method: "PATCH", headers, body: '{"daily":5000}' });
    },
  };
}

const idsIn = (told: readonly string[] = []) => told.map((line) => line.split(":")[0]);

test("a token is known however long ago it was issued", async () => {
  const client = watched();
  await client.signIn();
  for (let call = 0; call < 102; call += 1) await client.list();
  assert.deepEqual(client.told.flat(), []);
});

test("a request that was mended after its refusal is none that is repeated unchanged", async () => {
  const client = watched();
  await client.signIn();
  await client.patch("application/json");
  assert.deepEqual(idsIn(client.told.at(-1)), ["client.write.media-type"]);
  await client.patch("application/json");
  assert.deepEqual(idsIn(client.told.at(-1)), ["client.write.media-type", "client.retry.final"]);
  await client.patch("application/merge-patch+json");
  assert.deepEqual(client.told.at(-1), []);
});

test("tokens that end during a day are no retries without bound", async () => {
  const client = watched();
  for (let hour = 0; hour < 12; hour += 1) {
    await client.signIn();
    await client.list();
    client.wait(3601);
    await client.list();
  }
  assert.deepEqual(client.told.flat(), []);
});
