/** Wrong values that are close to a right one, as a client sends them and as a careless server takes them. */

import { swappedCase } from "../../plan/operators.ts";

/** The ways to misspell a value. */
export const misspellings = ["case", "truncated", "extended", "bit", "doubled"] as const;

/** One way to misspell a value. */
export type Misspelling = (typeof misspellings)[number];

/** How a text holds bytes; "text" is one that is its own value. */
export type Coding = "text" | "base64" | "base64url" | "hex";

const bytesOf = (value: string, coding: Coding) => Buffer.from(value, coding === "text" ? "latin1" : coding);
const textOf = (bytes: Buffer, coding: Coding) => bytes.toString(coding === "text" ? "latin1" : coding);

/**
 * A value misspelt in one way, on the bytes that it holds except for its case; null where this way changes
 * nothing.
 */
export function misspelt(way: Misspelling, value: string, coding: Coding = "text"): string | null {
  const bytes = bytesOf(value, coding);
  const changed = {
    case: () => swappedCase(value),
    truncated: () => textOf(bytes.subarray(0, -1), coding),
    extended: () => textOf(Buffer.concat([bytes, Buffer.from("1")]), coding),
    bit: () => textOf(withBit(bytes), coding),
    doubled: () => textOf(Buffer.concat([bytes, bytes]), coding),
  }[way]();
  return bytesOf(changed, coding).equals(bytes) ? null : changed;
}

/** The lowest bit in the middle: of a digit or letter it makes another one, or a printable sign. */
function withBit(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const middle = Math.floor(copy.length / 2);
  if (copy.length > 0) copy[middle] = (copy[middle] ?? 0) ^ 1;
  return copy;
}

/** True where a value is the right one, misspelt in this way: what a server takes that forgives it. */
export function forgives(way: Misspelling, given: string, right: string, coding: Coding = "text"): boolean {
  if (way === "case") return given !== right && given.toLowerCase() === right.toLowerCase();
  const [sent, known] = [bytesOf(given, coding), bytesOf(right, coding)];
  switch (way) {
    case "truncated":
      return sent.length > 0 && sent.length < known.length && known.subarray(0, sent.length).equals(sent);
    case "extended":
      return sent.length > known.length && sent.subarray(0, known.length).equals(known);
    case "bit":
      return sent.length === known.length && bitsApart(sent, known) === 1;
    case "doubled":
      return sent.equals(Buffer.concat([known, known])) || given === `${right}, ${right}`;
  }
}

/** The number of bits in which two values of one length differ. */
function bitsApart(some: Buffer, other: Buffer): number {
  let apart = 0;
  for (const [index, byte] of some.entries()) {
    for (let bits = byte ^ (other[index] ?? 0); bits > 0; bits >>= 1) apart += bits & 1;
  }
  return apart;
}
