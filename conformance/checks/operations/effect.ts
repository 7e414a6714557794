/** An accepted write is what a read shows afterwards: of the part that it changes, or of what has the same path. */
import { isDeepStrictEqual } from "node:util";
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { isObject } from "../../base/shape.ts";
import { shortened } from "../../base/text.ts";
import { type Exchange, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import { readBack } from "../kit/paged.ts";
import type { Fact } from "../kit/verdict.ts";
import { acceptedBodies } from "./acceptance.ts";
import type { Arguments } from "./arguments.ts";
import { askedOf, inTurns, isEmpty, isMergePatch, partOf, remains } from "./asked.ts";
import { callOf, type Described, idOf, isWrite, nameOf, operationCheck, type Row } from "./operation.ts";
import { send } from "./send.ts";
import { isUnsaid, unsaidEffect } from "./unsaid-effect.ts";
import { readTarget, sameRead } from "./view.ts";
import { pauses, renewed } from "./watch.ts";
import { withOperation } from "./with-operation.ts";

const family = "effect";
/** How many writes of a property have to be without effect, since others may write as well; how many are sent for that. */
const [tellingWrites, mostWrites] = [2, 4];

/** The check of a write of which a read shows what it changes; none for any other operation. */
export function effectCheck(one: Described): Check[] {
  const { row } = one;
  const isShown = row.changes !== null || (["PUT", "PATCH"].includes(row.method) && sameRead(one) !== null);
  if (!isWrite(row) || !isShown) return [];
  return operationCheck(one, {
    family,
    title: "an accepted request is what is read afterwards",
    requirements: [row.requirement],
    run: (run) =>
      withOperation(run, one, async (args) => {
        if (isUnsaid(row)) return [await unsaidEffect(run, one, args, idOf(family, one))];
        const accepted = await acceptedBodies(run, one, args);
        const turns = inTurns(row, accepted);
        const bodies = turns.length > 0 ? turns : accepted;
        const [least, most] = [
          tellingWrites * turns.length,
          Math.max(mostWrites, tellingWrites * turns.length),
        ];
        const seen: Seen[] = [];
        for (let time = 0; time < most && (time < least || !isTold(bodies, seen)); time += 1)
          seen.push(await writeAndRead(run, one, args, bodies[time % bodies.length]));
        return judgeEffects(one, seen);
      }),
  });
}

/** One write, and what it was about before and afterwards. */
export interface Seen {
  readonly exchange: Exchange;
  /** What it should be, by the names of properties; "" for a value that has none. */
  readonly expected: Readonly<Record<string, unknown>>;
  /** What the body asks for, whatever the answer shows. */
  readonly asked: Readonly<Record<string, unknown>>;
  readonly before: unknown;
  readonly after: unknown;
}

async function writeAndRead(run: Run, one: Described, args: Arguments, body: unknown): Promise<Seen> {
  await renewed(args, null);
  const before = await read(run, one, args);
  const exchange = await send(run, one, args, { purpose: idOf(family, one), body });
  const [expected, asked] = [expectedOf(one, args, body, exchange), askedOf(one, body)];
  let after = await read(run, one, args);
  for (const pause of succeeded(exchange) ? pauses : []) {
    if (staleIn({ exchange, expected, asked, before, after }) === null) break;
    await run.probe.session.sleep(pause);
    after = await read(run, one, args);
  }
  return { exchange, expected, asked, before, after };
}

/** What the operation changes, as it is now. @throws Inconclusive if it can't be read. */
async function read(run: Run, one: Described, { path }: Arguments): Promise<unknown> {
  if (one.row.changes !== null) return (await readTarget(run, one, path)).current;
  const source = sameRead(one);
  const exchange = await ask(run, readBack, callOf(source ?? one, { path }));
  if (succeeded(exchange)) return exchange.response?.json;
  throw new Inconclusive(`it can't be read afterwards: ${outcomeOf(exchange)}`, [exchange.id]);
}

/** What a write says that it changes: its answer, where that shows it, and otherwise the body of a PUT or PATCH. */
export function expectedOf(
  { row: { changes, method } }: Described,
  { path }: Arguments,
  body: unknown,
  { response }: Exchange,
): Seen["expected"] {
  const json = response?.json;
  const isItem = changes !== null && String(valueAt(json, changes.id)) === (path[changes.parameter] ?? "");
  const shown = isItem ? valueAt(json, changes.target) : json;
  if (!isObject(shown) && isItem && shown !== undefined) return { "": shown };
  const member = changes?.member;
  const part = member === undefined ? body : partOf(body, member);
  if (member !== undefined && !isObject(part)) return part === undefined ? {} : { "": part };
  // A POST may mean anything by a name, such as by how much something grows.
  const sent = isObject(part) && method !== "POST" ? part : {};
  const answered = isObject(shown) ? shown : {};
  const names = isItem ? Object.keys({ ...sent, ...answered }) : Object.keys(sent);
  return Object.fromEntries(names.map((name) => [name, name in answered ? answered[name] : sent[name]]));
}

/** The first property that is not what it should be, but as it was before; null if there is none. */
function staleIn(seen: Seen): string | null {
  return namesIn(seen).find((name) => isStale(seen, name)) ?? null;
}

function namesIn({ expected, asked }: Pick<Seen, "expected" | "asked">): string[] {
  return Object.keys({ ...expected, ...asked });
}

function isStale({ expected, asked, before, after }: Seen, name: string): boolean {
  const [then, now] = [partOf(before, name), partOf(after, name)];
  if (name in asked && remains(asked[name], then, now)) return true;
  const isShown = name in expected && now !== undefined;
  return isShown && !isDeepStrictEqual(now, expected[name]) && isDeepStrictEqual(now, then);
}

/** True for an accepted write after which a property has to be another than before. */
const tells =
  (name: string) =>
  ({ exchange, expected, asked, before }: Seen): boolean =>
    succeeded(exchange) &&
    [expected, asked].some((one) => name in one && !isDeepStrictEqual(partOf(before, name), one[name]));

/** True once there are enough writes of each property that any of the bodies has. */
function isTold(bodies: readonly unknown[], seen: readonly Seen[]): boolean {
  const names = bodies.flatMap((body) => (isObject(body) ? Object.keys(body) : []));
  const all = new Set([...names, ...seen.flatMap(namesIn)]);
  return all.size > 0 && [...all].every((name) => seen.filter(tells(name)).length >= tellingWrites);
}

/** Judges some writes of one operation, each property by itself: one may be lost where others are not. */
export function judgeEffects({ row }: Described, seen: readonly Seen[]): Fact[] {
  const names = [...new Set(seen.flatMap(namesIn))];
  const facts = names.flatMap((name) => [
    ...judgeProperty(row, name, seen.filter(tells(name))),
    ...(isMergePatch(row) ? judgeLeftOut(row, name, seen) : []),
  ]);
  return facts.length > 0
    ? facts
    : [missing(`nothing says what ${nameOf(row)} changes, or it changed nothing`)];
}

/** Judges the writes that give a property another value than it has. */
function judgeProperty(row: Row, name: string, telling: readonly Seen[]): Fact[] {
  const stale = telling.filter((one) => isStale(one, name));
  const ids = stale.map(({ exchange }) => exchange.id);
  const [first] = stale;
  if (first === undefined)
    return telling.slice(0, 1).map(({ exchange }) => held("what was written was read", exchange.id));
  const isForLater = stale.some(({ exchange }) => exchange.response?.status === 202);
  if (stale.length < telling.length || telling.length < tellingWrites || isForLater)
    return [missing("what was written was not to be seen in time, which may be somebody else's doing", ids)];
  const what = name === "" ? "what it changes" : name;
  const [wanted, now] = [
    (name in first.asked ? first.asked : first.expected)[name],
    partOf(first.after, name),
  ];
  const how = isDeepStrictEqual(now, partOf(first.before, name))
    ? "is read as it was before"
    : "is not read as it was asked for";
  return [
    {
      kind: "violated",
      message: `${nameOf(row)} was accepted, but ${what} ${how}.`,
      expected: [`${what} ${shortened(jsonText(wanted), 200)}`],
      received: `${what} ${shortened(jsonText(partOf(first.after, name)), 200)}`,
      exchanges: ids,
    },
  ];
}

/** Judges the merge patches that leave a property out: none of them takes it away (RFC 7396, section 2). */
function judgeLeftOut(row: Row, name: string, seen: readonly Seen[]): Fact[] {
  const silent = seen.filter(({ exchange: { response }, asked, before }) => {
    const isDone = response !== null && response.status < 300 && response.status !== 202;
    return isDone && !(name in asked) && !("" in asked) && !isEmpty(partOf(before, name));
  });
  const emptied = silent.filter(({ after }) => isEmpty(partOf(after, name)));
  const [first] = emptied;
  if (first === undefined || emptied.length < silent.length || emptied.length < tellingWrites) return [];
  return [
    {
      kind: "violated",
      message: `${nameOf(row)} takes ${name} away, which its body leaves out.`,
      expected: [`${name} ${shortened(jsonText(partOf(first.before, name)), 200)}`],
      received: `${name} ${shortened(jsonText(partOf(first.after, name) ?? null), 200)}`,
      exchanges: emptied.map(({ exchange }) => exchange.id),
    },
  ];
}
