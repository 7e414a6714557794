import assert from "node:assert/strict";
import { test } from "node:test";
import { isReplayed } from "./replays.ts";

const key = (description: string, open: string[] = []) =>
  isReplayed({
    ...{ name: "Idempotency-Key", in: "header", fragment: "", schema: {} },
    ...{ description, "x-unspecified": open },
  });

test("the words about a key say whether a repetition is answered as the first request was", () => {
  for (const words of [
    "A repetition with the same key and body is not carried out again and gets the first answer once more.",
    "The same write is carried out once, and is answered with the status and the body of the first time.",
    "A retry returns the original response.",
    "Retries are replayed with the same status and body.",
  ])
    assert.ok(key(words), words);
  for (const words of [
    "A unique key that makes retrying the same write safe for up to 24 hours.",
    "The same key with another body is refused with 409.",
    "A repetition with the same key, method, path and body is not carried out again.",
    "A repetition gets 204, and not the first answer.",
    "A repetition may get the same response.",
    "Returns 422 if the same key is used with a different body.",
    "A request gets 409 when the same key comes with another body.",
    "A request that repeats the same key with another body is answered with 422.",
    "A retry has to have the body of the first request.",
    "A key that makes repeats of the same request with the same body safe.",
    "The server answers 409 while the first request is being worked on and its response is pending.",
    "A retry returns the same response body.",
  ])
    assert.ok(!key(words), words);
  const open = ["gap.idempotency.replay-response"];
  assert.ok(!key("A retry returns the original response.", open), "it is an open question");
});
