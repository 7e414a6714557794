import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../generated/operations.ts";
import { exchange, wireRequest } from "../wire/testing.ts";
import { judgeKnown } from "./cursor-known.ts";

const page = (cursor: string, status = 200) =>
  exchange({
    status,
    request: wireRequest({ url: `http://server.invalid/v1/card?cursor=${cursor}` }),
    body: status === 200 ? { cards: [] } : {},
  });
const kinds = (...log: Parameters<typeof judgeKnown>[0]) =>
  judgeKnown(log, operations.listCards).map(({ kind }) => kind);
/** A cursor that is refused, and then taken. */
const known = (cursor: string, status = 400) => [page(cursor, status), page(cursor)];

test("several cursors that are refused and then taken were known all the time", () => {
  assert.deepEqual(kinds(...known("a"), ...known("b", 404), ...known("c", 410)), ["violated"]);
  assert.deepEqual(
    kinds(...known("a"), ...known("b"), ...known("b")),
    ["held"],
    "anything may have come between",
  );
});

test("a cursor that has ended, or that a busy server does not look at, breaks nothing", () => {
  const ended = (cursor: string) => [page(cursor), page(cursor, 400)];
  assert.deepEqual(kinds(...ended("a"), ...ended("b"), ...ended("c")), ["held"]);
  assert.deepEqual(kinds(...known("a", 503), ...known("b", 429), ...known("c", 401)), ["held"]);
  const larger = ["a", "b", "c"].flatMap((cursor) => [page(`${cursor}&limit=5`, 400), page(cursor)]);
  assert.deepEqual(kinds(...larger), ["held"], "it may hold for one page size");
  assert.deepEqual(kinds(page("a", 400)), ["missing"]);
});
