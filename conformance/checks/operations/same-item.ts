/** A read of one item shows of it what its list shows: what writes change, and what the same rows speak of in both. */
import { isDeepStrictEqual } from "node:util";
import { type Field, fields } from "../../../generated/fields.ts";
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { listingOf } from "../../base/listing.ts";
import { isObject } from "../../base/shape.ts";
import { shortened } from "../../base/text.ts";
import { type Exchange, quoted, succeeded } from "../../wire/exchange.ts";
import { type Check, held, inapplicable, missing, type Run } from "../kit/check.ts";
import { successSchema } from "../kit/response-schema.ts";
import type { Fact } from "../kit/verdict.ts";
import { type Arguments, argumentsOf } from "./arguments.ts";
import { namingOf } from "./named-item.ts";
import { type Described, idOf, isWrite, nameOf, operationCheck, pathParameters } from "./operation.ts";
import { type Reading, readItems } from "./pages.ts";
import { send } from "./send.ts";
import { variedIds } from "./varied-items.ts";
import { readSoon } from "./watch.ts";
import { withOperation } from "./with-operation.ts";

const family = "same-item";

/** How many items that are shown otherwise are enough. */
const telling = 2;

/** The parts of the items of a list that some operation changes, as JSON pointers into an item. */
function changedParts({ description }: Described, list: string): readonly string[] {
  return Object.values(description.operations).flatMap(({ changes }) =>
    changes?.operation === list ? [changes.target] : [],
  );
}

/**
 * The fields of a read of which the same rows speak as of those of a list's items at the same places.
 *
 * @param all - The fields of every response; those of the description by default.
 */
export function sharedFields(
  { row, description }: Described,
  list: string,
  all: readonly Field[] = fields,
): readonly string[] {
  const listed = description.operations[list];
  const items = `${(listed && listingOf(listed))?.items}/*`;
  const of = (schema: string | null) => all.filter((one) => one.schema === schema && !one.required);
  const ofItems = of(listed === undefined ? null : successSchema(listed));
  const ofRead = of(successSchema(row));
  // A read may show more of what has parts.
  const isWhole = (pointer: string) => !ofRead.some((one) => one.pointer.startsWith(`${pointer}/`));
  const isListed = ({ pointer, requirement }: Field) =>
    ofItems.some((one) => one.pointer === items + pointer && one.requirement === requirement);
  return ofRead.flatMap((one) =>
    !one.pointer.includes("*") && isWhole(one.pointer) && isListed(one) ? [one.pointer] : [],
  );
}

/** The check of a read of one item of a list that shows the same of it; none for any other operation. */
export function sameItemCheck(one: Described): Check[] {
  const naming = namingOf(one);
  const isRead = !isWrite(one.row) && listingOf(one.row) === null && one.row.path.endsWith("}");
  if (naming === null || !isRead) return [];
  const { list, parameter, pointer } = naming;
  const parts = [...new Set([...changedParts(one, list.row.id), ...sharedFields(one, list.row.id)])];
  if (parts.length === 0) return [];
  return operationCheck(one, {
    family,
    title: "it shows what its list shows of the item",
    stage: "last",
    run: (run) =>
      withOperation(run, one, async (args) => {
        if (!args.isLive) return [inapplicable("it is read of an example")];
        const id = args.path[parameter] ?? "";
        const judged = (value: string) => {
          const isWanted = (item: unknown) => String(valueAt(item, pointer)) === value;
          const listed = async () => (await itemsOf(run, list, args, { isWanted })).find(isWanted);
          const path = { ...args.path, [parameter]: value };
          return judgeSoon(run, one, { ...args, path }, parts, listed);
        };
        const facts = [await judged(id)];
        // Whoever names an item wants to hear of that one.
        if (run.card === id) return facts;
        const items = await itemsOf(run, list, args);
        const others = run.recall(`others of ${one.row.id}`, variedIds(items, pointer));
        for (const value of others.filter((other) => other !== id)) {
          // Each is waited for, and so many tell.
          if (facts.filter(({ kind }) => kind === "violated").length >= telling) break;
          const item = items.find((listed) => String(valueAt(listed, pointer)) === value);
          const path = { ...args.path, [parameter]: value };
          const exchange = await send(run, one, { ...args, path }, { purpose: idOf(family, one) });
          const first = judgeSame(one, parts, { before: item, exchange, after: item });
          // It may have changed since.
          const fact = first.kind === "violated" ? await judged(value) : first;
          // It need not be there any more.
          if (fact.kind !== "missing") facts.push(fact);
        }
        return facts;
      }),
  });
}

