/** What a PUT replaces and answers: what its body leaves out is not kept, and its answer shows what is there now. */
import { isDeepStrictEqual } from "node:util";
import { jsonText } from "../../base/json-text.ts";
import { isObject } from "../../base/shape.ts";
import { shortened } from "../../base/text.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { isEmpty, isMergePatch, leavesOf, partOf } from "./asked.ts";
import type { Seen } from "./effect-facts.ts";
import { nameOf, type Row } from "./operation.ts";

/** How often something has to be seen, since others may write as well. */
const telling = 2;

/** True for a write that was carried out when it was answered. */
function isDone({ exchange }: Seen): boolean {
  return succeeded(exchange) && exchange.response?.status !== 202;
}

/**
 * Judges writes of a PUT that leave a property out which an earlier one has set: it is not there still, each time with
 * another value (RFC 9110, section 9.3.4: the state is replaced). A service may give it a value of its own, and the
 * description may say that it stays.
 */
export function judgeKept(row: Row, seen: readonly Seen[]): Fact[] {
  if (row.method !== "PUT" || row.bodyIsMap === true || row.keepsLeftOut !== undefined) return [];
  const names = row.bodyFields.filter((name) => row.readOnlyFields?.includes(name) !== true);
  return names.flatMap((name): Fact[] => {
    const silent = leavingOut(name, seen);
    const kept = silent.filter((one) => isDeepStrictEqual(partOf(one.before, name), partOf(one.after, name)));
    const values = new Set(kept.map(({ after }) => jsonText(partOf(after, name))));
    const [first] = kept;
    if (first === undefined || kept.length < silent.length || values.size < telling) return [];
    return violations({
      message: `${nameOf(row)} keeps ${name}, which its body leaves out.`,
      expected: [`no ${name}, or one that the service gives`],
      received: `${name} ${short(partOf(first.after, name))}, as it was before`,
      exchanges: kept.map(({ exchange }) => exchange.id),
    });
  });
}

/** The writes that leave a property out which the write before them has set. */
function leavingOut(name: string, seen: readonly Seen[]): readonly Seen[] {
  return seen.filter((one, index) => {
    const [then, earlier] = [partOf(one.before, name), seen[index - 1]?.body];
    const isOurs = isObject(earlier) && isDeepStrictEqual(earlier[name], then);
    return isDone(one) && isOurs && !isEmpty(then) && isObject(one.body) && !Object.hasOwn(one.body, name);
  });
}

/**
 * Judges writes of a PUT that leave a property out which stays then, as the description says: it has not gone or changed,
 * each time.
 */
export function judgeLost(row: Row, seen: readonly Seen[]): Fact[] {
  const names = (row.keepsLeftOut ?? []).filter((name) => row.readOnlyFields?.includes(name) !== true);
  return names.flatMap((name): Fact[] => {
    const silent = leavingOut(name, seen);
    const lost = silent.filter(
      ({ before, after }) => !isDeepStrictEqual(partOf(before, name), partOf(after, name)),
    );
    const values = new Set(lost.map(({ before }) => jsonText(partOf(before, name))));
    const [first] = lost;
    if (first === undefined || lost.length < silent.length || values.size < telling) return [];
    return violations({
      message: `${nameOf(row)} does not keep ${name}, which its body leaves out.`,
      expected: [`${name} ${short(partOf(first.before, name))}, as it was before`],
      received: short(partOf(first.after, name)),
      exchanges: lost.map(({ exchange }) => exchange.id),
    });
  });
}

/**
 * Judges writes of a PUT with a list that leaves out what stood in it: it does not stay there beside what is sent, each time.
 * What is in a list is known by its texts, as a limit by its period.
 */
export function judgeMerged(row: Row, seen: readonly Seen[]): Fact[] {
  if (row.method !== "PUT" || row.bodyIsMap === true || row.keepsLeftOut !== undefined) return [];
  const names = row.bodyFields.filter((name) => row.readOnlyFields?.includes(name) !== true);
  return names.flatMap((name): Fact[] => {
    const all = seen.flatMap((one, index) => {
      const lists = [one.body, one.before, one.after, seen[index - 1]?.body].map((value) =>
        partOf(value, name),
      );
      const [sent, was, is, earlier] = lists.map((list) => (Array.isArray(list) ? list : []));
      if (sent === undefined || was === undefined || is === undefined || earlier === undefined) return [];
      const isApplied = sent.length > 0 && sent.every((item) => is.some((other) => isNamed(other, item)));
      if (!isDone(one) || !isApplied) return [];
      // What nobody has sent here may be there for good.
      const ours = was.filter((item) => earlier.some((other) => isNamed(item, other)));
      const leftOut = ours.filter(
        (item) => namesIn(item).length > 0 && !sent.some((other) => isNamed(item, other)),
      );
      const isKept = leftOut.every((item) => is.some((other) => isDeepStrictEqual(item, other)));
      return leftOut.length === 0 ? [] : [{ one, isKept, item: leftOut[0] }];
    });
    const [first] = all;
    if (first === undefined || all.length < telling || !all.every(({ isKept }) => isKept)) return [];
    return violations({
      message: `${nameOf(row)} keeps what its ${name} leaves out.`,
      expected: [`${name} as they are sent`],
      received: `${short(first.item)} beside them, as it was before`,
      exchanges: all.map(({ one }) => one.exchange.id),
    });
  });
}

/** The texts of something in a list, by the names of their members. */
function namesIn(item: unknown): readonly (readonly [string, unknown])[] {
  return isObject(item) ? Object.entries(item).filter(([, value]) => typeof value === "string") : [];
}

/** True where something in a list has the texts of another one. */
function isNamed(item: unknown, other: unknown): boolean {
  return namesIn(other).every(([name, value]) => partOf(item, name) === value);
}

/**
 * Judges the answers of writes which were carried out when they were answered: none shows a property as it was before.
 *
 * @param shownBy - What an answer shows of what is changed; undefined where it shows something else.
 */
export function judgeAnswers(
  row: Row,
  seen: readonly Seen[],
  shownBy: (exchange: Exchange) => unknown,
): Fact[] {
  const stale = seen.flatMap((one) => {
    const shown = shownBy(one.exchange);
    const { body, before, after } = one;
    if (!isDone(one) || !isObject(shown) || !isObject(body)) return [];
    const [name] =
      Object.entries(isMergePatch(row) ? leavesOf(body) : body).find(
        ([key, value]) =>
          isDeepStrictEqual(partOf(after, key), value) &&
          !isDeepStrictEqual(value, partOf(before, key)) &&
          partOf(shown, key) !== undefined &&
          isDeepStrictEqual(partOf(shown, key), partOf(before, key)),
      ) ?? [];
    return name === undefined ? [] : [{ name, one, shown: partOf(shown, name) }];
  });
  const [first] = stale;
  if (first === undefined || stale.length < telling) return [];
  const { name, one, shown } = first;
  return violations({
    message: `${nameOf(row)} is answered with ${name} as it was before.`,
    expected: [`${name} ${short(partOf(one.after, name))}, as it is read afterwards`],
    received: `${name} ${short(shown)}`,
    exchanges: stale.map(({ one: { exchange } }) => exchange.id),
  });
}

const short = (value: unknown) => shortened(jsonText(value), 200);
