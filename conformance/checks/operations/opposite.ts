/** Two operations without a body that change the same part of an item, such as to block it and to unblock it. */
import { succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import type { Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import type { Arguments, OwnItem } from "./arguments.ts";
import { callOf, type Described, isWrite, pathParameters } from "./operation.ts";
import { withPrecondition } from "./precondition.ts";

/**
 * The operation that may bring back what another one has changed: the only other one that changes the same part
 * without a body; null where the description has none, or several.
 */
export function oppositeOf({ row, description }: Described): Described | null {
  const { changes } = row;
  const isAlike = (other: Described["row"]) =>
    other.mediaType === null &&
    isWrite(other) &&
    other.changes?.operation === changes?.operation &&
    other.changes?.target === changes?.target;
  const [other, ...more] = Object.values(description.operations).filter(
    (one) => one.id !== row.id && isAlike(one),
  );
  if (changes === null || !isAlike(row) || other === undefined || more.length > 0) return null;
  const known = [...pathParameters(row), other.changes?.parameter];
  return pathParameters(other).every((name) => known.includes(name)) ? { row: other, description } : null;
}

/** The path of an operation for the item that the path of its opposite names. */
export function samePath(one: Described, opposite: Described, path: Arguments["path"]): Arguments["path"] {
  const [own, other] = [one, opposite].map(({ row }) => row.changes?.parameter ?? "") as [string, string];
  const { [other]: id = "", ...rest } = path;
  return { ...rest, [own]: id };
}

/**
 * Arguments with an item that each accepted request uses up, and the opposite makes usable again: it may have been so
 * already, and then another request would show nothing, or be refused.
 */
export function withOpposite(run: Run, one: Described, args: Arguments): Arguments {
  const opposite = oppositeOf(one);
  if (opposite === null || args.item !== undefined) return args;
  const call = callOf(opposite, { path: samePath(opposite, one, args.path), query: {} });
  const item: OwnItem = {
    isUsedUp: true,
    note: (exchange) => {
      item.isUsedUp ||= succeeded(exchange);
    },
    renew: async () => {
      item.isUsedUp = false;
      // Where it is so already, the opposite may be refused.
      await ifConclusive(withPrecondition(run, opposite, call).then((ready) => ask(run, "put back", ready)));
    },
  };
  return { ...args, item };
}
