/** Whether writes as specified are what is read after them. */
import { jsonText } from "../../../base/json-text.ts";
import type { Control } from "./card-log.ts";
import { type CardUnderTest, writtenAmount } from "./card-under-test.ts";

/** So many writes are no chance. */
export const severalWrites = 4;

/** True if the card was read afterwards, and had the value that was written. */
export function isSeen({ id }: CardUnderTest, { after, value }: Control): boolean {
  return jsonText(writtenAmount(after, id)) === jsonText(value);
}

/**
 * True if several of these writes were accepted, and each of those that the card was read after is seen: what is
 * carried out later there, as an answer of 202 says, is carried out soon.
 */
export function areAllSeen(card: CardUnderTest, controls: readonly Control[]): boolean {
  const read = controls.filter(({ accepted, after }) => accepted && after !== null);
  return read.length >= severalWrites && read.every((control) => isSeen(card, control));
}
