import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../../../../generated/operations.ts";
import type { Wrap } from "../../../selftest/effects.ts";
import { proofRun } from "../../../selftest/in-memory.ts";

/** Carries a copy of a write out once more, under another key, after the next write: its key is kept at the end only. */
function keepingKeysLate(method: string): Wrap {
  const underWay = new Set<string>();
  let copy: { readonly of: string; readonly release: () => void } | null = null;
  return async (request, next) => {
    const key = request.headers.get(api.headers.idempotencyKey) ?? "";
    if (request.method !== method) return next(request);
    if (underWay.has(key)) {
      await new Promise<void>((resolve) => {
        copy = { of: key, release: resolve };
        // Where no other write comes, it waits for none.
        setTimeout(resolve, 50);
      });
      const headers = new Headers(request.headers);
      headers.set(api.headers.idempotencyKey, `${key.slice(0, -4)}0000`);
      return next(new Request(request, { headers }));
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
    const result = await proofRun({
      wrap: keepingKeysLate(method),
      run: { concurrency: 4 },
      select: ({ id }) => id.startsWith("idempotency.retry"),
    });
    const failed = result.checks.filter(({ verdict }) => verdict === "failed");
    assert.deepEqual(
      failed.map(({ id }) => id),
      [`idempotency.retry.${end}`],
    );
    assert.match(failed[0]?.message ?? "", /^A copy of a write, sent beside it/);
  });
}

test("a copy that is slower than its first request is found where another operation is faster than both", async () => {
  const underWay = new Set<string>();
  const takes = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const result = await proofRun({
    wrap: async (request, next) => {
      if (request.method !== "PATCH") return next(request);
      const key = request.headers.get(api.headers.idempotencyKey) ?? "";
      const headers = new Headers(request.headers);
      const isCopy = underWay.has(key);
      if (isCopy) headers.set(api.headers.idempotencyKey, `${key.slice(0, -4)}0000`);
      underWay.add(key);
      // A patch that begins when the first one is answered ends after the copy.
      await takes(isCopy ? 60 : 40);
      underWay.delete(key);
      return next(new Request(request, { headers }));
    },
    run: { concurrency: 4 },
    select: ({ id }) => id.startsWith("idempotency.retry"),
  });
  const failed = result.checks.filter(({ verdict }) => verdict === "failed");
  assert.deepEqual(
    failed.map(({ id }) => id),
    ["idempotency.retry.patch"],
  );
  assert.match(failed[0]?.message ?? "", /^A copy of a write, sent beside it/);
});

test("a copy right after a later write is found where keys are known only some milliseconds after the answer", async () => {
  const [known, laterMs] = [new Map<string, number>(), 60];
  const result = await proofRun({
    wrap: (request, next) => {
      const key = request.headers.get(api.headers.idempotencyKey);
      if (request.method !== "PATCH" || key === null) return next(request);
      const since = known.get(key);
      if (since === undefined) known.set(key, performance.now());
      if (since === undefined || performance.now() - since > laterMs) return next(request);
      const headers = new Headers(request.headers);
      headers.set(api.headers.idempotencyKey, `${key.slice(0, -4)}0000`);
      return next(new Request(request, { headers }));
    },
    run: { concurrency: 4 },
    select: ({ id }) => id.startsWith("idempotency.retry"),
  });
  const told = result.checks.filter(({ verdict }) => verdict === "failed");
  assert.deepEqual(
    told.map(({ id }) => id),
    ["idempotency.retry.patch"],
  );
});
