import assert from "node:assert/strict";
import { test } from "node:test";
import { pointerTo } from "../kit/json-pointer.ts";
import type { Document } from "./document.ts";
import type { Refusal } from "./refusal.ts";
import { refusalsOf } from "./refuse.ts";
import { smallDocument } from "./testing.ts";

/** The small description with a value set at a path of keys, or removed there. */
export function changed(path: readonly string[], value?: unknown) {
  const document = smallDocument();
  let node = document as unknown as Record<string, unknown>;
  for (const key of path.slice(0, -1)) node = node[key] as Record<string, unknown>;
  const last = path.at(-1) ?? "";
  if (value === undefined) delete node[last];
  else node[last] = value;
  return document;
}

/** The paginated operation of the small description. */
export const list = ["paths", "/api/parcels", "get"];
/** The signed operation. */
export const move = ["paths", "/api/parcels/{code}/place", "post"];
/** The links of the list. */
export const links = [...list, "responses", "200", "links"];
/** The security schemes. */
export const schemes = ["components", "securitySchemes"];
/** The schemas. */
export const schemas = ["components", "schemas"];
/** The properties of a page, which stand below its top. */
export const result = [...schemas, "ParcelPage", "properties", "result", "properties"];
/** The expression of a link that takes a value from the response. */
export const cursor = (pointer: string) => `$response.body#${pointer}`;
/** A rule, for a property that needs one. */
export const spoken = { "x-requirement": "a.b" };

/** What a careless change sets or removes, what is said of it, and where, if not at the same place. */
export type Case = readonly [
  what: string,
  path: readonly string[],
  value: unknown,
  says: RegExp,
  at?: readonly string[],
];

/**
 * One test for each case: a description with that change is refused, for that reason and at that place.
 *
 * @param refused - What has to refuse it.
 */
export function testRefusals(
  cases: readonly Case[],
  refused: (document: Document) => Refusal[] = refusalsOf,
): void {
  for (const [what, path, value, says, at = path] of cases) {
    test(`refuses ${what}`, () => {
      const refusals = refused(changed(path, value));
      const found = refusals.find(({ message }) => says.test(message));
      assert.ok(found, refusals.map(({ message }) => message).join("\n") || "nothing is refused");
      assert.equal(found.pointer, pointerTo(at));
    });
  }
}
