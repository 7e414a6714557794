import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../wire/testing.ts";
import { isGivenAgain } from "./cursor-places.ts";
import { mainList } from "./kit/paged.ts";

assert.ok(mainList);
const list = mainList;
const page = (...ids: readonly string[]) =>
  exchange({ body: { cards: ids.map((id) => ({ id: `CRD${id}` })) } });

test("a cursor is given again where its second use shows the page of the first one", () => {
  assert.equal(isGivenAgain(list, page("1", "2"), page("1", "2")), true);
  assert.equal(isGivenAgain(list, page("1", "2"), page("1")), true, "the same without its last item");
  assert.equal(isGivenAgain(list, page("1", "2"), page("3", "1")), false, "another page");
  assert.equal(isGivenAgain(list, page("1", "2"), page()), false, "an empty one");
  assert.equal(isGivenAgain(list, page(), page()), false, "no page to tell from another");
});

test("a first use that was sent twice shows nothing: the cursor may have ended at the first time", () => {
  assert.equal(isGivenAgain(list, { ...page("1"), sentBefore: 1 }, page("1")), false);
});
