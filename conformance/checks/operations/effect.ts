/** An accepted write is what a read shows afterwards: of the part that it changes, or of what has the same path. */
import { valueAt } from "../../../src/core/json.ts";
import { listingOf } from "../../base/listing.ts";
import { isObject } from "../../base/shape.ts";
import { type Exchange, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import type { Check, Run } from "../kit/check.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import { readBack } from "../kit/paged.ts";
import { acceptedBodies } from "./acceptance.ts";
import { type Arguments, inPath } from "./arguments.ts";
import { askedOf, isMergePatch, leavesOf, partOf, speaksOf } from "./asked.ts";
import { isTold, judgeEffects, lostOnce, type Seen, staleIn } from "./effect-facts.ts";
import { judgeFollowing } from "./filter-follows.ts";
import type { Given } from "./given.ts";
import { judgeGiven, onceIn } from "./given-values.ts";
import { listAbove } from "./named-item.ts";
import {
  callOf,
  type Described,
  idOf,
  isWrite,
  nameOf,
  operationCheck,
  pathParameters,
  type Row,
  schemaFor,
} from "./operation.ts";
import { type ListArguments, readItems } from "./pages.ts";
import { judgeAnswers, judgeKept, judgeLost, judgeMerged } from "./replaced.ts";
import { send } from "./send.ts";
import { partsOf, planOf, withoutParts } from "./turns.ts";
import { isUnsaid, unsaidEffect } from "./unsaid-effect.ts";
import { readTarget, sameRead } from "./view.ts";
import { readSoon, renewed } from "./watch.ts";
import { withOperation } from "./with-operation.ts";

const family = "effect";
/** How many writes are sent, where so many are enough to tell. */
const mostWrites = 4;

/** The check of a write of which a read shows what it changes; none for any other operation. */
export function effectCheck(one: Described): Check[] {
  const { row } = one;
  const isRead = sameRead(one) !== null || listOfOne(one) !== null;
  const isShown = row.changes !== null || (["PUT", "PATCH"].includes(row.method) && isRead);
  if (!isWrite(row) || !isShown) return [];
  return operationCheck(one, {
    family,
    title: "an accepted request is what is read afterwards",
    run: (run) =>
      withOperation(run, one, async (args) => {
        if (isUnsaid(row)) return [await unsaidEffect(run, one, args, idOf(family, one))];
        const accepted = await acceptedBodies(run, one, args);
        const judge = (all: readonly Seen[]) => [
          ...judgeEffects(one, all),
          ...judgeKept(row, all),
          ...judgeLost(row, all),
          ...judgeMerged(row, all),
          ...judgeGiven(row, givenIn(row, all), row.method === "PUT"),
          ...judgeAnswers(row, all, (exchange) => shownIn(one, args, exchange)),
        ];
        const isContradicted = (seen: readonly Seen[]) => judge(seen).some(({ kind }) => kind === "violated");
        const write = (body: unknown) => writeAndRead(run, one, args, body);
        const seen = await writeByTurns(row, accepted, {
          write,
          isContradicted,
          isScarce: args.item?.isScarce,
        });
        // Of a value that was lost once, sent again, it is told whether it is lost always.
        const once = isContradicted(seen)
          ? []
          : [...lostOnce(seen), ...onceIn(row, givenIn(row, seen), row.method === "PUT")];
        for (const body of once) seen.push(await write(body));
        return [...judge(seen), ...(await judgeFollowing(run, one, args, { seen, write }))];
      }),
  });
}

/** What writes have asked for, and what was read afterwards; nothing where a body is not what is changed. */
function givenIn({ changes }: Row, seen: readonly Seen[]): readonly Given[] {
  return seen.flatMap(({ exchange, body, after }) =>
    changes?.member === undefined && succeeded(exchange) && exchange.response?.status !== 202
      ? [{ asked: body, shown: after, exchange: exchange.id }]
      : [],
  );
}

/**
 * Writes by turns, until everything is told. Where a body is refused that the turns need, they are taken again, with
 * what was taken of it, or others, in its place.
 */
export async function writeByTurns(
  row: Row,
  bodies: readonly unknown[],
  { write, isContradicted, isScarce = false }: Writing,
): Promise<Seen[]> {
  const [seen, refused]: [Seen[], unknown[]] = [[], []];
  const isTaken = async (body: unknown) => {
    const one = await write(body);
    seen.push(one);
    if (!succeeded(one.exchange) && !refused.includes(body)) refused.push(body);
    return succeeded(one.exchange);
  };
  let [known, sent] = [bodies, 0];
  let plan = planOf(row, known, refused);
  const longest = 3 * (mostWrites + plan.turns.length + plan.others.length + bodies.length);
  while (seen.length < longest) {
    const all = [...plan.turns, ...plan.others];
    const least = isScarce ? plan.turns.length : all.length;
    const isEnough = sent >= least && isTold(row, all, seen);
    // What is lost is waited for each time: no longer than it takes to say so.
    if (sent >= Math.max(mostWrites, least) || isEnough || isContradicted(seen)) break;
    const body = all[sent % all.length];
    const isNew = !refused.includes(body);
    sent += 1;
    // Where a body that was made of others is refused, these are there none the less.
    const isNeeded = row.method !== "PUT" || known.includes(body);
    if ((await isTaken(body)) || !isNew || !isNeeded || sent > plan.turns.length) continue;
    for (const part of known.includes(body) ? partsOf(row, body) : []) await isTaken(part);
    known = known.map((one) => (one === body ? withoutParts(row, body, refused) : one));
    plan = planOf(row, known, refused);
    sent = 0;
  }
  return seen;
}

/** How bodies are written. */
interface Writing {
  readonly write: (body: unknown) => Promise<Seen>;
  readonly isContradicted: (seen: readonly Seen[]) => boolean;
  /** True where each write uses up an item of a few. */
  readonly isScarce?: boolean | undefined;
}

async function writeAndRead(run: Run, one: Described, args: Arguments, body: unknown): Promise<Seen> {
  await renewed(args, null);
  const before = await read(run, one, args);
  const exchange = await send(run, one, args, { purpose: idOf(family, one), body });
  const [expected, asked] = [expectedOf(one, args, body, exchange), askedOf(one, body)];
  const isMap = one.row.bodyIsMap === true && one.row.method === "PUT";
  const written = { exchange, body, expected, asked, isMap, before };
  const isEnough = (after: unknown) => !succeeded(exchange) || staleIn({ ...written, after }) === null;
  // What is carried out later may wait for somebody.
  const name = exchange.response?.status === 202 ? `what ${one.row.id} does later` : undefined;
  return { ...written, after: await readSoon(run, () => read(run, one, args), isEnough, name) };
}

/** What the operation changes, as it is now. @throws Inconclusive if it can't be read. */
async function read(run: Run, one: Described, { path }: Arguments): Promise<unknown> {
  if (one.row.changes !== null) return (await readTarget(run, one, path)).current;
  const source = sameRead(one);
  const list = listOfOne(one);
  if (list !== null)
    return itemIn(run, list, { path, query: {} }, path[pathParameters(one.row).at(-1) ?? ""]);
  const exchange = await ask(run, readBack, callOf(source ?? one, { path }));
  if (succeeded(exchange)) return exchange.response?.json;
  throw new Inconclusive(`it can't be read afterwards: ${outcomeOf(exchange)}`, [exchange.id]);
}

/** The list that shows what an operation changes, where no read of its path does; null without one. */
function listOfOne(one: Described): Described | null {
  const list = sameRead(one) === null && one.row.changes === null ? listAbove(one) : null;
  return list === null || listingOf(list.row)?.id == null ? null : list;
}

/** The item of a list with an id. @throws Inconclusive if it is not listed, since it may be one that a filter leaves out. */
async function itemIn(run: Run, list: Described, args: ListArguments, id = ""): Promise<unknown> {
  const pointer = listingOf(list.row)?.id?.pointer ?? "";
  const isWanted = (item: unknown) => inPath(valueAt(item, pointer)) === id;
  const item = (await readItems(run, list, args, readBack, { isWanted })).find(isWanted);
  if (item !== undefined) return item;
  throw new Inconclusive(`${id} is not in ${nameOf(list.row)}`);
}

/** What the answer to a write shows of what it changes; undefined where it shows something else. */
function shownIn(one: Described, { path }: Arguments, { response }: Exchange): unknown {
  const { row } = one;
  const [json, source] = [response?.json, sameRead(one)];
  const isAlike = (read: Row) => schemaFor(row, response?.status ?? 0) === schemaFor(read, 200);
  if (row.changes === null) return source !== null && isAlike(source.row) ? json : undefined;
  const isItem = String(valueAt(json, row.changes.id)) === path[row.changes.parameter];
  return isItem && row.changes.member === undefined ? valueAt(json, row.changes.target) : undefined;
}

/** What a write says that it changes: its answer, where that shows it, and otherwise the body of a PUT or PATCH. */
export function expectedOf(
  { row }: Described,
  { path }: Arguments,
  body: unknown,
  { response }: Exchange,
): Seen["expected"] {
  const { changes, method } = row;
  const json = response?.json;
  const isItem = changes !== null && String(valueAt(json, changes.id)) === (path[changes.parameter] ?? "");
  const shown = isItem ? valueAt(json, changes.target) : json;
  if (!isObject(shown) && isItem && shown !== undefined) return { "": shown };
  const member = changes?.member;
  const part = member === undefined ? body : partOf(body, member);
  if (member !== undefined && !isObject(part)) return part === undefined ? {} : { "": part };
  // A POST may mean anything by a name, such as by how much something grows.
  const asks = isObject(part) && method !== "POST" ? part : {};
  const sent = isMergePatch(row) ? leavesOf(asks) : asks;
  const answered = isObject(shown) ? shown : {};
  const others = Object.keys(isItem ? answered : {}).filter((name) => !speaksOf(sent, name));
  const wanted = (name: string) => {
    const one = partOf(answered, name);
    return one === undefined ? sent[name] : one;
  };
  return Object.fromEntries([...Object.keys(sent), ...others].map((name) => [name, wanted(name)]));
}
