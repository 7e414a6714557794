/** Judges writes by what was read before and after them: each property of what they change by itself. */
import { isDeepStrictEqual } from "node:util";
import { asItCame, jsonText } from "../../base/json-text.ts";
import { isObject } from "../../base/shape.ts";
import { shortened } from "../../base/text.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import { held, missing } from "../kit/check.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import {
  isEmpty,
  isMasked,
  isMergePatch,
  leavesOf,
  mapRemains,
  partOf,
  remains,
  shows,
  speaksOf,
} from "./asked.ts";
import { type Described, nameOf, type Row } from "./operation.ts";

/** How what is lost of one value alone is told, by which it is known elsewhere. */
export const ofOneValue = "each time with this value";

/** How it is told that it is lost where it stands beside certain others. */
const ofOneBody = "each time beside what else this body has";

/** How it is told that nothing of what was asked for is read. */
export const asBefore = "is read as it was before";

/** How it is told that more or less is read than what was asked for. */
export const otherwise = "is not read as it was asked for";

/** How many writes of a property have to be without effect, since others may write as well. */
export const tellingWrites = 2;

/** One write, and what it was about before and afterwards. */
export interface Seen {
  readonly exchange: Exchange;
  readonly body: unknown;
  /** What it should be, by the names of properties; "" for a value that has none. */
  readonly expected: Readonly<Record<string, unknown>>;
  /** What the body asks for, whatever the answer shows. */
  readonly asked: Readonly<Record<string, unknown>>;
  /** True where that is a map, which the write replaces. */
  readonly isMap?: boolean;
  readonly before: unknown;
  readonly after: unknown;
}

/** The first property that is not what it should be, but as it was before; null if there is none. */
export function staleIn(seen: Seen): string | null {
  return namesIn(seen).find((name) => isStale(seen, name)) ?? null;
}

function namesIn({ expected, asked }: Pick<Seen, "expected" | "asked">): string[] {
  return Object.keys({ ...expected, ...asked });
}

/**
 * True where a property is not what it should be. What is in a list may have members of its own besides those that were
 * asked for, and others in an answer than in a read.
 */
function isStale({ expected, asked, isMap, before, after }: Seen, name: string): boolean {
  const [then, now] = [partOf(before, name), partOf(after, name)];
  if (Array.isArray(asked[name]) && shows(asked[name], now)) return false;
  if (name in asked && remains(asked[name], then, now)) return true;
  if (name === "" && isMap === true && isObject(asked[""]) && mapRemains(asked[""], before, after))
    return true;
  const isShown = name in expected && now !== undefined;
  return isShown && !isDeepStrictEqual(now, expected[name]) && isDeepStrictEqual(now, then);
}

/** True for an accepted write after which a property has to be another than before, and is shown. */
const tells =
  (name: string) =>
  ({ exchange, expected, asked, before, after }: Seen): boolean => {
    if (!succeeded(exchange) || isMasked(partOf(after, name))) return false;
    if (Array.isArray(asked[name])) return !shows(asked[name], partOf(before, name));
    return [expected, asked].some(
      (one) => name in one && !isDeepStrictEqual(partOf(before, name), one[name]),
    );
  };

/** The bodies of which a property was lost, and that were sent once. */
export function lostOnce(seen: readonly Seen[]): readonly unknown[] {
  const lost = seen.filter((one) => namesIn(one).some((name) => tells(name)(one) && isStale(one, name)));
  // In a body, the order of its parts may tell.
  const times = (body: unknown) => seen.filter((one) => asItCame(one.body) === asItCame(body)).length;
  return lost.map(({ body }) => body).filter((body) => times(body) === 1);
}

/** True once there are enough writes of each property that any of the bodies has. */
export function isTold(row: Row, bodies: readonly unknown[], seen: readonly Seen[]): boolean {
  const namesOf = (body: Readonly<Record<string, unknown>>) =>
    Object.keys(isMergePatch(row) && row.changes?.member === undefined ? leavesOf(body) : body);
  const names = bodies.flatMap((body) => (isObject(body) ? namesOf(body) : []));
  const all = new Set([...names, ...seen.flatMap(namesIn)]);
  return all.size > 0 && [...all].every((name) => seen.filter(tells(name)).length >= tellingWrites);
}

/** Judges some writes of one operation, each property by itself: one may be lost where others are not. */
export function judgeEffects({ row }: Described, seen: readonly Seen[]): Fact[] {
  const names = [...new Set(seen.flatMap(namesIn))];
  const facts = names.flatMap((name) => [
    ...judgeProperty(row, name, seen.filter(tells(name))),
    ...(isMergePatch(row) && seen.some(({ asked }) => name in asked) ? judgeOthers(row, name, seen) : []),
    ...(isMergePatch(row) ? judgeTakenAway(row, name, seen) : []),
  ]);
  return facts.length > 0
    ? facts
    : [missing(`nothing says what ${nameOf(row)} changes, or it changed nothing`)];
}

