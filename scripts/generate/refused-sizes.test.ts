import assert from "node:assert/strict";
import { test } from "node:test";
import { refusedSizes } from "./refused-sizes.ts";

const schema = { maximum: 50 };
const wrong = ["text", "0", "51"];
const of = (description: string) => refusedSizes({ description, schema }, wrong);

test("wrong sizes of a page are refused where the words say so of all, or of the larger ones", () => {
  for (const words of [
    "Items per page. A value that is no integer from 1 to 50 is refused with 400.",
    "Values outside 1 to 50 are refused with\n400 and the code `Limit`.",
    "Up to 50 items; an invalid value is rejected.",
    "Any other value is answered with 400.",
    "A value that is not an integer between 1 and 50 is rejected.",
  ])
    assert.deepEqual(of(words), wrong, words);
  for (const words of [
    "A size larger than 50 is refused.",
    "More than 50 items are rejected with 422.",
    "At most 50; a larger value is refused.",
  ])
    assert.deepEqual(of(words), ["51"], words);
  assert.deepEqual(of("What is not a number is refused with 400."), ["text"]);
  assert.deepEqual(refusedSizes({ description: "A larger one is refused." }, wrong), [], "larger than what?");
});

test("words that leave it open, or are about something else, refuse none", () => {
  for (const words of [
    "Items per page.",
    "Larger values are clamped to 50.",
    "A value larger than 50 may be refused.",
    "A value out of range is not refused: the default is taken.",
    "A size other than the first one is refused when a cursor is given.",
    "Never more than 50.",
    "A value that is not an integer is refused with 400. A larger one is clamped to 50.",
    "A size below 1 is refused with 400. More than 50 are served as 50.",
    "Values outside 1 to 50 are replaced by the default, and text is rejected with 400.",
    "A value that is not greater than 0 is refused with 400.",
    "At most 50. Requests over the rate limit are rejected with 429.",
    "A value over 50 is no error, it is cut to 50, and text is refused.",
  ])
    assert.deepEqual(of(words), [], words);
});
