import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest } from "./nearest.ts";

const formats = ["ndjson", "json", "junit", "html", "markdown", "har"];

test("finds what was mistyped, shortened or written large", () => {
  for (const [typed, meant] of Object.entries({
    jsno: "json",
    junti: "junit",
    HTML: "html",
    md: "markdown",
    mark: "markdown",
    nd: "ndjson",
  })) {
    assert.equal(nearest(typed, formats), meant, typed);
  }
});

test("suggests nothing where nothing is near", () => {
  for (const typed of ["", "x", "spreadsheet", "report.html"])
    assert.equal(nearest(typed, formats), null, typed);
});

test("prefers the nearest of several", () => {
  assert.equal(nearest("--timeou", ["--target", "--timeout", "--tim"]), "--timeout");
});
