/**
 * Timestamps that are no Unix time in seconds, and that careless servers take for one. What a lenient parser of
 * numbers reads as the right time, such as one with a plus sign or with a fraction, is not among them.
 */
import type { Alteration } from "../wire/alteration.ts";

const rows: readonly (readonly [description: string, text: (seconds: number) => string])[] = [
  // What these become is no number, and neither older nor younger than anything.
  ["with the timestamp NaN", () => "NaN"],
  ["with the timestamp Infinity", () => "Infinity"],
  ["with the timestamp null", () => "null"],
  ["with the timestamp true", () => "true"],
  ["with a timestamp that has a letter before it", (seconds) => `t${seconds}`],
  ["with a timestamp that has letters after a fraction", (seconds) => `${seconds}.5s`],
  ["with the timestamp in hexadecimal digits", (seconds) => `${seconds.toString(16)}h`],
  ["with the time as an HTTP date", (seconds) => new Date(seconds * 1000).toUTCString()],
];

/** Forms of a malformed timestamp, given the right one. */
export const misreadTimestamps: readonly Alteration[] = rows.map(([description, timestamp]) => ({
  description,
  timestamp,
}));
