/** Timestamps for which a request must be refused, in the forms in which careless servers take them for right ones. */
import { api } from "../../generated/operations.ts";
import type { HeaderList } from "../base/events.ts";
import { inWords } from "../base/seconds.ts";
import type { Alteration } from "../wire/alteration.ts";
import type { DefectCheck } from "./defects.ts";

const misread: readonly (readonly [description: string, text: (seconds: number) => string])[] = [
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

/**
 * Timestamps that are no Unix time in seconds, and that careless servers take for one. What a lenient parser of
 * numbers reads as the right time, such as one with a plus sign or with a fraction, is not among them.
 */
export const misreadTimestamps: readonly Alteration[] = misread.map(([description, timestamp]) => ({
  description,
  timestamp,
}));

/** Stale however long the window is: a day, unless the window is longer than half of one. */
const longAgoSeconds = Math.max(86_400, 2 * api.timestampWindowSeconds);
/**
 * Ages at which careless arithmetic goes round: an hour on the face of a clock or between two zones, and what is
 * negative in 32 bits when it is counted in milliseconds, or what no longer fits in them.
 */
const oldAges: readonly number[] = [3600, 35 * 86_400, 60 * 86_400, 365 * 86_400].filter(
  (age) => age > api.timestampWindowSeconds,
);
/**
 * An old timestamp that is signed, and the right one in a header of the same name: whichever a server reads, it must
 * take the same one for the age and for the signature.
 */
const besideRightOne: readonly Alteration[] = [
  {
    description: `with a timestamp ${inWords(longAgoSeconds)} old behind the right one, in two headers`,
    timestamp: (seconds) => String(seconds - longAgoSeconds),
    headers: (_, seconds) => [[api.headers.timestamp, String(seconds)]],
  },
  {
    description: `with a timestamp ${inWords(longAgoSeconds)} old before the right one, in two headers`,
    timestamp: (seconds) => String(seconds - longAgoSeconds),
    headers: (_, seconds) => [[api.headers.timestamp, String(seconds)]],
    rewrite: ({ headers, ...request }) => ({
      ...request,
      headers: firstToEnd(headers, api.headers.timestamp),
    }),
  },
];

/** Signed as they are sent. */
export const staleTimestamps: Pick<DefectCheck, "alterations" | "drawn"> = {
  alterations: [
    {
      description: `with a timestamp just older than ${inWords(api.timestampWindowSeconds)}`,
      timestamp: (seconds, margin) =>
        String(seconds - api.timestampWindowSeconds - api.clockToleranceSeconds - margin),
    },
    {
      description: `with a timestamp ${inWords(longAgoSeconds)} old`,
      timestamp: (seconds) => String(seconds - longAgoSeconds),
    },
    { description: "with the timestamp 0", timestamp: () => "0" },
    {
      description: "with a timestamp that lacks its last digit",
      timestamp: (seconds) => String(seconds).slice(0, -1),
    },
  ],
  drawn: [
    // Read as a text, one of them is not even older.
    ...["0", "+"].map((sign) => ({
      description: `with a timestamp ${inWords(longAgoSeconds)} old that has a ${sign} in front`,
      timestamp: (seconds: number) => `${sign}${seconds - longAgoSeconds}`,
    })),
    ...oldAges.map((age) => ({
      description: `with a timestamp ${inWords(age)} old`,
      timestamp: (seconds: number) => String(seconds - age),
    })),
    ...besideRightOne,
  ],
};

/** The headers, with the first one of a name behind all others. */
function firstToEnd(headers: HeaderList, name: string): HeaderList {
  const first = headers.find(([other]) => other === name);
  return first === undefined ? headers : [...headers.filter((one) => one !== first), first];
}
