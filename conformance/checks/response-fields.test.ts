import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../wire/testing.ts";
import { examine } from "./response-fields.ts";

test("the same response is held against each schema by itself, however often it is asked", () => {
  const one = exchange({ status: 200, body: { message: "No.", type: "InvalidRequest" } });
  for (let time = 0; time < 2; time += 1) {
    assert.equal(examine("ErrorBody", one).problems.size, 0);
    assert.ok(examine("ErrorBody", one).present.has("error.type"));
    assert.ok(examine("TokenResponse", one).problems.size > 0);
    assert.ok(!examine("TokenResponse", one).present.has("error.type"));
  }
});
