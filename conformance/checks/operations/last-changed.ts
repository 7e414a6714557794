/** An item says that it was changed last when a write has changed it, where the words of the description say so. */
import { valueAt } from "../../../src/core/json.ts";
import { type Exchange, header } from "../../wire/exchange.ts";
import { type Check, held, missing } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { followedCheck } from "./followed-check.ts";
import { type Followed, followedWrites } from "./followed-writes.ts";
import { type Described, nameOf } from "./operation.ts";

/** How often the moment has to stay as it was, and never to move: somebody else may write as well. */
const tellingTimes = 3;

/** How much earlier than the answer it has to be, in milliseconds: a moment may be shown by its minute, or by its day. */
const earlierMs = 2 * 24 * 60 * 60 * 1000;

/** What became of the moment at one write. */
interface Moment {
  readonly write: Exchange;
  readonly shown: string;
  readonly answered: string;
  readonly isMoved: boolean;
}

/** The check of a list, or of a read of one of its items, that shows when an item was changed last. */
export function lastChangedCheck(one: Described): Check[] {
  if (one.row.lastChanged === undefined) return [];
  return followedCheck(one, {
    family: "last-changed",
    title: `it shows under ${one.row.lastChanged} that a write has changed the item`,
    judge: judgeLastChanged,
  });
}

/** Judges the moments after each write that was seen to change the item: of one operation, no write moves them. */
export function judgeLastChanged(one: Described, log: readonly Exchange[]): Fact {
  const followed = followedWrites(one, log);
  for (const row of new Set(followed.map((each) => each.row))) {
    const all = followed.filter((each) => each.row === row).flatMap((each) => momentOf(one, each));
    const [first] = all;
    if (first === undefined || all.length < tellingTimes || all.some(({ isMoved }) => isMoved)) continue;
    return {
      kind: "violated",
      isLasting: true,
      message: `${nameOf(one.row)} shows that an item was changed last before ${nameOf(row)} has changed it (${all.length} times).`,
      expected: [`${one.row.lastChanged} about ${first.answered}`],
      received: first.shown,
      exchanges: all.map(({ write }) => write.id),
    };
  }
  const moved = followed.flatMap((each) => momentOf(one, each)).find(({ isMoved }) => isMoved);
  return moved === undefined
    ? missing("no write was seen to change what was changed last long before")
    : held("a write has moved the moment of the last change", moved.write.id);
}

/** None where the item was changed shortly before: its clock may show the same then. */
function momentOf({ row }: Described, { write, before, after, isMade }: Followed): readonly Moment[] {
  const seen = after.find(isMade);
  const answered = header(write, "date") ?? "";
  const [was, shown] = [before, seen].map((each) => valueAt(each?.item, row.lastChanged ?? ""));
  if (typeof was !== "string" || typeof shown !== "string") return [];
  return Date.parse(was) < Date.parse(answered) - earlierMs
    ? [{ write, shown, answered, isMoved: shown !== was }]
    : [];
}
