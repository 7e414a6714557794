/** Finds out which values of a body no two things that are created may share. */
import { type Exchange, isForLater, succeeded } from "../../wire/exchange.ts";
import type { Run } from "../kit/check.ts";
import type { Arguments } from "./arguments.ts";
import { type Described, idOf } from "./operation.ts";
import { send } from "./send.ts";
import { nothingUnique, placesToTry, uniqueValuesOf } from "./unique-values.ts";

/**
 * Sends again what has created something: where that is refused, new values are tried, one place after the other. Once per
 * run.
 *
 * @returns The one that was accepted, or else the same request again; null where all is known already.
 */
export async function learnUniqueValues(
  run: Run,
  one: Described,
  args: Arguments,
  body: unknown,
): Promise<Exchange | null> {
  const unique = uniqueValuesOf(run, one);
  if (unique.known !== null) return null;
  let refused: Exchange | null = null;
  unique.known = nothingUnique();
  for (const pointers of [[], ...placesToTry(body)]) {
    unique.known = { ...unique.known, pointers };
    const exchange = await send(run, one, args, { purpose: idOf("accepted", one), body });
    if (succeeded(exchange)) return exchange;
    refused ??= exchange;
    if (exchange.response === null || isForLater(exchange)) break;
  }
  unique.known = { ...unique.known, pointers: [] };
  return refused;
}
