import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import type { ErrorCode } from "./error-codes.ts";
import {
  type AnyPartnerCardError,
  ConnectionError,
  concludeError,
  isPartnerCardError,
  ownError,
  PaginationError,
  PartnerCardError,
  RequestError,
  ResponseError,
} from "./errors.ts";

const response = new ResponseError("refused", "no", { status: 422, cause: {} });

test("one family: every kind is a PartnerCardError and an Error, under its own name", () => {
  const all = [
    response,
    new RequestError("invalid-argument", "no", { cause: {} }),
    new ConnectionError("network", "no", { cause: {} }),
    new PaginationError("page-loop", "no", { pages: 1, cause: {} }),
  ];
  for (const error of all) {
    assert.ok(error instanceof PartnerCardError && error instanceof Error && isPartnerCardError(error));
    assert.ok(error.stack?.startsWith(`${error.name}: no`));
    assert.ok(!Object.keys(error).includes("name"));
  }
  assert.deepEqual(
    all.map(({ name }) => name),
    ["ResponseError", "RequestError", "ConnectionError", "PaginationError"],
  );
  assert.ok(!isPartnerCardError(new Error("no")));
});

test("what is not known is not there", () => {
  assert.deepEqual(Object.keys(response).sort(), ["attempts", "code", "elapsedMs", "status"]);
  assert.ok(!inspect(response).includes("undefined"));
});

test("a switch over the code narrows to the class", () => {
  const told = (error: AnyPartnerCardError): string => {
    switch (error.code) {
      case "page-loop":
      case "page-limit":
        return `after ${error.pages satisfies number} pages`;
      case "rate-limited":
        return `${error.status satisfies number}`;
      default:
        // @ts-expect-error not every other error has pages
        return String(error.pages);
    }
  };
  assert.equal(told(new PaginationError("page-limit", "no", { pages: 7, cause: {} })), "after 7 pages");
  // @ts-expect-error there is no such code
  const code: ErrorCode = "oops";
  assert.ok(code);
});

test("the end of a call is written on its error, and the operation that failed is kept", () => {
  const error = new ConnectionError("network", "no", { cause: {}, operation: "requestToken" });
  concludeError(error, {
    operation: "listCards",
    attempts: 2,
    elapsedMs: 5,
    outcome: "unknown",
    idempotencyKey: "k",
  });
  const { operation, attempts, elapsedMs, outcome, idempotencyKey } = error;
  assert.deepEqual(
    [operation, attempts, elapsedMs, outcome, idempotencyKey],
    ["requestToken", 2, 5, "unknown", "k"],
  );
});

test("an error of one's own is of the same kind and knows the shared one", () => {
  const own = ownError(response, "No access token");
  assert.ok(own instanceof ResponseError && own !== response);
  assert.deepEqual([own.message, own.status, own.cause], ["No access token: no", 422, response]);
});