/** What a property should be after a write. */
function wantedOf({ asked, expected }: Pick<Seen, "asked" | "expected">, name: string): unknown {
  return (name in asked ? asked : expected)[name];
}

/** Judges the writes that give a property another value than it has. */
function judgeProperty(row: Row, name: string, telling: readonly Seen[]): Fact[] {
  const stale = telling.filter((one) => isStale(one, name));
  const ids = stale.map(({ exchange }) => exchange.id);
  const [first] = stale;
  if (first === undefined)
    return telling.slice(0, 1).map(({ exchange }) => held("what was written was read", exchange.id));
  const isForLater = stale.some(({ exchange }) => exchange.response?.status === 202);
  const lost = isForLater ? undefined : lostIn(row, name, telling);
  if (lost === undefined)
    return [missing("what was written was not to be seen in time, which may be somebody else's doing", ids)];
  const [{ before, after, ...write }, when] = [lost.example, lost.when];
  const what = name === "" ? "what it changes" : name;
  const now = partOf(after, name);
  const how = isDeepStrictEqual(now, partOf(before, name)) ? asBefore : otherwise;
  return violations({
    message: `${nameOf(row)} was accepted, but ${what} ${how}${when}.`,
    expected: [`${what} ${shortened(jsonText(wantedOf(write, name)), 200)}`],
    received: `${what} ${shortened(jsonText(now), 200)}`,
    exchanges: ids,
  });
}

/** True where null leads to the same value from another one as well: that is how what is not there is shown. */
function isDefault(one: Seen, name: string, telling: readonly Seen[]): boolean {
  const takes = (write: Seen) => wantedOf(write, name) === null;
  const isFromOther = (write: Seen) =>
    takes(write) &&
    !isStale(write, name) &&
    isDeepStrictEqual(partOf(write.after, name), partOf(one.after, name));
  return takes(one) && telling.some(isFromOther);
}

/** Of which writes a property is lost each time; undefined where each of them may be somebody else's doing. */
function lostIn(row: Row, name: string, telling: readonly Seen[]) {
  const stale = telling.filter((one) => isStale(one, name) && !isDefault(one, name, telling));
  const groups = (when: string, isAlike: (one: Seen, other: Seen) => boolean) =>
    stale.map((example) => ({ example, when, some: telling.filter((one) => isAlike(one, example)) }));
  const isOfOneValue = (one: Seen, other: Seen) =>
    isDeepStrictEqual(wantedOf(one, name), wantedOf(other, name));
  // Of a merge patch, each part means the same whatever stands beside it (RFC 7396, section 2).
  const isAsked = ({ asked, before }: Seen) =>
    name in asked && !isDeepStrictEqual(partOf(before, name), asked[name]);
  const isOfOneBody = (one: Seen, other: Seen) =>
    isAsked(one) && isAsked(other) && asItCame(one.body) === asItCame(other.body);
  const all = [
    ...groups("", () => true),
    ...groups(`, ${ofOneValue}`, isOfOneValue),
    ...(isMergePatch(row) ? groups(`, ${ofOneBody}`, isOfOneBody) : []),
  ];
  return all.find(({ some }) => some.length >= tellingWrites && some.every((one) => stale.includes(one)));
}

/**
 * Judges the merge patches that take a key out of a map by null: it is not there afterwards (RFC 7396, section 2). What a
 * property with a name of its own is without a value, its service decides.
 */
function judgeTakenAway({ bodyMaps = [], ...row }: Row, name: string, seen: readonly Seen[]): Fact[] {
  if (!bodyMaps.includes(name.slice(0, Math.max(name.lastIndexOf("/"), 0)))) return [];
  const taking = seen.filter(
    ({ exchange, asked, after }) =>
      succeeded(exchange) &&
      exchange.response?.status !== 202 &&
      asked[name] === null &&
      after !== undefined &&
      !isMasked(partOf(after, name)),
  );
  const kept = taking.filter(({ after }) => (partOf(after, name) ?? null) !== null);
  const [first] = kept;
  if (first === undefined || kept.length < Math.max(tellingWrites, taking.length)) return [];
  return violations({
    message: `${nameOf(row)} was accepted, but ${name}, which null takes away, is still there.`,
    expected: [`no ${name}`],
    received: `${name} ${shortened(jsonText(partOf(first.after, name)), 200)}`,
    exchanges: kept.map(({ exchange }) => exchange.id),
  });
}

