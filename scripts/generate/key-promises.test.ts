import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isFreedByRefusal,
  isRefusedForAny,
  isReplayed,
  isSuccessAgain,
  reuseRefusedWith,
} from "./key-promises.ts";

const parameter = (description: string, open: string[] = []) => ({
  ...{ name: "Idempotency-Key", in: "header" as const, fragment: "", schema: {} },
  ...{ description, "x-unspecified": open },
});
const key = (description: string, open: string[] = []) => isReplayed(parameter(description, open));

test("the words about a key say whether a repetition is answered as the first request was", () => {
  for (const words of [
    "A repetition with the same key and body is not carried out again and gets the first answer once more.",
    "The same write is carried out once, and is answered with the status and the body of the first time.",
    "A retry returns the original response.",
    "A retry is answered as the first time and not carried out again.",
    "The same request under the same key is carried out once and answered as it was the first time.",
    "It returns the original response, with the same status and body, also while the first one is under way.",
    "Retries are replayed with the same status and body.",
    "Sent again, you are given the original response once more, as it was then, even if the item has moved on.",
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
    "A retry returns the original response, although not the same status.",
    "A retry gets the same response, though it may differ in the time.",
    "A key that makes repeats of the same request with the same body safe.",
    "The server answers 409 while the first request is being worked on and its response is pending.",
    "A retry returns the same response body.",
  ])
    assert.ok(!key(words), words);
  const open = ["gap.idempotency.replay-response"];
  assert.ok(!key("A retry returns the original response.", open), "it is an open question");
});

test("what holds even where something else does is said of every repetition", () => {
  const words =
    "The same write with the same key returns the original response, the same status and the same body";
  assert.ok(key(`${words}, even if the card looks different by now.`));
  assert.ok(!key(`${words}, if the card looks the same.`));
});

test("the words say with which status another write under a used key is refused", () => {
  for (const [words, status] of [
    ["Another write under a key that was used, be it for another card, is refused with 409.", "409"],
    ["Another write under a used key is refused with 409 and the code `KeyReused`.", "409"],
    ["The key with another body or for another operation is refused with 422.", "422"],
    ["Returns 422 if the same key is used with a different body.", "422"],
    ["A key that comes with a different payload is rejected.", "4XX"],
    ["A second request with the same key is answered with 409 while the first one is under way.", null],
    ["A key that is used for another write may be refused with 409.", null],
    ["The same write under the same key is carried out once.", null],
    ["With another key, the same request is carried out again.", null],
    [
      "Another request with the same key that arrives before the first one has finished is rejected with 409.",
      null,
    ],
    [
      "Another request with the same key is rejected with 409 as long as the first one is being processed.",
      null,
    ],
    ["A key longer than 64 characters is refused with 400, like any other malformed request.", null],
    ["A write without a key is refused with 400, as is any other request that lacks a header.", null],
    ["A key that comes with another body should be refused with 422.", null],
    ["The key with a different body is treated as a new write, without any 409.", null],
  ] as const)
    assert.equal(reuseRefusedWith(parameter(words)), status, words);
  assert.ok(
    isRefusedForAny(
      parameter("Another write under a used key, be it for another card, is refused with 409."),
    ),
  );
  assert.ok(!isRefusedForAny(parameter("A key that comes with a different payload is rejected.")));
  assert.ok(isRefusedForAny(parameter("A key that comes with another request is refused with 409.")));
  const path =
    "Another request under a key that has been used, be it another path or another body, is refused with 409.";
  assert.ok(isRefusedForAny(parameter(path)));
  assert.ok(!isRefusedForAny(parameter("A key serves one write.")));
  const ofCard = "Another request for that card under a key that has been used is refused with 409.";
  assert.ok(!isRefusedForAny(parameter(ofCard)));
  assert.ok(
    !isRefusedForAny(parameter("A key that comes with a different request body is refused with 409.")),
  );
  assert.ok(!isRefusedForAny(parameter("A key with another write of the same card is refused with 422.")));
  const open = ["gap.idempotency.reuse"];
  assert.equal(reuseRefusedWith(parameter("A key with another body is refused with 409.", open)), null);
});

test("the words say whether a refused write leaves its key free", () => {
  for (const words of [
    "A write that was refused does not use up its key.",
    "A write that is refused does not use its key up: another write may be sent under it.",
    "The key of a rejected request is not used up.",
  ])
    assert.ok(isFreedByRefusal(parameter(words)), words);
  for (const words of [
    "A refused write uses its key up.",
    "A key that was used before is refused.",
    "A write that does not use a UUID as its key is refused.",
    "A key that is not used for 24 hours is refused.",
    "The request is rejected if the key is not used with the same body.",
    "A write that is refused with 401 or 429 does not use up its key.",
    "A refused write usually does not use up its key.",
    "Requests without a key are refused.",
  ])
    assert.ok(!isFreedByRefusal(parameter(words)), words);
  const open = ["gap.idempotency.refused-key"];
  assert.ok(!isFreedByRefusal(parameter("A write that was refused does not use up its key.", open)));
});

test("the words about an operation, or its key, say whether a repetition succeeds", () => {
  const open = parameter("Makes a retry safe.", ["gap.idempotency.replay-response"]);
  for (const words of [
    "A retry under the key of the request that has ended it is answered with 204, as that one was.",
    "A retry under the same key is answered as a success with the note as it is by\nthen, though the first attempt has moved the revision on.",
    "Sent again with its key, it succeeds.",
    "A repetition under its key gets a 200, even if it is closed by then.",
  ]) {
    assert.ok(isSuccessAgain(words, open), words);
    assert.ok(isSuccessAgain("", parameter(words)), words);
    assert.ok(!isSuccessAgain("", parameter(words, ["gap.idempotency.replay-response"])), words);
  }
  for (const words of [
    "A retry under the same key may be answered with 204.",
    "A retry under another key is answered with 204.",
    "A retry under the same key is answered with 409, or with 200.",
    "A retry is answered with 200.",
    "A retry under its key is not answered with 200.",
    "If it is still open, a retry under its key gets 200.",
    "A retry with a new key succeeds.",
    "A retry without a key is answered with 204.",
    "Whether a retry under the same key succeeds is open.",
    "A retry under the same key gets 200 until the item is closed.",
    "A retry under the same key is answered with 200 as long as it is open.",
    "A retry under its key gets 204, though not after the item was deleted.",
    "On retry, send the key that was answered with 201.",
    "The same request with the key returns 250 results at most.",
  ])
    assert.ok(!isSuccessAgain(words, open), words);
});
