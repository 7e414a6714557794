import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { contradictsByStatus } from "./refused-as-specified.ts";

const refused = (status: number) => exchange({ status });

describe("a status that contradicts, whatever its reasons", () => {
  for (const status of [301, 302, 404, 405, 410, 415, 500, 501, 502, 504]) {
    it(`${status} does`, () => assert.equal(contradictsByStatus(refused(status)), true));
  }
  for (const status of [200, 204, 400, 401, 403, 409, 422, 429, 503]) {
    it(`${status} does not`, () => assert.equal(contradictsByStatus(refused(status)), false));
  }
  it("415 does not where the media type is an open question", () => {
    assert.equal(contradictsByStatus(refused(415), true), false);
    assert.equal(contradictsByStatus(refused(404), true), true);
  });
});