/** The items of the list to which the path of a read leads. */
async function itemsOf(
  run: Run,
  list: Described,
  { path }: Arguments,
  reading: Reading = {},
): Promise<readonly unknown[]> {
  const args = await argumentsOf(run, list);
  const own = pathParameters(list.row).map((name) => [name, path[name] ?? args.path[name] ?? ""]);
  return readItems(run, list, { ...args, path: Object.fromEntries(own) }, family, reading);
}

/** Compares again and again, for as long as they differ: one of the two may be late. */
function judgeSoon(
  run: Run,
  one: Described,
  args: Arguments,
  parts: readonly string[],
  listed: () => Promise<unknown>,
): Promise<Fact> {
  const judge = async () => {
    const before = await listed();
    const exchange = await send(run, one, args, { purpose: idOf(family, one) });
    return judgeSame(one, parts, { before, exchange, after: await listed() });
  };
  return readSoon(run, judge, ({ kind }) => kind === "held");
}

/** A read of an item, between two looks at the list. */
export interface Looks {
  readonly before: unknown;
  readonly exchange: Exchange;
  readonly after: unknown;
}

/** The parts of an item that both show, where it is changed as a whole: of objects inside it, a read may show more. */
function plainParts(item: unknown, shown: unknown): readonly string[] {
  if (!isObject(item) || !isObject(shown)) return [];
  const isPlain = (value: unknown) => ![value].flat().some(isObject);
  return Object.keys(item).flatMap((name) =>
    Object.hasOwn(shown, name) && isPlain(item[name]) && isPlain(shown[name]) ? [`/${name}`] : [],
  );
}

/** Judges what a read shows of an item, where its list shows the same before and afterwards. */
export function judgeSame({ row, description }: Described, parts: readonly string[], looks: Looks): Fact {
  const { before, exchange, after } = looks;
  if (!succeeded(exchange)) return missing(`it was answered ${quoted(exchange)}`, [exchange.id]);
  const pointer = namingOf({ row, description })?.pointer ?? "/id";
  const [id, shownId] = [before, exchange.response?.json].map((item) => valueAt(item, pointer));
  // That is for the check of what is accepted.
  if (before !== undefined && shownId !== undefined && String(shownId) !== String(id))
    return missing("it shows another item", [exchange.id]);
  if (before === undefined || after === undefined) return missing("the list shows no such item");
  const compared = parts
    .flatMap((part) => (part === "" ? plainParts(before, exchange.response?.json) : [part]))
    .map((part) => {
      const [then, shown, now] = [before, exchange.response?.json, after].map((one) => valueAt(one, part));
      return { part, shown, now, isCalm: isDeepStrictEqual(then, now) };
    })
    .filter(({ shown, now }) => shown !== undefined && now !== undefined);
  for (const { part, shown, now, isCalm } of compared) {
    if (!isCalm || isDeepStrictEqual(shown, now)) continue;
    return {
      kind: "violated",
      message: `${nameOf(row)} shows ${part.slice(1)} of an item otherwise than its list does.`,
      expected: [shortened(jsonText(now), 200)],
      received: shortened(jsonText(shown), 200),
      pointer: part,
      exchanges: [exchange.id],
    };
  }
  if (compared.length > 0 && compared.every(({ isCalm }) => !isCalm))
    return missing("the item changes while it is read", [exchange.id]);
  return held("the item was the same in both", exchange.id);
}
