/** What is created has the choice that was asked for, such as a boolean: not the usual one instead of each other one. */
import { isDeepStrictEqual } from "node:util";
import { type Field, fields } from "../../../generated/fields.ts";
import { validators } from "../../../generated/validators.js";
import { jsonText } from "../../base/json-text.ts";
import { isObject } from "../../base/shape.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { partOf } from "./asked.ts";
import { type Creation, creationsOf, oneValueOf } from "./created-values.ts";
import { type Row, schemaFor } from "./operation.ts";

/** A property that every creation shows with one value: the one that some asked for, and others did not. */
interface Forced {
  readonly name: string;
  /** The creations that asked for another value. */
  readonly lost: readonly Creation[];
  /** One that asked for this value. */
  readonly usual: Creation;
}

/**
 * Judges creations by different bodies: two that ask for another value than the one that all show are enough, where that
 * is shown because it was asked for as well. Of a number or a text it could be the most that there is.
 *
 * @param pointer - Where the response shows the id of what was created.
 * @param all - The fields of every response; those of the description by default.
 */
export function judgeChoices(
  row: Row,
  pointer: string,
  exchanges: readonly Exchange[],
  all: readonly Field[] = fields,
): Fact[] {
  const found = forcedIn(row, pointer, exchanges, all).find(({ lost }) => lost.length > 1);
  if (found === undefined) return [];
  const { name, lost, usual } = found;
  return violations({
    message: oneValueOf(row, name),
    expected: [...new Set(lost.map(({ asked }) => jsonText(partOf(asked, name))))],
    received: jsonText(partOf(usual.shown, name)),
    pointer: `/${name}`,
    exchanges: [...lost, usual].map(({ exchange }) => exchange),
  });
}

/**
 * Bodies that differ from an accepted one in such a property alone, where only one creation has asked for another value:
 * something else in its body may have been the reason.
 */
export function bodiesInDoubt(
  row: Row,
  pointer: string,
  exchanges: readonly Exchange[],
  all: readonly Field[] = fields,
): readonly unknown[] {
  return forcedIn(row, pointer, exchanges, all).flatMap(({ name, lost: [first, other], usual }) => {
    if (other !== undefined || !isObject(usual.asked)) return [];
    const body = { ...usual.asked, [name]: partOf(first?.asked, name) };
    return row.body === null || validators[row.body](body) ? [body] : [];
  });
}

function forcedIn(
  row: Row,
  pointer: string,
  exchanges: readonly Exchange[],
  all: readonly Field[],
): readonly Forced[] {
  const creations = creationsOf(pointer, exchanges);
  // What the description does not show in the body is the server's to decide, such as the status that all begin with.
  const asked = row.bodyFields.filter((name) => row.readOnlyFields?.includes(name) !== true);
  return asked.flatMap((name): readonly Forced[] => {
    const asking = creations.filter(({ asked }) => partOf(asked, name) != null);
    const [value, ...others] = asking.map(({ shown }) => partOf(shown, name));
    if (!isChoice(row, name, value, all) || others.some((one) => !isDeepStrictEqual(one, value))) return [];
    const isUsual = ({ asked }: Creation) => isDeepStrictEqual(partOf(asked, name), value);
    const [usual, lost] = [asking.find(isUsual), asking.filter((one) => !isUsual(one))];
    return usual === undefined || lost.length === 0 ? [] : [{ name, lost, usual }];
  });
}

/** True for a boolean, and for one of the values that an enum of the response allows. */
function isChoice(row: Row, name: string, value: unknown, all: readonly Field[]): boolean {
  if (typeof value === "boolean") return true;
  const schema = schemaFor(row, 201);
  const isEnum = (one: Field) => one.schema === schema && one.pointer === `/${name}`;
  return (
    value !== undefined && all.some((one) => isEnum(one) && one.invalid.some(({ kind }) => kind === "enum"))
  );
}
