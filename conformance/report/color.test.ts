import assert from "node:assert/strict";
import { test } from "node:test";
import { useColor } from "./color.ts";

test("colors need a terminal, unless the environment says otherwise", () => {
  assert.equal(useColor({}, true), true);
  assert.equal(useColor({}, false), false);
  assert.equal(useColor({ TERM: "dumb" }, true), false);
});

test("NO_COLOR turns colors off, but not when it is empty", () => {
  assert.equal(useColor({ NO_COLOR: "1" }, true), false);
  assert.equal(useColor({ NO_COLOR: "" }, true), true);
});

test("FORCE_COLOR decides before NO_COLOR and before the terminal", () => {
  assert.equal(useColor({ FORCE_COLOR: "1" }, false), true);
  assert.equal(useColor({ FORCE_COLOR: "1", NO_COLOR: "1", TERM: "dumb" }, false), true);
  assert.equal(useColor({ FORCE_COLOR: "0" }, true), false);
  assert.equal(useColor({ FORCE_COLOR: "false" }, true), false);
  assert.equal(useColor({ FORCE_COLOR: "" }, false), false);
});
