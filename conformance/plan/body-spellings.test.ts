import assert from "node:assert/strict";
import { test } from "node:test";
import { api, operations } from "../../generated/operations.ts";
import type { WireRequest } from "../wire/transport.ts";
import { bodySpellings } from "./body-spellings.ts";

const form = new URLSearchParams({
  grant_type: "client_credentials",
  client_id: "partner",
  client_secret: "a:b+c/ü",
  scope: api.scopes.join(" "),
}).toString();
const request = (type: string, body: string): WireRequest => ({
  method: "POST",
  url: "http://server.invalid/",
  headers: [["Content-Type", type]],
  body,
});
const requests = [
  request(operations[api.token].mediaType, form),
  request("application/merge-patch+json", '{"daily":1507,"monthly":30000}'),
];

/** What a body means. Scopes are a set; numbers, members and white space are as JSON has them; a null removes what there is. */
function meaning({ body }: WireRequest): unknown {
  if (body?.trim().startsWith("{"))
    return Object.fromEntries(Object.entries(JSON.parse(body)).filter(([, member]) => member !== null));
  const fields = Object.fromEntries(new URLSearchParams(body ?? ""));
  return { ...fields, scope: fields.scope?.split(" ").sort() };
}

for (const { dimension, value, applies, rewrite } of bodySpellings)
  test(`a body in the spelling ${dimension}=${value} is another text that means the same`, () => {
    const usual = requests.filter(applies);
    assert.equal(usual.length, 1);
    for (const one of usual) {
      const spelled = rewrite(one);
      assert.notEqual(spelled.body, one.body);
      assert.deepEqual(meaning(spelled), meaning(one));
    }
  });
