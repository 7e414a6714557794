/** Bodies of a PUT that set something, each before one that leaves it out. */
import { isDeepStrictEqual } from "node:util";
import { validators } from "../../../generated/validators.js";
import { isObject } from "../../base/shape.ts";
import { isEmpty, leavesOf } from "./asked.ts";
import type { Row } from "./operation.ts";

/** How many other full bodies come by turns: the one that differs most may be refused. */
const mostOthers = 2;

/**
 * Bodies of a PUT by turns, each as full as they get and then the one that leaves the most out; empty where none leaves
 * anything out. A value that is not left out but stays is told from one that the service gives by two values: where the
 * bodies have only one of a property, a full body gets another one.
 *
 * @param known - These and others, of which values may be taken.
 * @param refused - What is not sent again.
 */
export function fullAndLeast(
  row: Row,
  bodies: readonly unknown[],
  known: readonly unknown[] = bodies,
  refused: readonly unknown[] = [],
): readonly unknown[] {
  const { method, bodyIsMap } = row;
  const objects = method === "PUT" && bodyIsMap !== true ? bodies.filter(isObject) : [];
  const byLength = objects.toSorted((one, other) => Object.keys(other).length - Object.keys(one).length);
  const [full, least] = [byLength[0], byLength.at(-1)];
  if (full === undefined || least === undefined) return [];
  const left = Object.keys(full).filter((name) => !Object.hasOwn(least, name));
  if (left.length === 0) return [];
  const leavable = Object.fromEntries(left.map((name) => [name, full[name]]));
  const others = mostDiffering(leavable, objects).filter((body) =>
    left.some((name) => Object.hasOwn(body, name)),
  );
  const single = left.filter((name) => !isVaried(name, objects));
  // Lists are merged by mistake more often than other values are, and depend on others less often.
  const lists = single.filter((name) => Array.isArray(full[name]));
  const otherwise = [...new Set([...lists, ...single])].flatMap((name) => {
    const value = otherValue(
      full[name],
      known.filter(isObject).map((body) => body[name]),
    );
    const body = { ...full, [name]: value };
    const isRefused = refused.some((one) => isDeepStrictEqual(one, body));
    return value !== undefined && isAllowed(row, body) && !isRefused ? [body] : [];
  });
  const all = [full, ...others.filter((body) => body !== full).slice(0, mostOthers)];
  return [...all, ...otherwise.slice(0, mostOtherwise)].flatMap((body) => [body, least]);
}

/** How many full bodies get another value of a property. */
const mostOtherwise = 4;

/** True where these bodies set a property to more than one value. */
function isVaried(name: string, bodies: readonly Record<string, unknown>[]): boolean {
  const set = bodies.filter((body) => !isEmpty(body[name]));
  return set.some((body) => !isDeepStrictEqual(body[name], set[0]?.[name]));
}

/** Another value that says something: one that is known, less of a list, or a longer text; undefined where there is none. */
function otherValue(value: unknown, known: readonly unknown[]): unknown {
  const made = Array.isArray(value) ? value.slice(1) : withLongerTexts(value);
  return [...known, made].find((other) => !isEmpty(other) && !isDeepStrictEqual(other, value));
}

/** A text, or each text right in an object, with a letter more; anything else as it is. */
function withLongerTexts(value: unknown): unknown {
  if (typeof value === "string") return longer(value);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, typeof part === "string" ? longer(part) : part]),
  );
}

/** What is no plain word may name or reach something, as an id or an address does, and stays. */
function longer(text: string): string {
  return /^[\p{L} ]+$/u.test(text) ? `${text}x` : text;
}

/** True for a body that the description allows, as far as it says anything of it. */
export function isAllowed({ body: schema }: Row, body: unknown): boolean {
  return schema === null || validators[schema](body);
}

/** Some bodies, those first that give the most parts of another one another value. */
export function mostDiffering<Body extends object>(from: object, bodies: readonly Body[]): readonly Body[] {
  const known = leavesOf({ ...from });
  const differing = (body: object) =>
    Object.entries(leavesOf({ ...body })).filter(
      ([name, value]) => Object.hasOwn(known, name) && !isDeepStrictEqual(value, known[name]),
    ).length;
  return bodies.toSorted((one, other) => differing(other) - differing(one));
}
