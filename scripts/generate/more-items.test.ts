import assert from "node:assert/strict";
import { test } from "node:test";
import { withMoreItems } from "./more-items.ts";

const place = (pointer: string) => ({ pointer, fragment: `#${pointer}` });
const places = ["", "/windows", "/windows/*", "/windows/*/days/*", "/codes/*"].map(place);
const window = { days: ["mon"], from: "08:00" };
const made = [window, { days: ["sun"], from: "23:00" }];

test("a list of objects gets one item more, which differs from the last one in one property", () => {
  const body = { windows: [window], codes: ["CH"] };
  const longer = withMoreItems(
    places,
    body,
    () => true,
    () => made,
  );
  assert.deepEqual(longer, { windows: [window, { days: ["sun"], from: "08:00" }], codes: ["CH"] });
});

test("a list that may have no more stays, and one without items, or that is not there", () => {
  const more = (body: unknown, fits = true) =>
    withMoreItems(
      places,
      body,
      () => fits,
      () => made,
    );
  for (const body of [{ windows: [] }, {}, null, { windows: "none" }]) assert.deepEqual(more(body), body);
  assert.deepEqual(more({ windows: [window] }, false), { windows: [window] });
});

test("a list of one plain value gets another one, and one of several stays", () => {
  const more = (codes: readonly string[]) =>
    withMoreItems(
      places,
      { codes },
      () => true,
      () => ["CH", "DE"],
    );
  assert.deepEqual(more(["CH"]), { codes: ["CH", "DE"] });
  assert.deepEqual(more(["CH", "AT"]), { codes: ["CH", "AT"] });
});
