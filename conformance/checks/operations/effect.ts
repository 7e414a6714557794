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
import { callOf, type Described, idOf, isWrite, nameOf, operationCheck } from "./operation.ts";
import { send } from "./send.ts";
import { readTarget, sameRead } from "./view.ts";
import { pauses } from "./watch.ts";
import { withOperation } from "./with-operation.ts";

const family = "effect";
/** How many writes have to be without effect, since somebody else may write as well, and how many are sent for that. */
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
        const bodies = await acceptedBodies(run, one, args);
        const seen: Seen[] = [];
        for (let time = 0; time < mostWrites && seen.filter(isTelling).length < tellingWrites; time += 1)
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
  readonly before: unknown;
  readonly after: unknown;
}

async function writeAndRead(run: Run, one: Described, args: Arguments, body: unknown): Promise<Seen> {
  const before = await read(run, one, args);
  const exchange = await send(run, one, args, { purpose: idOf(family, one), body });
  const expected = expectedOf(one, args, body, exchange);
  let after = await read(run, one, args);
  for (const pause of succeeded(exchange) ? pauses : []) {
    if (staleIn({ exchange, expected, before, after }) === null) break;
    await run.probe.session.sleep(pause);
    after = await read(run, one, args);
  }
  return { exchange, expected, before, after };
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
function expectedOf(
  { row: { changes, method } }: Described,
  { path }: Arguments,
  body: unknown,
  { response }: Exchange,
): Seen["expected"] {
  const json = response?.json;
  const isItem = changes !== null && String(valueAt(json, changes.id)) === (path[changes.parameter] ?? "");
  const shown = isItem ? valueAt(json, changes.target) : json;
  if (!isObject(shown) && isItem && shown !== undefined) return { "": shown };
  // A POST may mean anything by a name, such as by how much something grows.
  const sent = isObject(body) && method !== "POST" ? body : {};
  const answered = isObject(shown) ? shown : {};
  const names = isItem ? Object.keys({ ...sent, ...answered }) : Object.keys(sent);
  return Object.fromEntries(names.map((name) => [name, name in answered ? answered[name] : sent[name]]));
}

/** The first property that is not what it should be, but as it was before; null if there is none. */
function staleIn({ expected, before, after }: Seen): { name: string; value: unknown } | null {
  for (const [name, value] of Object.entries(expected)) {
    const [then, now] = [partOf(before, name), partOf(after, name)];
    if (now !== undefined && !isDeepStrictEqual(now, value) && isDeepStrictEqual(now, then))
      return { name, value: now };
  }
  return null;
}

/** True for an accepted write after which something has to be another than before. */
function isTelling({ exchange, expected, before }: Seen): boolean {
  return (
    succeeded(exchange) &&
    Object.entries(expected).some(([name, value]) => !isDeepStrictEqual(partOf(before, name), value))
  );
}

function partOf(value: unknown, name: string): unknown {
  if (name === "") return value;
  return isObject(value) ? value[name] : undefined;
}

/** Judges some writes of one operation. */
export function judgeEffects({ row }: Described, seen: readonly Seen[]): Fact[] {
  const telling = seen.filter(isTelling);
  const stale = telling.flatMap((one) => {
    const found = staleIn(one);
    return found === null ? [] : [{ ...one, ...found }];
  });
  const [first] = stale;
  if (telling.length === 0)
    return [missing(`nothing says what ${nameOf(row)} changes, or it changed nothing`)];
  const ids = stale.map(({ exchange }) => exchange.id);
  if (first === undefined) return [held("what was written was read", telling[0]?.exchange.id ?? "")];
  const isForLater = stale.some(({ exchange }) => exchange.response?.status === 202);
  if (stale.length < telling.length || telling.length < tellingWrites || isForLater)
    return [missing("what was written was not to be seen in time, which may be somebody else's doing", ids)];
  const what = first.name === "" ? "what it changes" : first.name;
  return [
    {
      kind: "violated",
      message: `${nameOf(row)} was accepted, but ${what} is read as it was before.`,
      expected: [`${what} ${shortened(jsonText(first.expected[first.name]), 200)}`],
      received: `${what} ${shortened(jsonText(first.value), 200)}`,
      exchanges: ids,
    },
  ];
}
