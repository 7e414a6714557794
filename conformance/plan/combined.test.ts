import assert from "node:assert/strict";
import { test } from "node:test";
import { api, operations } from "../../generated/operations.ts";
import type { WireRequest } from "../wire/transport.ts";
import { type Spelling, spellings } from "./spellings.ts";

const headers = (type: string): [string, string][] => [
  ["Content-Type", type],
  ["Accept", "application/json"],
  ["User-Agent", "a-test"],
  ["Authorization", "Bearer token"],
  [api.headers.timestamp, "1700000000"],
  [api.headers.signature, "c2lnbmF0dXJl"],
  [api.headers.idempotencyKey, "key"],
];
const form = new URLSearchParams({ grant_type: "client_credentials", client_secret: "a:b", scope: "a b" });
const requests: readonly WireRequest[] = [
  {
    ...{ method: "POST", url: "http://server.invalid/v1/token" },
    ...{ headers: headers(operations[api.token].mediaType), body: form.toString() },
  },
  {
    ...{ method: "PATCH", url: "http://server.invalid/v1/item/CRD1" },
    ...{ headers: headers("application/json"), body: '{"daily":1507,"monthly":30000}' },
  },
  {
    ...{ method: "GET", url: "http://server.invalid/v1/item?limit=5&cursor=a" },
    ...{ headers: headers("").slice(1), body: null },
  },
];

test("of two spellings that a request combines, each is there: those that must work come first", () => {
  const must = spellings.filter(({ expectation }) => expectation === "must work");
  const all: readonly Spelling[] = [...must, ...spellings.filter((one) => !must.includes(one))];
  const hidden = requests.flatMap((request) => {
    const differs = ({ applies, rewrite }: Spelling, from = request) =>
      applies(from) && JSON.stringify(rewrite(from)) !== JSON.stringify(from);
    const fitting = all.filter((one) => differs(one));
    return fitting.flatMap((one, index) =>
      fitting
        .slice(index + 1)
        .filter((later) => later.dimension !== one.dimension && !differs(later, one.rewrite(request)))
        .map((later) => `${one.dimension}=${one.value} hides ${later.dimension}=${later.value}`),
    );
  });
  assert.deepEqual(hidden, []);
});
