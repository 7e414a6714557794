/** What the body of a write asks for in a situation. */
import {
  emptyContent,
  sameContent,
  severalContent,
  writeContents,
  zeroContent,
} from "../../../plan/situations.ts";
import type { Spelling } from "../../../plan/spellings.ts";
import { otherAmounts, writtenLimit } from "../limits.ts";
import type { WriteOperation } from "../write-form.ts";
import type { CardUnderTest } from "./card-under-test.ts";

/** What a write asks for. */
export interface WriteContent {
  /** What the written limit of the card would become. */
  readonly value: number;
  /** The whole body, where it is not the usual one. */
  readonly body?: unknown;
  /** True where it would not show which write had the effect: the value is not its own, or the card has it already. */
  readonly isSame: boolean;
}

/** True for what can stand in a write of this operation: a PUT names every limit, and nothing else. */
export function canStandIn(operation: WriteOperation, content: Spelling): boolean {
  return operation === "updateCardLimits" || (content !== emptyContent && content !== severalContent);
}

/** True for a situation of what the body asks for. */
export function isContent(situation: Spelling): boolean {
  return writeContents.includes(situation);
}

/** What a write that comes next asks for in these situations: as a rule, a value that no other one has. */
export function contentIn(card: CardUnderTest, row: readonly Spelling[]): WriteContent {
  const { written } = card.listed.log;
  if (row.includes(emptyContent)) return { value: 0, body: {}, isSame: true };
  if (row.includes(sameContent) && typeof written === "number") return { value: written, isSame: true };
  // Several of them may be sent together, and which of them was carried out would not show.
  if (row.includes(zeroContent)) return { value: 0, isSame: true };
  const value = card.nextValue();
  return row.includes(severalContent)
    ? { value, body: { [writtenLimit]: value, ...otherAmounts(card.original) }, isSame: false }
    : { value, isSame: false };
}
