import assert from "node:assert/strict";
import { test } from "node:test";
import { certainOrder } from "./text-order.ts";

/** Whether the first of two comes first, the other way round likewise. */
function order(one: unknown, other: unknown): "<" | ">" | "?" {
  const sign = certainOrder(one, other);
  assert.equal(certainOrder(other, one), sign === 0 ? 0 : -sign);
  return sign === 0 ? "?" : sign < 0 ? "<" : ">";
}

test("numbers are compared by value, dates and moments by time", () => {
  assert.equal(order(9, 10), "<");
  assert.equal(order(10, 10), "?");
  assert.equal(order("2026-02-01", "2026-01-31"), ">");
  assert.equal(order("2026-01-01T12:00:00Z", "2026-01-01T12:30:00+01:00"), ">");
  assert.equal(order("2026-01-01T12:00:00Z", "2026-01-01T12:00:00.000Z"), "?");
  assert.equal(order("2026-01-01T12:00:00Z", "2026-01-02T12:00:00"), "?", "in whatever time zone");
});

test("texts are compared where every usual way to sort them agrees", () => {
  assert.equal(order("Ann", "Bob"), "<");
  assert.equal(order("Maria Keller", "Ann Weber"), "?", "by the name of the family, perhaps");
  assert.equal(order("Zoe 1", "Ann 2"), ">");
  assert.equal(order("Ann 2", "Bob 9"), "<");
  const doubtful = [
    ["ann", "Bob"],
    ["a10", "a9"],
    ["Åse", "Zoe"],
    ["a_b", "aab"],
    ["co-op", "coin"],
    ["hra", "chata"],
    ["yes", "kiwi"],
    ["10.25", "9.5"],
    ["same", "same"],
  ] as const;
  for (const [one, other] of doubtful) assert.equal(order(one, other), "?", `${one} ${other}`);
  assert.equal(order("9.50", "9.25"), ">");
});

test("ids that are hexadecimal digits, and values of different types, are not compared", () => {
  const [one, other] = ["00000000-0000-4000-8000-000000000001", "10000000-0000-4000-8000-000000000000"];
  assert.equal(order(one, other), "?");
  assert.equal(order(1, "2"), "?");
  assert.equal(order(true, false), "?");
});
