/** What the answer of a write shows of what was asked for, reads that show the write show as well. */
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { shortened } from "../../base/text.ts";
import { bodySent, type Exchange } from "../../wire/exchange.ts";
import { type Check, held, inapplicable } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { followedCheck } from "./followed-check.ts";
import { type Followed, followedWrites } from "./followed-writes.ts";
import { partsOf } from "./given.ts";
import { type Described, nameOf, type Row } from "./operation.ts";

/** How often a part has to be lost, and never be kept: somebody else may write as well. */
const tellingTimes = 3;

/** A text that a body has named, as the answer shows it, and as a read does. */
interface Part {
  /** Which of one operation: its id, and where it stands in the item. */
  readonly name: string;
  readonly write: Exchange;
  readonly asked: string;
  readonly read: unknown;
}

/** True for a POST with a body: what others set, they are read back for. */
const isOf = ({ method, mediaType }: Row) => method === "POST" && mediaType !== null;

/** Names of what an answer may show once, and no read again. */
const once = /secret|password|pin$|otp|token|code|key|cvv|cvc/i;

/** The check of a list, or of a read of one of its items, in which a POST changes something. */
export function keptAnswerCheck(one: Described): Check[] {
  return followedCheck(one, {
    family: "kept-answer",
    title: "it shows what the answer of a write has shown of what was asked for",
    judge: judgeKept,
    isOf,
  });
}

/**
 * Judges the texts of bodies that answers show at a place of the item: reads that have nothing at this place each time have
 * lost them. What they show otherwise, as without the digits of an account, they may.
 */
export function judgeKept(one: Described, log: readonly Exchange[]): Fact {
  const parts = followedWrites(one, log)
    .filter(({ row }) => isOf(row))
    .flatMap(partsIn);
  for (const name of new Set(parts.map((part) => part.name))) {
    const all = parts.filter((part) => part.name === name);
    const [first] = all;
    if (first === undefined || all.length < tellingTimes || !all.every(({ read }) => isNothing(read)))
      continue;
    return {
      kind: "violated",
      isLasting: true,
      message: `${nameOf(one.row)} shows nothing of what ${name} was asked for, and has answered with (${all.length} times).`,
      expected: [shortened(first.asked, 200)],
      received: shortened(jsonText(first.read), 200),
      exchanges: all.map(({ write }) => write.id),
    };
  }
  const kept = parts.find(({ asked, read }) => asked === read);
  return kept === undefined
    ? inapplicable("no write was seen whose answer shows a text that it was asked for")
    : held("a text was shown as the answer of the write has shown it", kept.write.id);
}

const isNothing = (value: unknown) => value === null || value === "";

/** What is only in the body of one write: a word that the item has anyway, such as its state, tells nothing. */
function partsIn({ row, write, before, after, isMade }: Followed): readonly Part[] {
  const seen = after.find(isMade);
  const answer = write.response?.json;
  const idAt = row.changes?.id ?? "";
  const isItem = valueAt(answer, idAt) !== undefined && valueAt(answer, idAt) === valueAt(seen?.item, idAt);
  if (seen === undefined || !isItem || write.request.body === null) return [];
  const body = bodySent(write);
  const shown = partsOf(answer);
  return partsOf(body).flatMap((pointer) => {
    const asked = valueAt(body, pointer);
    const [place, ...others] = shown.filter((at) => valueAt(answer, at) === asked);
    if (typeof asked !== "string" || place === undefined || others.length > 0 || once.test(place)) return [];
    const [was, read] = [before.item, seen.item].map((item) => valueAt(item, place));
    return read === undefined || was === asked
      ? []
      : [{ name: `${nameOf(row)} for ${place}`, write, asked, read }];
  });
}
