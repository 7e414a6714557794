/** Items of other kinds than the one of most requests: a service may handle these in a place of their own. */
import { valueAt } from "../../../src/core/json.ts";
import { isObject } from "../../base/shape.ts";
import type { Run } from "../kit/check.ts";
import { type Arguments, argumentsOf, inPath } from "./arguments.ts";
import { type Described, idOf } from "./operation.ts";
import { readItems } from "./pages.ts";
import { bodyOfSame } from "./states-kept.ts";

/** A request that asks an item of another kind for what it has already. */
export interface OtherKind {
  readonly path: Arguments["path"];
  readonly body: unknown;
  /** By what it differs, such as `status frozen`. */
  readonly kind: string;
}

/** How many kinds are asked for at most, and how many values a property has at most that tells kinds apart. */
const [mostKinds, mostValues] = [4, 6];
/** How often each of its values occurs, at least on average: else it tells items apart, and no kinds. */
const leastOfEach = 3;

/**
 * Requests of a PUT or PATCH to an item of each other kind, as its list shows them: where one is taken, nothing changes. None
 * for any other operation, and where an item was named, since that alone is meant then.
 */
export async function otherKindsOf(run: Run, one: Described, args: Arguments): Promise<readonly OtherKind[]> {
  const { changes, method } = one.row;
  const list = one.description.operations[changes?.operation ?? ""];
  const isChange = method === "PUT" || method === "PATCH";
  if (!isChange || changes === null || list === undefined || run.card !== null) return [];
  const listed = { row: list, description: one.description };
  const listArgs = await argumentsOf(run, listed);
  const path = { ...listArgs.path, ...args.path };
  const items = await readItems(run, listed, { ...listArgs, path }, idOf("refused.no-effect", one));
  const idIn = (item: unknown) => inPath(valueAt(item, changes.id));
  const own = items.find((item) => idIn(item) === args.path[changes.parameter]);
  return kindsAmong(items, own).flatMap(({ item, kind }) => {
    const [id, body] = [idIn(item), bodyOfSame(one, item)];
    return id === null || body === undefined
      ? []
      : [{ path: { ...args.path, [changes.parameter]: id }, body, kind }];
  });
}

/**
 * One item for each value that a property with few values has, and that another item does not have there.
 *
 * @param own - The other item.
 */
export function kindsAmong(
  items: readonly unknown[],
  own: unknown,
): readonly { readonly item: unknown; readonly kind: string }[] {
  if (!isObject(own)) return [];
  const kinds = Object.entries(own).flatMap(([name, usual]) => {
    const isTold = (value: unknown) => typeof value === "string" || typeof value === "boolean";
    const values = items.map((item) => valueAt(item, `/${name}`)).filter(isTold);
    const different = [...new Set(values)];
    const isOfFew = different.length <= mostValues && values.length >= leastOfEach * different.length;
    return isTold(usual) && isOfFew
      ? different.flatMap((value) => (value === usual ? [] : [{ name, value }]))
      : [];
  });
  return kinds.slice(0, mostKinds).flatMap(({ name, value }) => {
    const item = items.find((one) => one !== own && valueAt(one, `/${name}`) === value);
    return item === undefined ? [] : [{ item, kind: `${name} ${String(value)}` }];
  });
}
