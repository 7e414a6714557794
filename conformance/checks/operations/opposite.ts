/** Two operations that change the same part of an item, and undo each other, such as to block it and to unblock it. */
import { succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import type { Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import type { Arguments, OwnItem } from "./arguments.ts";
import { callOf, type Described, isWrite, pathParameters, samplesOf } from "./operation.ts";
import { withPrecondition } from "./precondition.ts";

/**
 * The operation that may bring back what another one has changed, of those that change the same part: the one whose path ends
 * with a word for the contrary, whatever bodies they have; or else the only other one, where neither has a body. null
 * where the description has none, or several.
 */
export function oppositeOf({ row, description }: Described): Described | null {
  const { changes } = row;
  const alike = Object.values(description.operations).filter(
    (other) =>
      other.id !== row.id &&
      isWrite(other) &&
      other.changes?.operation === changes?.operation &&
      other.changes?.target === changes?.target,
  );
  const contrary = alike.filter((other) => row.method === "POST" && isContrary(row, other));
  const plain = row.mediaType === null ? alike.filter(({ mediaType }) => mediaType === null) : [];
  const [other, ...more] = contrary.length > 0 ? contrary : plain;
  if (changes === null || other === undefined || more.length > 0) return null;
  const known = [...pathParameters(row), other.changes?.parameter];
  return pathParameters(other).every((name) => known.includes(name)) ? { row: other, description } : null;
}

/** Words for something and for what undoes it, where no syllable before one makes it the other. */
const pairs = [
  ["suspend", "resume"],
  ["suspend", "reactivate"],
  ["pause", "resume"],
  ["archive", "restore"],
  ["hold", "release"],
  ["enable", "disable"],
] as const;

/** True for two POSTs whose paths end with words for the contrary: freeze and unfreeze, activate and deactivate. */
function isContrary(one: Described["row"], other: Described["row"]): boolean {
  const [word = "", undone = ""] = [one, other].map(({ path }) => path.split("/").at(-1)?.toLowerCase());
  const isUndone = (from: string, to: string) =>
    ["un", "de", "dis"].some((syllable) => [`${syllable}${from}`, `${syllable}-${from}`].includes(to)) ||
    pairs.some(([does, undoes]) => does === from && undoes === to);
  return other.method === "POST" && (isUndone(word, undone) || isUndone(undone, word));
}

/** What is sent where nothing says what a body should say; undefined for an operation without one. */
export function anyBodyOf(one: Described): unknown {
  return one.row.mediaType === null ? undefined : samplesOf(one).bodies[0];
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
  const path = samePath(opposite, one, args.path);
  const call = callOf(opposite, { path, query: {}, body: anyBodyOf(opposite) });
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
