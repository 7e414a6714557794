import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { requirement } from "../../generated/requirements.ts";
import { createSandbox } from "../sandbox/app.ts";
import { makeCards } from "../sandbox/cards/cards.ts";
import { cardsOf } from "../sandbox/cards/state.ts";
import { type Choices, choose } from "../sandbox/choices.ts";
import { createClock } from "../sandbox/clock.ts";
import { loadVectors, type Vector } from "./vectors.ts";

const { vectors, publicKey } = loadVectors();
const credentials = { clientId: "partner-1", clientSecret: "a-secret-for-this-test" };

/** Sends the request of a vector to a sandbox whose clock stands still, and says what came of it. */
async function send({ request, serverTime }: Vector, choices: Choices = choose()) {
  const sandbox = createSandbox({
    ...credentials,
    publicKey: readFileSync(publicKey, "utf8"),
    prefix: request.basePath,
    clock: createClock(() => serverTime * 1000),
    choices,
  });
  for (const id of ["CRD7", "CRD900719925474099190071992547409"]) {
    cardsOf(sandbox.state).push(...makeCards(1, 7).map((card) => ({ ...card, id })));
  }
  const before = JSON.stringify(cardsOf(sandbox.state));
  const origin = new URL(request.url).origin;
  const granted = await sandbox.fetch(
    new Request(`${origin}${request.basePath}/v1/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: credentials.clientId,
        client_secret: credentials.clientSecret,
        scope: "cards:read cards:write transfers:read transfers:write",
      }),
    }),
  );
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const { status } = await sandbox.fetch(
    new Request(request.url, {
      method: request.method,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": request.method === "PATCH" ? "application/merge-patch+json" : "application/json",
        "idempotency-key": "vector",
        "x-service-request-timestamp": request.timestamp,
        "x-service-signature": request.signature,
      },
      body: JSON.stringify({ daily: 7, monthly: 70, atm: 0, approvalBased: null }),
    }),
  );
  return { status, changed: JSON.stringify(cardsOf(sandbox.state)) !== before };
}

const accepted = { status: 200, changed: true };

for (const vector of vectors) {
  if (vector.validity === "valid") {
    test(`the sandbox accepts ${vector.id}`, async () => {
      assert.deepEqual(await send(vector), accepted);
    });
  } else if (vector.validity === "invalid") {
    test(`the sandbox refuses ${vector.id} and changes nothing`, async () => {
      const { status, changed } = await send(vector);
      assert.ok(status >= 400 && status < 500, `status ${status}`);
      assert.equal(changed, false);
    });
  } else if (vector.gap !== null) {
    const { id, accepted: right } = vector.gap;
    for (const { id: answer } of requirement(id).answers ?? []) {
      test(`${vector.id} is ${right.includes(answer) ? "accepted" : "refused"} where ${id} is ${answer}`, async () => {
        const { status, changed } = await send(vector, choose([id, answer]));
        if (right.includes(answer)) assert.deepEqual({ status, changed }, accepted);
        else assert.ok(status >= 400 && status < 500 && !changed, `status ${status}`);
      });
    }
  }
}
