import assert from "node:assert/strict";
import { test } from "node:test";
import { testKeys } from "../../src/testing/keys.ts";
import { restoreJournal } from "./restore-journal.ts";

test("what can't be put back is said without the secret that the server repeats", async () => {
  const clientSecret = "a-secret-that-is-made-up-for-a-journal";
  const { privateKey } = testKeys();
  const target = {
    baseUrl: "http://server.invalid",
    prefix: "",
    clientId: "partner-1",
    clientSecret,
    ...({ signingKey: privateKey, signaturePath: "api", sandbox: false } as const),
  };
  const answer = (status: number, body: unknown) => ({
    response: {
      status,
      headers: [["content-type", "application/json"]] as const,
      body: Buffer.from(JSON.stringify(body)),
    },
    failure: null,
  });
  const cards = [{ id: "CRD1", limits: { daily: 1, approvalBased: clientSecret } }];
  const left = await restoreJournal(
    {
      format: 1,
      startedAt: "2026-01-01T00:00:00Z",
      process: 1,
      forms: [],
      target: { baseUrl: target.baseUrl, clientId: target.clientId, signaturePath: "api" },
      cards: [{ id: "CRD1", limits: { daily: 2 }, pageSize: null }],
    },
    {
      target,
      transport: async ({ method }) => {
        if (method === "POST") return answer(200, { access_token: "token-1", expires_in: 3600 });
        return method === "GET" ? answer(200, { cards }) : answer(403, {});
      },
    },
  );
  assert.equal(left.length, 1);
  assert.match(left.join(), /they were \{"daily":2\}, and are \{"daily":1,/);
  assert.ok(!left.join().includes(clientSecret), left.join());
});
