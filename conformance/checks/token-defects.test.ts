import assert from "node:assert/strict";
import { test } from "node:test";
import { wrongSecret } from "./token-defects.ts";

test("a secret that somebody chose is sent in the other case as well", () => {
  const inOtherCase = wrongSecret.alterations.find(({ description }) =>
    /in the other case/.test(description),
  );
  const fields = new URLSearchParams({ client_secret: "pa55-of-acme" });
  inOtherCase?.form?.(fields, null);
  assert.equal(fields.get("client_secret"), "PA55-OF-ACME");
});
