import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../../generated/operations.ts";
import { exchange, wireRequest } from "../wire/testing.ts";
import { lastSignatureOf } from "./context.ts";

const signed = (signature: string, details: Parameters<typeof exchange>[0] = {}) =>
  exchange({ ...details, request: wireRequest({ headers: [[api.headers.signature, signature]] }) });

test("the last signature is that of a request as specified that was accepted", () => {
  assert.equal(lastSignatureOf([signed("first"), signed("second"), exchange()]), "second");
  assert.equal(lastSignatureOf([signed("first"), signed("refused", { status: 401 })]), "first");
  assert.equal(
    lastSignatureOf([signed("first"), signed("spelt", { alteration: "when Content-Type has a charset" })]),
    "first",
  );
  assert.equal(lastSignatureOf([exchange()]), null);
});
