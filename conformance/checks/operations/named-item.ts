/** Whether a read shows the item that its path names. */
import { validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import { listingOf } from "../../base/listing.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { held, type Run } from "../kit/check.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { type Arguments, argumentsOf, inPath } from "./arguments.ts";
import { type Described, isWrite, nameOf, pathParameters } from "./operation.ts";
import { readItems } from "./pages.ts";

/** What the last parameter of a path names. */
export interface Naming {
  readonly parameter: string;
  /** The operation that lists it. */
  readonly list: Described;
  /** JSON pointer to the id in an item of the list. */
  readonly pointer: string;
  /** True for what may be an id of the list by its form. */
  readonly fits: (id: unknown) => boolean;
  /** True where the ids of the list have a schema by name, which other ids do not have. */
  readonly isOwnForm: boolean;
  /** True for the path of the list and the parameter: it names the item itself, and not what belongs to it. */
  readonly isItem: boolean;
}

/** The item of a list to whose id a link binds the last parameter of a path; null for any other path. */
export function namingOf({ row, description }: Described): Naming | null {
  const names = pathParameters(row);
  const parameter = names.at(-1) ?? "";
  const binding = row.bindings[parameter];
  const list = description.operations[binding?.operation ?? ""];
  const { items, id } = (list && listingOf(list)) ?? {};
  if (list === undefined || id == null || binding?.pointer !== `${items}/0${id.pointer}`) return null;
  const isItem = row.path === `${list.path}/{${parameter}}`;
  // Else it may be of the list of something else than the other parameters name.
  if (names.length > 1 && !isItem) return null;
  const { pointer, schema } = id;
  return {
    parameter,
    list: { row: list, description },
    pointer,
    fits: (value) => inPath(value) !== null && (schema === null || validators[schema](value)),
    isOwnForm: schema !== null && !schema.startsWith(`${list.id}.items.`),
    isItem,
  };
}

/** The list of the items of which the path of an operation ends with one, as the paths say it; null without one. */
export function listAbove({ row, description }: Described): Described | null {
  const above = row.path.replace(/\/\{\w+\}$/, "");
  const list = Object.values(description.operations).find(
    (other) => other.path === above && listingOf(other) !== null,
  );
  return list === undefined || above === row.path ? null : { row: list, description };
}

/** The ids that the list shows. @throws Inconclusive if it can't be read. */
export async function idsListed(run: Run, { list, pointer }: Naming, purpose: string): Promise<string[]> {
  const items = await readItems(run, list, await argumentsOf(run, list), purpose);
  return items.map((item) => String(valueAt(item, pointer)));
}

/**
 * Compares the id in the path of a read with the one in its response, where both are ids of the same list: a link binds
 * the parameter of the path to the id of an item, and the response has at the same place an id of the same form. Of a form
 * that other ids have as well, such as a UUID, only the path of the item itself says that it is the same.
 *
 * @param accepted - The response to a request as specified.
 * @returns Nothing where they cannot be compared.
 */
export function judgeNamedItem(
  one: Described,
  { path, isLive }: Arguments,
  accepted: Exchange | null,
): readonly Fact[] {
  const naming = namingOf(one);
  // A write that changes no item that is listed may make another one.
  const mayMake = isWrite(one.row) && one.row.changes === null;
  if (accepted === null || naming === null || mayMake || !isLive) return [];
  const { parameter, pointer, fits, isOwnForm, isItem } = naming;
  const shown = valueAt(accepted.response?.json, pointer);
  if (!(isOwnForm || isItem) || !fits(shown)) return [];
  const asked = path[parameter] ?? "";
  if (String(shown) === asked) return [held("the item that the path names was shown", accepted.id)];
  return violations({
    message: `${nameOf(one.row)} shows another item than its path names.`,
    expected: [asked],
    received: String(shown),
    pointer,
    exchanges: [accepted.id],
  });
}
