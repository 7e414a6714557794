/** Types are tested by the compiler: a wrong one does not build. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ItemAt, PaginatedPath, ValueAt } from "./typed-paths.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

interface Page {
  readonly data?: { readonly things: { id: string }[] | null };
  readonly page: { readonly after: { readonly next?: string | null } } | null;
}

test("the type of a value at any depth", () => {
  const items: Equal<ValueAt<Page, "/data/things">, { id: string }[]> = true;
  const cursor: Equal<ValueAt<Page, "/page/after/next">, string> = true;
  const whole: Equal<ValueAt<Page, "">, Page> = true;
  const nothing: Equal<ValueAt<Page, "/page/things">, never> = true;
  const other: Equal<ValueAt<Page, "/data/things">, { id: number }[]> = false;
  assert.deepEqual([items, cursor, whole, nothing, other], [true, true, true, true, false]);
});

test("every paginated operation of the description has a type for its items", () => {
  const none: [ItemAt<PaginatedPath>] extends [never] ? true : false = false;
  assert.ok(!none);
});
