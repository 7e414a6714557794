/** Answers show no moment of what was done before it could have been: a clock, or a zone, is wrong there. */
import { isObject } from "../../base/shape.ts";
import { type Exchange, header, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { logCheck } from "./log-check.ts";
import { type Described, nameOf } from "./operation.ts";

/** How far after the `Date` of the answer it may be, in milliseconds: two clocks of one service differ by less. */
const toleranceMs = 5 * 60 * 1000;
/** How far after our own time where an answer has none: the clock of the service may be wrong. */
const toleranceOfOursMs = 24 * 60 * 60 * 1000;
/** How many answers have to show one: somebody may have set a wrong one. */
const telling = 2;

/** The check of an operation whose answers show such moments; none for any other. */
export function pastMomentsCheck(one: Described): Check[] {
  if (one.row.pastMoments === undefined) return [];
  return logCheck(
    one,
    { family: "past", title: "when something was done lies in the past" },
    (described, log) => judgePastMoments(described, log),
  );
}

/** The values at a pointer in which * stands for each item. */
function allAt(value: unknown, [name, ...rest]: readonly string[]): readonly unknown[] {
  if (name === undefined) return [value];
  if (name === "*") return Array.isArray(value) ? value.flatMap((item) => allAt(item, rest)) : [];
  return isObject(value) ? allAt(value[name], rest) : [];
}

/** Judges the moments of each answer by the `Date` that it has (RFC 9110, section 6.6.1). */
export function judgePastMoments({ row }: Described, log: readonly Exchange[]): Fact[] {
  const seen = log.flatMap((exchange) => {
    if (exchange.operation !== row.id || !succeeded(exchange)) return [];
    const date = Date.parse(header(exchange, "date") ?? "");
    const latest = Number.isNaN(date) ? exchange.endedAt + toleranceOfOursMs : date + toleranceMs;
    return (row.pastMoments ?? []).flatMap((pointer) =>
      allAt(exchange.response?.json, pointer.split("/").slice(1)).flatMap((value) => {
        const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
        return Number.isNaN(at) ? [] : [{ exchange, pointer, value, isAhead: at > latest }];
      }),
    );
  });
  for (const pointer of row.pastMoments ?? []) {
    const ahead = seen.filter((one) => one.isAhead && one.pointer === pointer);
    const [first] = ahead;
    if (first === undefined || new Set(ahead.map(({ value }) => value)).size < telling) continue;
    return [
      {
        kind: "violated",
        isLasting: true,
        message: `${nameOf(row)} shows ${pointer} in the future, though it is when something was done.`,
        expected: [`no later than ${header(first.exchange, "date") ?? "today"}`],
        received: String(first.value),
        pointer,
        exchanges: ahead.slice(0, telling).map(({ exchange }) => exchange.id),
      },
    ];
  }
  const [first] = seen;
  return [
    first === undefined
      ? missing("no answer shows such a moment")
      : held("what was done lies in the past", first.exchange.id),
  ];
}
