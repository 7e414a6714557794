/** A made-up description for the tests of this folder; no part of the package uses this. */
import type { Exchange } from "../../wire/exchange.ts";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { createMemo, createRecall } from "../kit/sharing.ts";
import type { Described, Row } from "./operation.ts";

const plain: Row = {
  id: "getThing",
  method: "GET",
  path: "/v1/thing",
  requirement: null,
  unspecified: [],
  scopes: ["cards:read"],
  signed: null,
  idempotent: null,
  paginated: null,
  query: {},
  queryBounds: {},
  mediaType: null,
  bodyRequired: false,
  bodyFields: [],
  body: null,
  responses: { "200": null, "4XX": null },
  bindings: {},
  changes: null,
};

/** An operation that is like no other in the description: a GET without arguments, but for these properties. */
export function operation(change: Partial<Row> = {}, bodies: readonly unknown[] = []): Described {
  const row = { ...plain, ...change };
  return {
    row,
    description: { operations: { [row.id]: row }, samples: { [row.id]: { path: {}, query: {}, bodies } } },
  };
}

/** A signed and idempotent operation that changes one thing. */
export const signedWrite: Partial<Row> = {
  id: "changeThing",
  method: "POST",
  path: "/v1/thing/{id}/part",
  signed: { signature: "X-Signature", timestamp: "X-Time" },
  idempotent: "X-Key",
  mediaType: "application/json",
};

/** A run without writes against a service that answers each query with these things; it keeps what was sent. */
export function runOver(answer: (query: Readonly<Record<string, string>>) => readonly object[]): Run {
  const exchanges: Exchange[] = [];
  const call = async (purpose: string, { query = {} }: Call) => {
    const body = { things: answer(query as Readonly<Record<string, string>>) };
    exchanges.push(exchange({ id: `x${exchanges.length}`, purpose, body }));
    return exchanges.at(-1);
  };
  return {
    ...{ memoize: createMemo(), recall: createRecall(), writes: false, card: null },
    target: { signingKey: null },
    withCardLock: (work: () => Promise<unknown>) => work(),
    probe: { call, session: { exchanges } },
  } as unknown as Run;
}

/** A run that may write, against a service that answers each call in this way; it keeps nothing of what was sent. */
export function writingRun(call: (purpose: string, call: Call) => Promise<Exchange>): Run {
  return {
    ...{ memoize: createMemo(), recall: createRecall(), writes: true, card: null, notify: () => undefined },
    target: { signingKey: null },
    withCardLock: (work: () => Promise<unknown>) => work(),
    probe: { call, session: { exchanges: [] } },
  } as unknown as Run;
}
