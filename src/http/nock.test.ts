/** The transports under nock, which replaces the functions of `node:http` and the global `fetch`. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import nock from "nock";
import { tokenBody } from "../testing/api.ts";
import { testClient } from "../testing/client.ts";
import { transports } from "../testing/transports.ts";

const origin = "https://api.example.com";
/** The package undici knows nothing of nock; it has a MockAgent. */
const { undiciSend: _, ...intercepted } = transports;
/** Made before nock is active, as in a program whose tests load nock later. */
nock.restore();
const clients = Object.entries(intercepted).map(
  ([name, options]) => [name, testClient(origin, options)] as const,
);

before(() => {
  nock.activate();
  nock.disableNetConnect();
});
after(() => nock.restore());

for (const [name, { client }] of clients) {
  test(`nock intercepts ${name}`, async () => {
    nock(origin).post("/v1/oauth/token").reply(200, tokenBody("t"));
    nock(origin, { reqheaders: { authorization: "Bearer t" } })
      .patch("/v1/card/CRD1/limits", { daily: 1 })
      .reply(200, { daily: 1 });
    assert.deepEqual((await client.cards.updateLimits("CRD1", { daily: 1 })).body, { daily: 1 });
    assert.ok(nock.isDone());
  });
}
