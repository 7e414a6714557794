/** The figures that the page of the proof shows are those of the file, and a file that cannot be is refused. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  type Figures,
  figuresFile,
  parseFigures,
  withSample,
} from "../../conformance/selftest/sample/figures.ts";
import { wilson } from "../../conformance/selftest/sample/wilson.ts";
import { builtSite } from "./built-site-testing.ts";
import { figuresTable } from "./figures-table.ts";
import { textOf } from "./markdown.ts";
import { pages } from "./nav.ts";

const text = readFileSync(figuresFile, "utf8");

/** The cells of each row of the first table. */
function rowsOf(page: string): string[][] {
  const [, body = ""] = /<tbody>(.*?)<\/tbody>/s.exec(page) ?? [];
  return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell = ""]) => textOf(cell)),
  );
}

test("the page of the proof shows the figures of the file, and nothing else", () => {
  const page = builtSite().get(pages.proof.file) ?? "";
  const shown = rowsOf(page.slice(page.indexOf('id="samples"')));
  const kept = parseFigures(text).flatMap(({ draws, classes }) =>
    classes.map(({ class: name, drawn, found, named, dropped }) => {
      const { low, high } = wilson(found, drawn);
      return { draws, name, drawn, found, named, dropped, low: 100 * low, high: 100 * high };
    }),
  );
  assert.ok(kept.length >= 3, "there are figures");
  const classes = shown.filter(([, name]) => name !== "all");
  assert.equal(classes.length, kept.length);
  for (const [index, one] of kept.entries()) {
    const [draws = "", name, found = "", named, dropped] = classes[index] ?? [];
    assert.equal(draws.includes("thorough"), one.draws === "thorough");
    assert.deepEqual([name, named, dropped], [one.name, String(one.named), String(one.dropped)]);
    const numbers = [...found.matchAll(/[\d.]+/g)].map(Number);
    assert.deepEqual([numbers[0], numbers[1]], [one.found, one.drawn], found);
    assert.ok(Math.abs((numbers.at(-2) ?? -1) - one.low) <= 0.051, found);
    assert.ok(Math.abs((numbers.at(-1) ?? -1) - one.high) <= 0.051, found);
  }
});

const row = { drawn: 10, found: 8, named: 7, dropped: 1 };
const sample = (change: object = {}): Figures[number] => ({
  draws: "default",
  size: 30,
  seed: "1",
  classes: [
    { class: "plain", ...row },
    { class: "one condition", ...row },
    { class: "two conditions", ...row },
  ],
  ...change,
});

test("the row of all is the sum of the classes, and the command draws the same sample", () => {
  const page = figuresTable([sample({ draws: "thorough" })]).html;
  assert.deepEqual(rowsOf(page).at(-1)?.slice(1), ["all", "24 of 30, 80.0 % (62.7 to 90.5 %)", "21", "3"]);
  assert.ok(page.includes("npm run proof -- --sample 30 --seed 1 --thorough"));
});

test("a sample takes the place of the one of its kind, and leaves the other", () => {
  const [one, other] = [sample(), sample({ draws: "thorough" })];
  const newer = sample({ seed: "2" });
  assert.deepEqual(withSample(withSample([], other), one), [one, other]);
  assert.deepEqual(withSample([one, other], newer), [newer, other]);
});

test("figures that cannot be are refused with what is wrong", () => {
  const [plain, ...others] = sample().classes;
  const classes = (change: object) => [sample({ classes: [{ ...plain, ...change }, ...others] })];
  for (const [value, problem] of [
    [{}, /figures is not an array/],
    [[sample({ seed: 1 })], /seed.* is not a string/],
    [[sample({ draws: "some" })], /draws.* is not one of default, thorough/],
    [[sample(), sample()], /two samples of a kind/],
    [[sample({ classes: others })], /has the classes one condition, two conditions, not plain/],
    [classes({ drawn: "10" }), /drawn.* is not a number/],
    [classes({ found: 11 }), /more named than found, or found than drawn, for plain/],
    [classes({ named: 9 }), /more named than found/],
    [classes({ dropped: -1 }), /has no counts for plain/],
    [[sample({ size: 29 })], /more servers than its size, 29/],
  ] as const) {
    assert.throws(() => parseFigures(JSON.stringify(value)), problem);
  }
  assert.throws(() => parseFigures("{"), SyntaxError);
});
