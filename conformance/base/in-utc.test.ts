import assert from "node:assert/strict";
import { test } from "node:test";
import { parseExact } from "./exact-json.ts";
import { inUtc } from "./in-utc.ts";
import { jsonText } from "./json-text.ts";

test("the same moment by two clocks is one, wherever it stands", () => {
  const [here, there] = ["2026-12-01T00:40:23+14:00", "2026-11-30T02:40:23-08:00"];
  assert.deepEqual(inUtc([{ since: here }]), inUtc([{ since: there }]));
  assert.notDeepEqual(inUtc(here), inUtc("2026-12-01T00:40:24+14:00"));
});

test("all else stays as it is", () => {
  const value = { day: "2026-12-01", text: "2026-99-99T00:00:00Z", none: null, list: [1, true] };
  assert.deepEqual(inUtc(value), value);
  const exact = parseExact('{"a":12345678901234567890}');
  assert.equal(jsonText(inUtc(exact)), '{"a":12345678901234567890}');
});
