/** An action of which the words say that nothing else changes leaves what they do not name as it was. */
import { isDeepStrictEqual } from "node:util";
import { jsonText } from "../../base/json-text.ts";
import { isMoment } from "../../base/order.ts";
import { isObject } from "../../base/shape.ts";
import { shortened } from "../../base/text.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { type Check, held, missing } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { isEmpty } from "./asked.ts";
import { followedCheck } from "./followed-check.ts";
import { type Followed, followedWrites } from "./followed-writes.ts";
import { type Described, nameOf, type Row } from "./operation.ts";

/** How many writes have to change it, and none may leave it: somebody else may write as well. */
const telling = 2;

/** The check of a read that shows what such actions change; none where there is none. */
export function keptMembersCheck(one: Described): Check[] {
  return followedCheck(one, {
    family: "kept-members",
    title: "an action that is said to change nothing else leaves the rest as it was",
    judge: judgeKept,
    isOf: ({ keepsRest }) => keepsRest !== undefined,
  });
}

/** What one write has made of a member. */
interface Member {
  readonly name: string;
  readonly write: Exchange;
  readonly was: unknown;
  readonly is: unknown;
}

/** Judges each member that the words of an action do not name, over all of its writes. */
export function judgeKept(one: Described, log: readonly Exchange[]): Fact {
  const followed = followedWrites(one, log).filter(({ row }) => row.keepsRest !== undefined);
  for (const row of new Set(followed.map((each) => each.row))) {
    const members = followed.filter((each) => each.row === row).flatMap((each) => membersOf(one.row, each));
    for (const name of new Set(members.map((member) => member.name))) {
      const own = members.filter((member) => member.name === name);
      const [first] = own;
      const isMoved = own.every(({ was, is }) => !isDeepStrictEqual(was, is));
      if (first === undefined || !isMoved || own.length < telling) continue;
      return {
        kind: "violated",
        isLasting: true,
        message: `${nameOf(row)} changes ${name}, though it is said to change nothing else (${own.length} times).`,
        expected: [`${name} ${shortened(jsonText(first.was), 200)}`],
        received: `${name} ${shortened(jsonText(first.is ?? null), 200)}`,
        exchanges: own.map(({ write }) => write.id),
      };
    }
  }
  const [some] = followed;
  return some === undefined
    ? missing("no such action was seen to change something")
    : held("actions left what their words do not name", some.write.id);
}

/**
 * The members that the words do not name, and that follow from nothing else: flags, lists of what is possible, counts and moments
 * may, and texts about the state.
 */
function membersOf({ lastChanged }: Row, { row, write, before, after, isMade }: Followed): readonly Member[] {
  const [was, is] = [before.item, (after.find(isMade) ?? after[0]).item];
  if (!isObject(was) || !isObject(is)) return [];
  return Object.keys(was).flatMap((name) => {
    const isSaid = (word: string) => row.keepsRest?.includes(word) === true;
    const isNamed = isSaid(name.toLowerCase()) || wordsOf(name).every(isSaid);
    const isPlain = typeof was[name] === "string" || (isObject(was[name]) && !Array.isArray(was[name]));
    const isGone = is[name] === null || is[name] === undefined;
    const isOfState = isMoment(was[name]) || typeof was[name] === "boolean" || Array.isArray(was[name]);
    const mayMove = isOfState || !(isPlain || isGone);
    const isOpen = isNamed || `/${name}` === lastChanged || ofOthers.test(name) || mayMove;
    return isOpen || isEmpty(was[name]) ? [] : [{ name, write, was: was[name], is: is[name] }];
  });
}

/** What any change may change, and what is said of the state. */
const ofOthers =
  /^(?:updated|changed|modified|last|version|revision|etag|_)|state|status|links?$|reason|expir|next/i;

/** The words of a name. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
