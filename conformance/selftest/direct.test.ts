import assert from "node:assert/strict";
import { test } from "node:test";
import { testKeys } from "../../src/testing/keys.ts";
import { createSandbox } from "../sandbox/app.ts";
import { createClock } from "../sandbox/clock.ts";
import type { RequestContext } from "../sandbox/seams.ts";
import { handlerTransport } from "../wire/handler.ts";
import type { WireRequest } from "../wire/transport.ts";
import { directTransport } from "./direct.ts";

const { publicKey } = testKeys();
const limits = { timeoutMs: 1000, maximumBytes: 65_536 };

/** What a sandbox saw of a request, and what came back, by either way in. */
async function bothWays(
  request: WireRequest,
  reply: object = { status: 200, headers: {}, body: { a: "ä\ud800" } },
) {
  const ways = [handlerTransport, directTransport] as const;
  return Promise.all(
    ways.map(async (way) => {
      const seen: unknown[] = [];
      const intercept = ({ request: read, count, beside }: RequestContext) => {
        const { headers, query, ...others } = read;
        seen.push({ ...others, headers: [...headers], query: [...query], count, beside });
        if ("throws" in reply) throw reply.throws;
        return structuredClone(reply) as never;
      };
      const sandbox = createSandbox({
        ...{ clientId: "a", clientSecret: "b", publicKey, prefix: "/p" },
        // Both ways answer in the same second.
        clock: createClock(() => 0),
        faults: [{ intercept }],
      });
      const send =
        way === handlerTransport ? handlerTransport(sandbox.fetch) : directTransport(sandbox, "/p");
      return { outcome: await send(request, limits), seen };
    }),
  );
}

const get: WireRequest = { method: "GET", url: "http://a.example/p/x?b=%20c#d", headers: [], body: null };
const post: WireRequest = { ...get, method: "POST", body: "a=ü" };

for (const [what, request, reply] of [
  ["a read", get],
  [
    "headers that come twice, in any case, with spaces",
    {
      ...get,
      headers: [
        ["X-B", " 1 "],
        ["x-b", "2"],
        ["A", ""],
      ],
    },
  ],
  ["a text without a type", post],
  ["an empty body", { ...post, body: "" }],
  ["a type of its own", { ...post, headers: [["Content-Type", "application/json"]] }],
  ["a body with GET", { ...get, body: "a" }],
  ["a method in lower case", { ...post, method: "post" }],
  ["a header that is none", { ...get, headers: [["a b", "c"]] }],
  ["no URL", { ...get, url: "nothing" }],
  ["a path outside of the prefix", { ...get, url: "http://a.example/q" }],
  ["no body in the answer", get, { status: 200, headers: { "X-A": "1" }, body: undefined }],
  ["204 with a body", get, { status: 204, headers: {}, body: { a: 1 } }],
  ["304 with a body", get, { status: 304, headers: {}, body: { a: 1 } }],
  ["a text in the answer", get, { status: 404, headers: {}, body: "<p>" }],
  ["a status that there is not", get, { status: 99, headers: {}, body: {} }],
  ["a header that cannot be sent", get, { status: 200, headers: { a: "b\nc" }, body: {} }],
  ["a server that throws", get, { throws: new Error("gone") }],
  ["a connection that is reset", get, { throws: Object.assign(new Error("gone"), { code: "ECONNRESET" }) }],
] as const satisfies readonly (readonly [string, WireRequest, object?])[]) {
  test(`the same arrives as with fetch: ${what}`, async () => {
    const [usual, direct] = await bothWays(request, reply);
    assert.deepEqual(direct, usual);
  });
}
