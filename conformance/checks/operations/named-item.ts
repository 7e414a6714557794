/** Whether a read shows the item that its path names. */
import { validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { held } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import type { Arguments } from "./arguments.ts";
import { type Described, isWrite, nameOf, pathParameters } from "./operation.ts";

/**
 * Compares the id in the path of a read with the one in its response, where both are ids of the same list: a link binds
 * the only parameter of the path to the id of an item, and the response has at the same place an id of the same form.
 *
 * @param accepted - The response to a request as specified.
 * @returns Nothing where they cannot be compared.
 */
export function judgeNamedItem(
  { row, description }: Described,
  { path, isLive }: Arguments,
  accepted: Exchange | null,
): readonly Fact[] {
  const [parameter = "", ...others] = pathParameters(row);
  const binding = row.bindings[parameter];
  const { items, id } = description.operations[binding?.operation ?? ""]?.paginated ?? {};
  if (accepted === null || isWrite(row) || !isLive || others.length > 0 || id?.schema == null) return [];
  if (binding?.pointer !== `${items}/0${id.pointer}`) return [];
  const shown = valueAt(accepted.response?.json, id.pointer);
  if (!validators[id.schema](shown)) return [];
  const asked = path[parameter] ?? "";
  if (String(shown) === asked) return [held("the item that the path names was shown", accepted.id)];
  return [
    {
      kind: "violated",
      message: `${nameOf(row)} shows another item than its path names.`,
      expected: [asked],
      received: String(shown),
      pointer: id.pointer,
      exchanges: [accepted.id],
    },
  ];
}
