/** Whether a read shows the item that its path names. */
import { validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { held } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import type { Arguments } from "./arguments.ts";
import { type Described, isWrite, nameOf, pathParameters } from "./operation.ts";

/** The only parameter of a path, where a link binds it to the id of an item of a list; null for any other path. */
export function namingOf({ row, description }: Described) {
  const [parameter = "", ...others] = pathParameters(row);
  const binding = row.bindings[parameter];
  const { items, id } = description.operations[binding?.operation ?? ""]?.paginated ?? {};
  if (others.length > 0 || id?.schema == null || binding?.pointer !== `${items}/0${id.pointer}`) return null;
  return { parameter, pointer: id.pointer, schema: id.schema };
}

/**
 * Compares the id in the path of a read with the one in its response, where both are ids of the same list: a link binds
 * the only parameter of the path to the id of an item, and the response has at the same place an id of the same form.
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
  const { parameter, pointer, schema } = naming;
  const shown = valueAt(accepted.response?.json, pointer);
  if (!validators[schema](shown)) return [];
  const asked = path[parameter] ?? "";
  if (String(shown) === asked) return [held("the item that the path names was shown", accepted.id)];
  return [
    {
      kind: "violated",
      message: `${nameOf(one.row)} shows another item than its path names.`,
      expected: [asked],
      received: String(shown),
      pointer,
      exchanges: [accepted.id],
    },
  ];
}

/**
 * Compares the id in the path of a read of what belongs to an item, such as the events of a shipment, with the ids that
 * its answer shows under the name of that parameter. Where none of them is that of the path, they may speak of something
 * else, as those of the cards that replace a card.
 *
 * @param accepted - The response to a request as specified.
 * @returns Nothing where none is shown.
 */
export function judgeBelonging(
  one: Described,
  { path, isLive }: Arguments,
  accepted: Exchange | null,
): readonly Fact[] {
  const naming = namingOf(one);
  if (accepted === null || naming === null || !isLive || isWrite(one.row)) return [];
  const { parameter, schema } = naming;
  const json = accepted.response?.json;
  const found = one.row.paginated === null ? json : valueAt(json, one.row.paginated.items);
  const shown = (Array.isArray(found) ? found : [found])
    .map((item) => valueAt(item, `/${parameter}`))
    .filter((id) => validators[schema](id));
  const other = shown.find((id) => String(id) !== path[parameter]);
  if (shown.every((id) => String(id) !== path[parameter])) return [];
  if (other === undefined) return [held("what belongs to the item was shown", accepted.id)];
  return [
    {
      kind: "violated",
      message: `${nameOf(one.row)} shows what belongs to another ${parameter} than its path names.`,
      expected: [path[parameter] ?? ""],
      received: String(other),
      exchanges: [accepted.id],
    },
  ];
}