/** Judges the merge patches that leave a property out, as far as its words tell what comes of it. */
function judgeOthers(row: Row, name: string, seen: readonly Seen[]): Fact[] {
  const facts = judgeLeftOut(row, name, seen);
  return facts.length > 0 || row.keepsOthers === undefined ? facts : judgeMoved(row, name, seen);
}

/**
 * Judges the merge patches that leave a property out: none of them takes it away, or makes it the same each time
 * (RFC 7396, section 2). What follows from the values of a patch differs with these.
 */
function judgeLeftOut(row: Row, name: string, seen: readonly Seen[]): Fact[] {
  const silent = seen.filter((one) => isSilentOf(name)(one) && !isEmpty(partOf(one.before, name)));
  // What is lost of an object where a patch speaks of it may stay where none does.
  const around = name.slice(0, name.lastIndexOf("/"));
  const [speaking, others] = [true, false].map((does) =>
    silent.filter(({ asked }) => speaksOf(asked, around) === does),
  );
  return [speaking, others].flatMap((some = []) => judgeSilent(row, name, some));
}

/** True for a write that is carried out already and says nothing of a property. */
const isSilentOf =
  (name: string) =>
  ({ exchange: { response }, asked }: Seen): boolean =>
    response !== null && response.status < 300 && response.status !== 202 && !speaksOf(asked, name);

/**
 * Judges the merge patches of which the description says that they leave the rest as it is: none moves a property that it
 * does not hold, whatever follows from what it holds. Those that move it each time are alike, and others that have an effect
 * leave it, as they would not what counts all changes. With a state, what comes and goes may go.
 */
function judgeMoved(row: Row, name: string, seen: readonly Seen[]): Fact[] {
  const isOther = ({ before, after }: Seen, part: string) =>
    !isDeepStrictEqual(partOf(before, part), partOf(after, part));
  const isMoved = (one: Seen) => isOther(one, name);
  const isThere = (value: unknown) => !isEmpty(partOf(value, name)) && !isMasked(partOf(value, name));
  const mayGo = ({ asked }: Seen) =>
    Object.keys(asked).some((part) => row.keepsOthers?.states.includes(part) === true);
  const silent = seen.filter(
    (one) =>
      isSilentOf(name)(one) &&
      one.after !== undefined &&
      isThere(one.before) &&
      (mayGo(one) ? isThere(one.after) : !isMasked(partOf(one.after, name))) &&
      Object.keys(one.asked).some((part) => isOther(one, part)),
  );
  const alike = ({ asked }: Seen) =>
    Object.entries(asked)
      .map(([part, value]) => (value === null ? `no ${part}` : part))
      .sort()
      .join(" and ");
  const groups = [...new Set(silent.map(alike))].map((names) => silent.filter((one) => alike(one) === names));
  const moving = groups.find((some) => some.length >= tellingWrites && some.every(isMoved));
  const left = silent.filter((one) => !isMoved(one));
  const [first] = moving ?? [];
  if (moving === undefined || first === undefined || left.length < tellingWrites) return [];
  return violations({
    message: `${nameOf(row)} of ${alike(first)} changes ${name}, which its body leaves out.`,
    expected: [`${name} ${shortened(jsonText(partOf(first.before, name)), 200)}`],
    received: `${name} ${shortened(jsonText(partOf(first.after, name) ?? null), 200)}`,
    exchanges: moving.map(({ exchange }) => exchange.id),
  });
}

/** Judges merge patches that say nothing of a property. */
function judgeSilent(row: Row, name: string, silent: readonly Seen[]): Fact[] {
  const made = (one: Seen) => partOf(one.after, name);
  const reset = silent.filter((one) => {
    const isMoved = !isDeepStrictEqual(partOf(one.before, name), made(one));
    const isAsked = Object.values(one.asked).some((value) => isDeepStrictEqual(value, made(one)));
    return isMoved && !isAsked;
  });
  const [first] = reset;
  // One that was so before shows nothing, and speaks for it.
  const isSame = silent.every((one) => isDeepStrictEqual(made(one), first && made(first)));
  if (first === undefined || !isSame || reset.length < tellingWrites) return [];
  const how = isEmpty(made(first)) ? `takes ${name} away` : `sets ${name} back`;
  return violations({
    message: `${nameOf(row)} ${how}, which its body leaves out.`,
    expected: [`${name} ${shortened(jsonText(partOf(first.before, name)), 200)}`],
    received: `${name} ${shortened(jsonText(partOf(first.after, name) ?? null), 200)}`,
    exchanges: reset.map(({ exchange }) => exchange.id),
  });
}
