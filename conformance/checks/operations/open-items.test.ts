import assert from "node:assert/strict";
import { test } from "node:test";
import { openItems } from "./open-items.ts";

const item = (id: number, state: string) => ({ id: `T${id}`, state });

test("items that are over are left out, however many they are", () => {
  const open = [item(2, "open"), item(4, "ACTIVE")];
  assert.deepEqual(openItems([item(1, "closed"), ...open, item(5, "Expired"), item(6, "closed")]), open);
});

test("where all are over, or nothing says so, all are left", () => {
  const all = [item(1, "closed"), item(2, "cancelled")];
  assert.deepEqual(openItems(all), all);
  assert.deepEqual(openItems(["closed", { note: "a closed door" }]), ["closed", { note: "a closed door" }]);
  assert.deepEqual(openItems([]), []);
});

test("what the words about an operation name goes first, where there is any", () => {
  const all = [item(1, "draft"), item(2, "closed"), item(3, "open")];
  const state = (...values: readonly string[]) => ({ pointer: "/state", values });
  const usable = (...values: readonly string[]) => ({ usable: state(...values) });
  assert.deepEqual(openItems(all, { refused: state("draft") }), [item(3, "open")]);
  assert.deepEqual(openItems(all.slice(0, 1), { refused: state("draft") }), all.slice(0, 1));
  assert.deepEqual(openItems(all, usable("draft", "closed")), [item(1, "draft"), item(2, "closed")]);
  assert.deepEqual(openItems(all, usable("rejected")), [item(1, "draft"), item(3, "open")]);
});
