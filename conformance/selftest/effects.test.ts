import assert from "node:assert/strict";
import { test } from "node:test";
import { cardsOf } from "../sandbox/cards/state.ts";
import { json } from "../sandbox/response.ts";
import { type Seams, specified } from "../sandbox/seams.ts";
import { specifiedSignature } from "../sandbox/verify.ts";
import { type Effects, idle } from "./effects.ts";
import { proofRun } from "./in-memory.ts";
import { judgeFault } from "./matrix.ts";

const some = (id: string) => ["list.request", "write.headers.patch", "idempotency.retry.patch"].includes(id);
const effectsOf = async (seams: Partial<Seams>) => {
  const effects: Effects = new Map();
  await proofRun({ sandbox: { faults: [seams] }, select: ({ id }) => some(id), effects });
  return effects;
};

test("seams that decide as specified are idle, every one of them", async () => {
  // Copies, so that nothing is taken for what it is by its identity.
  const copies: Partial<Seams> = {
    ...specified,
    issuedToken: (token) => ({ ...token }),
    signature: (rules) => ({ ...rules, covered: specifiedSignature.covered }),
    page: (request, context) => ({ ...specified.page(request, context) }),
    reply: (reply) => structuredClone(reply),
  };
  assert.deepEqual(idle(await effectsOf(copies)).sort(), Object.keys(specified).sort());
});

const odd: Partial<Seams>[] = [
  { route: (path) => path.replace("/v1/", "/v9/") },
  { intercept: ({ operation }) => (operation === "listCards" ? json(500, {}) : null) },
  {
    intercept: ({ state }) => {
      cardsOf(state).pop();
      return null;
    },
  },
  { issuedToken: (token) => ({ ...token, scopes: [] }) },
  {
    issuedToken: (token, { state }) => {
      state.tokens.set("another", token);
      return token;
    },
  },
  { signature: (rules) => ({ ...rules, digest: "sha512" }) },
  { page: (request, context) => ({ ...specified.page(request, context), next: null }) },
  { honoursIdempotencyKey: () => false },
  { apply: () => undefined },
  { reply: (reply) => ({ ...reply, headers: { ...reply.headers, "x-added": "1" } }) },
];
for (const [index, seams] of odd.entries()) {
  test(`what a seam changes is counted: ${Object.keys(seams).join()} (${index})`, async () => {
    assert.deepEqual(idle(await effectsOf(seams)), []);
  });
}

test("a fault that never takes effect is named, with the seam", async () => {
  const never = {
    name: "write.never",
    breaks: "patch.request",
    seams: { reply: (reply, { count }) => (count < 0 ? json(500, {}) : reply) },
    summary: "it never happens",
    caughtBy: ["write.effect.patch"],
    mayFail: [],
  } as const satisfies Parameters<typeof judgeFault>[0];
  assert.deepEqual((await judgeFault(never)).unused, ["reply of write.never"]);
});

test("a wrap is counted when it changes the request, the reply or the time, and only then", async () => {
  const select = ({ id }: { id: string }) => id === "list.request";
  const wraps = {
    nothing: { wrap: (request, next) => next(request) },
    request: { wrap: (request, next) => next(new Request(request, { headers: request.headers })) },
    reply: { wrap: async (request, next) => new Response((await next(request)).body, { status: 201 }) },
    instead: { wrap: async () => new Response() },
    throws: { wrap: () => Promise.reject(new Error("gone")) },
  } as const satisfies Record<string, Parameters<typeof proofRun>[0]>;
  for (const [name, options] of Object.entries(wraps)) {
    const effects: Effects = new Map();
    await proofRun({ ...options, select, effects });
    assert.deepEqual(idle(effects), name === "nothing" ? ["wrap"] : [], name);
  }
});
