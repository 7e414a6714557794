/** What is created shows what was asked for: it does not have one value, whatever that was. */
import { isDeepStrictEqual } from "node:util";
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { shortened } from "../../base/text.ts";
import { bodySent, type Exchange, succeeded } from "../../wire/exchange.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { isCut, isMasked, remains } from "./asked.ts";
import { nameOf, type Row } from "./operation.ts";

/** Something that was created, as it was asked for and as it was shown. */
export interface Creation {
  readonly id: string;
  readonly asked: unknown;
  readonly shown: unknown;
  readonly exchange: string;
}

/**
 * Judges creations by different bodies. A service may make something of a value, such as a text in capitals, but from
 * different values it does not make the same: not even of two that are both other than what it shows.
 *
 * @param pointer - Where the response shows the id of what was created.
 */
export function judgeValues(row: Row, pointer: string, exchanges: readonly Exchange[]): Fact[] {
  const creations = creationsOf(pointer, exchanges);
  const isReadOnly = (at: string) => row.readOnlyFields?.includes(at.split("/")[1] ?? "") === true;
  const pointers = [...new Set(creations.flatMap(({ asked }) => leaves(asked)))].filter(
    (at) => !isReadOnly(at),
  );
  for (const at of pointers) {
    const part = `${nameOf(row)} shows no more than a part of ${at.slice(1)}.`;
    const lostHere = lostAt(at, creations);
    const isList = Array.isArray(valueAt(lostHere[0]?.asked, at));
    const [message = "", lost = []] =
      [
        [
          part,
          creations.filter(({ asked, shown }) => isCut(valueAt(asked, at), valueAt(shown, at))),
        ] as const,
        [isList ? part : oneValueOf(row, at.slice(1)), lostHere] as const,
      ].find(([, found]) => found.length > 0) ?? [];
    const [first] = lost;
    if (first === undefined) continue;
    return violations({
      message,
      expected: [...new Set(lost.map(({ asked }) => jsonText(valueAt(asked, at))))].map(short),
      received: short(jsonText(valueAt(first.shown, at))),
      pointer: at,
      exchanges: lost.map(({ exchange }) => exchange),
    });
  }
  return [];
}

/** `POST /v1/thing shows one value of size, whatever it is asked for.` */
export function oneValueOf(row: Row, name: string): string {
  return `${nameOf(row)} shows one value of ${name}, whatever it is asked for.`;
}

const short = (text: string) => shortened(text, 100);

/** The creations that show by their ids that they are different ones; the first of each. */
export function creationsOf(pointer: string, exchanges: readonly Exchange[]): readonly Creation[] {
  const all = exchanges.flatMap((one): Creation[] => {
    const id = valueAt(one.response?.json, pointer);
    if (!succeeded(one) || one.response?.status === 202 || id === undefined) return [];
    return [{ id: String(id), asked: bodySent(one), shown: one.response?.json, exchange: one.id }];
  });
  return all.filter(({ id }, index) => all.findIndex((other) => other.id === id) === index);
}

/** The creations that were asked for different values here, none of which is the one that all of them show. */
function lostAt(at: string, creations: readonly Creation[]): readonly Creation[] {
  const asking = creations.filter(({ asked, shown }) => {
    const [wanted, value] = [valueAt(asked, at), valueAt(shown, at)];
    // A list of one has no part.
    const isTelling = Array.isArray(wanted) ? wanted.length > 1 && Array.isArray(value) : wanted != null;
    return isTelling && value !== undefined && !isMasked(value);
  });
  const isLost = ({ asked, shown }: Creation) => {
    const [wanted, value] = [valueAt(asked, at), valueAt(shown, at)];
    if (Array.isArray(wanted)) return remains(wanted, [], value);
    return !isDeepStrictEqual(wanted, value) && isDeepStrictEqual(value, valueAt(asking[0]?.shown, at));
  };
  const values = new Set(asking.map(({ asked }) => jsonText(valueAt(asked, at))));
  return values.size > 1 && asking.every(isLost) ? asking : [];
}

/** Pointers to all lists, and to all that has no parts. */
function leaves(value: unknown, pointer = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return pointer === "" ? [] : [pointer];
  const parts = Object.entries(value).flatMap(([name, part]) => leaves(part, `${pointer}/${name}`));
  return Array.isArray(value) && pointer !== "" ? [pointer, ...parts] : parts;
}
