import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../../../../generated/operations.ts";
import type { Wrap } from "../../../selftest/effects.ts";
import { type ProofOptions, proofRun } from "../../../selftest/in-memory.ts";
import { linesWith } from "../../../selftest/verdicts.ts";

/** The failures of retries, as lines that begin with their ids. */
async function failedWith(
  wrap: NonNullable<ProofOptions["wrap"]>,
  run = { concurrency: 4 },
): Promise<readonly string[]> {
  const select = ({ id }: { readonly id: string }) => id.startsWith("idempotency.retry");
  return linesWith(await proofRun({ wrap, run, select }), "failed");
}

/** Beyond the two that would do where each copy is late. */
const lateCopy = 5;

const keyOf = ({ headers }: Request) => headers.get(api.headers.idempotencyKey) ?? "";

/** The same request under another key: what a server takes for it that does not know the first one yet. */
function underOtherKey(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set(api.headers.idempotencyKey, `${keyOf(request).slice(0, -4)}0000`);
  return new Request(request, { headers });
}

/** Carries a copy of a write out once more, under another key, after the next write: its key is kept at the end only. */
function keepingKeysLate(method: string): Wrap {
  const underWay = new Set<string>();
  let copy: { readonly of: string; readonly release: () => void } | null = null;
  return async (request, next) => {
    const key = keyOf(request);
    if (request.method !== method) return next(request);
    if (underWay.has(key)) {
      await new Promise<void>((resolve) => {
        copy = { of: key, release: resolve };
        // Where no other write comes, it waits for none.
        setTimeout(resolve, 50);
      });
      return next(underOtherKey(request));
    }
    underWay.add(key);
    await new Promise((resolve) => setTimeout(resolve, 2));
    const response = await next(request);
    underWay.delete(key);
    if (copy !== null && copy.of !== key) copy.release();
    return response;
  };
}

for (const [method, end] of [
  ["PATCH", "patch"],
  ["PUT", "put"],
] as const) {
  test(`a copy of ${method} that is applied over a later write is found`, async () => {
    const [failed = "", ...others] = await failedWith(keepingKeysLate(method));
    assert.match(failed, new RegExp(`^idempotency\\.retry\\.${end}: A copy of a write, sent beside it`));
    assert.deepEqual(others, []);
  });
}

test("a copy that is slower than its first request is found where another operation is faster than both", async () => {
  const underWay = new Set<string>();
  const takes = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const [failed = "", ...others] = await failedWith(async (request, next) => {
    if (request.method !== "PATCH") return next(request);
    const key = keyOf(request);
    const isCopy = underWay.has(key);
    underWay.add(key);
    // A patch that begins when the first one is answered ends after the copy.
    await takes(isCopy ? 60 : 40);
    underWay.delete(key);
    return next(isCopy ? underOtherKey(request) : request);
  });
  assert.match(failed, /^idempotency\.retry\.patch: A copy of a write, sent beside it/);
  assert.deepEqual(others, []);
});

test("a copy right after a later write is found where keys are known only two requests after the answer", async () => {
  // Not after a time: where many tests run at once, it may be over.
  const [known, later] = [new Map<string, number>(), 2];
  let requests = 0;
  const [failed = "", ...others] = await failedWith((request, next) => {
    requests += 1;
    const key = keyOf(request);
    if (request.method !== "PATCH" || key === "") return next(request);
    const since = known.get(key);
    if (since === undefined) known.set(key, requests);
    if (since === undefined || requests - since > later) return next(request);
    return next(underOtherKey(request));
  });
  assert.match(failed, /^idempotency\.retry\.patch: /);
  assert.deepEqual(others, []);
});

test("a copy is found that is the only late one of several", async () => {
  const sent = new Map<string, number>();
  const [failed = ""] = await failedWith(
    async (request, next) => {
      if (request.method !== "PATCH") return next(request);
      const number = (sent.get(keyOf(request)) ?? 0) + 1;
      sent.set(keyOf(request), number);
      await new Promise((resolve) => setTimeout(resolve, number === lateCopy ? 60 : 2));
      return next(number === lateCopy ? underOtherKey(request) : request);
    },
    { concurrency: 16 },
  );
  assert.match(failed, /^idempotency\.retry\.patch: A copy of a write, sent beside it/);
});
