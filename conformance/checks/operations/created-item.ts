/** What an operation says that it has created can be read as it was shown, where a link of its response leads to a read. */
import { isDeepStrictEqual } from "node:util";
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { isObject } from "../../base/shape.ts";
import { shortened } from "../../base/text.ts";
import { bodySent, type Exchange, outcomeOf, quoted, succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { isGone } from "../kit/refused-as-specified.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { acceptanceOf, neverAccepted } from "./acceptance.ts";
import { inPath } from "./arguments.ts";
import { bodiesInDoubt, judgeChoices } from "./created-choices.ts";
import { creationsOf, judgeValues } from "./created-values.ts";
import { judgeGiven, onceIn } from "./given-values.ts";
import { followLocation, judgeLocation, judgeOwnPlace, pathPattern } from "./location.ts";
import {
  callOf,
  type Described,
  idOf,
  nameOf,
  operationCheck,
  pathParameters,
  type Row,
  schemaFor,
} from "./operation.ts";
import { send } from "./send.ts";
import { readSoon } from "./watch.ts";
import { withOperation } from "./with-operation.ts";

const family = "created";

/** What an operation creates, by another operation whose path ends with it. */
export interface Creation {
  readonly below: Described;
  /** The parameter that names it, and where the response of what creates it shows its value. */
  readonly parameter: string;
  readonly pointer: string;
}

/** The operations of what an operation creates, to which its links lead or which take the id that it shows. */
export function creationsBelow({ row, description }: Described): readonly Creation[] {
  // Under which id a PUT creates, who calls it chooses: that has a check of its own.
  if (row.creates !== undefined) return [];
  return Object.values(description.operations).flatMap((other) =>
    Object.entries(other.creations ?? {}).flatMap(([parameter, { operation, pointer }]) =>
      operation === row.id && other.path.endsWith(`/{${parameter}}`) && isFilled(other, row, parameter)
        ? [{ below: { row: other, description }, parameter, pointer }]
        : [],
    ),
  );
}

/** True where the path of what creates something gives all else that another path needs. */
function isFilled(other: Row, { path }: Row, parameter: string): boolean {
  const known = pathParameters({ path });
  return pathParameters(other).every((name) => name === parameter || known.includes(name));
}

/** The check of an operation that creates what another one reads; none for any other operation. */
export function createdCheck(one: Described): Check[] {
  const reader = creationsBelow(one).find(({ below }) => below.row.method === "GET");
  if (reader === undefined) return [];
  return operationCheck(one, {
    family,
    title: "what it has created can be read by the id that it shows",
    run: (run) =>
      withOperation(run, one, async (args) => {
        const found = await acceptanceOf(run, one, args);
        if (found.accepted === null) return [missing(neverAccepted(found))];
        const created = found.accepted;
        const others: Exchange[] = [];
        const create = async (body: unknown) =>
          others.push(await send(run, one, args, { purpose: idOf(family, one), body }));
        // Another one comes after it, so that a read of the last one is not a read of what was asked for.
        for (const body of found.bodies.length > 1 ? found.bodies.slice(1) : found.bodies) await create(body);
        const doubtful = [
          ...bodiesInDoubt(one.row, reader.pointer, [created, ...others]),
          ...onceIn(one.row, creationsOf(reader.pointer, [created, ...others])),
        ];
        for (const body of doubtful) await create(body);
        const id = inPath(valueAt(created.response?.json, reader.pointer));
        if (id === null) return [missing(`${nameOf(one.row)} shows no ${reader.parameter}`, [created.id])];
        // Each write may have had an item of its own in its path.
        const path = { ...found.path, [reader.parameter]: id };
        // What this run has changed since is not as it was created.
        const isKept = (shown: Exchange) =>
          lostOf(created, shown, others).length === 0 ||
          isWrittenSince(run.probe.session.exchanges, created, id);
        const read = await readCreated(run, idOf(family, one), reader, path, isKept);
        return [
          judgeCreated(reader, id, created, read),
          ...judgeShown(one.row, reader, created, read),
          ...(isKept(read) ? [] : judgeKept(reader, created, read, others)),
          ...judgeLocation(created, pathPattern(reader.below, found.path), id),
          ...judgeOwnPlace(created, id),
          ...(succeeded(read) ? await followLocation(run, idOf(family, one), created, reader.below) : []),
          ...judgeValues(one.row, reader.pointer, [created, ...others]),
          ...judgeChoices(one.row, reader.pointer, [created, ...others]),
          ...judgeGiven(one.row, creationsOf(reader.pointer, [created, ...others])),
        ];
      }),
  });
}

/** True if a write of this run that came later names an item in its path. */
export function isWrittenSince(exchanges: readonly Exchange[], created: Exchange, id: string): boolean {
  const later = exchanges.slice(exchanges.findIndex((one) => one.id === created.id) + 1);
  const named = `/${encodeURIComponent(id)}`;
  return later.some(({ request: { method, url } }) => method !== "GET" && url.includes(named));
}

/** Reads what was created: what is to be seen only later, or not all at once, is waited for. */
export function readCreated(
  run: Run,
  purpose: string,
  { below }: Creation,
  path: Readonly<Record<string, string>>,
  isKept: (shown: Exchange) => boolean,
): Promise<Exchange> {
  const read = () => ask(run, purpose, callOf(below, { path }));
  return readSoon(run, read, (exchange) => succeeded(exchange) && isKept(exchange));
}

/** Judges the read of what was created. */
export function judgeCreated({ below }: Creation, value: string, created: Exchange, shown: Exchange): Fact {
  if (succeeded(shown)) return held("what was created was read", shown.id);
  const isForLater = created.response?.status === 202;
  if (isForLater || !isGone(shown))
    return missing(`${nameOf(below.row)} can't be read: ${quoted(shown)}`, [shown.id]);
  return {
    kind: "violated",
    message: `${nameOf(below.row)} shows nothing under the id of what was created.`,
    expected: [value],
    received: outcomeOf(shown),
    exchanges: [created.id, shown.id],
  };
}

/** Judges whether a read of what was created shows that, where both are shown alike, and not something else. */
export function judgeShown(
  row: Row,
  { below, pointer }: Pick<Creation, "below" | "pointer">,
  created: Exchange,
  shown: Exchange,
): readonly Fact[] {
  const [made, read] = [created, shown].map((one) => one.response?.status ?? 0);
  const schema = schemaFor(row, made ?? 0);
  const isAlike = schema !== null && schema === schemaFor(below.row, read ?? 0);
  const [asked, id] = [created, shown].map((one) => valueAt(one.response?.json, pointer));
  if (!succeeded(shown) || !isAlike || inPath(id) === null || id === asked) return [];
  return violations({
    message: `${nameOf(below.row)} shows another item than its path names.`,
    expected: [String(asked)],
    received: String(id),
    pointer,
    exchanges: [created.id, shown.id],
  });
}

/**
 * What was asked for, and shown as it was asked for, but is read otherwise: JSON pointers.
 *
 * @param later - What was created after it. Of what true says, one may be all that there is, such as the default address:
 * a later one that asks for the same has it then.
 */
export function lostOf(
  created: Exchange,
  shown: Exchange,
  later: readonly Exchange[] = [],
): readonly string[] {
  const sent: unknown = created.response?.status === 202 ? null : bodySent(created);
  return leaves(sent).filter((pointer) => {
    const [asked, told, read] = [sent, created.response?.json, shown.response?.json].map((one) =>
      valueAt(one, pointer),
    );
    // Null asks for nothing: the service may give it a value.
    return (
      read !== undefined &&
      asked !== null &&
      isDeepStrictEqual(asked, told) &&
      !isDeepStrictEqual(told, read) &&
      !(asked === true && later.some((one) => valueAt(bodySent(one), pointer) === true))
    );
  });
}

/** Pointers to all that has no parts; a list may be a set, whose order means nothing. */
function leaves(value: unknown, pointer = ""): readonly string[] {
  if (!isObject(value)) return pointer === "" || Array.isArray(value) ? [] : [pointer];
  return Object.entries(value).flatMap(([name, part]) => leaves(part, `${pointer}/${name}`));
}

/** Judges whether what was asked for, and shown as created, is what is read. */
export function judgeKept(
  { below }: Creation,
  created: Exchange,
  shown: Exchange,
  later: readonly Exchange[] = [],
): Fact[] {
  const [pointer] = succeeded(shown) ? lostOf(created, shown, later) : [];
  if (pointer === undefined) return [];
  return violations({
    message: `${nameOf(below.row)} shows ${pointer.slice(1)} otherwise than it was created.`,
    expected: [shortened(jsonText(valueAt(created.response?.json, pointer)), 200)],
    received: shortened(jsonText(valueAt(shown.response?.json, pointer)), 200),
    pointer,
    exchanges: [shown.id, created.id],
  });
}
