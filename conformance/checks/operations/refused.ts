/** Sends requests with defects, between requests without, and looks whether they had an effect. */
import { type Exchange, isPlainRefusal, isRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { missing, type Run } from "../kit/check.ts";
import { ifConclusive, onInconclusive } from "../kit/inconclusive.ts";
import { authorizationOf, isServerError, judgeRefusal } from "../kit/refusal.ts";
import type { Fact } from "../kit/verdict.ts";
import { acceptedBodies, isGranted } from "./acceptance.ts";
import type { Arguments } from "./arguments.ts";
import { BodyTurns } from "./body-turns.ts";
import { anyRefusal, type DefectRow, type OperationDefect, type RefusedRow } from "./defect.ts";
import { idsMade, isGoingOn } from "./going-on.ts";
import { isShort, makeRoom } from "./make-room.ts";
import { type Described, isWrite, nameOf } from "./operation.ts";
import { acceptedOfOtherKinds } from "./refused-of-other-kinds.ts";
import { isRelatedTo } from "./related.ts";
import { send } from "./send.ts";
import { sendDefect } from "./send-defect.ts";
import { isToldWithin } from "./told-within.ts";
import { isOfUnknownItem } from "./unknown-item.ts";
import { type Difference, readView } from "./view.ts";
import { renewed, startWatch, type Watch } from "./watch.ts";
import { withOperation } from "./with-operation.ts";

/** How often a row is sent, if something else may explain its responses. */
const rounds = 2;

/**
 * Sends, once per run, the defects of an operation that the checks of the run look at.
 *
 * @param rows - All rows of the operation; always the same array.
 * @throws Inconclusive if no request as specified is accepted.
 */
export function sendRows(
  run: Run,
  one: Described,
  rows: readonly DefectRow[],
): Promise<ReadonlyMap<DefectRow, RefusedRow>> {
  return run.memoize(rows, async () => {
    const wanted = rows.filter(({ defects }) => defects.some((defect) => run.defects.has(defect)));
    return withOperation(run, one, async (args) => {
      const between = await controlsOf(run, one, args);
      const results = new Map<DefectRow, RefusedRow>();
      const isScarce = args.item?.isScarce === true;
      for (const some of batchesOf(wanted, isScarce, latencyOf(run))) {
        for (let round = 1; ; round += 1) {
          const { found, isDoubtful } = await sendBetween(run, one, args, some, between);
          for (const [row, result] of found) results.set(row, result);
          if (round === rounds || !isDoubtful || isScarce) break;
        }
      }
      const others = isScarce ? [] : await acceptedOfOtherKinds(run, one, args, between.exchange, results);
      for (const [row, found] of others) results.set(row, found);
      return results;
    });
  });
}

/** From how many milliseconds an answer on, defects are sent side by side, and more of them between two controls. */
const farMs = 100;
const rowsWhereFar = 6;
/** How many bodies are tried where one after the other is in conflict with what there is. */
const mostTurns = 12;
/** Of how many exchanges, the last ones, it is the median. */
const latest = 20;

/** How long an answer takes, in milliseconds. */
function latencyOf(run: Run): number {
  const taken = run.probe.session.exchanges
    .slice(-latest)
    .map(({ startedAt, endedAt }) => endedAt - startedAt);
  return taken.toSorted((a, b) => a - b)[Math.floor(taken.length / 2)] ?? 0;
}

/**
 * The rows that come between two requests as specified, which show that nothing else is refused: one, or some where each
 * answer takes long; all of them where each such request uses up what is not the run's own.
 */
export function batchesOf<T>(
  rows: readonly T[],
  isScarce: boolean,
  latencyMs: number,
): readonly (readonly T[])[] {
  const size = isScarce ? rows.length : latencyMs > farMs ? rowsWhereFar : 1;
  return rows.flatMap((_, index) => (index % size === 0 ? [rows.slice(index, index + size)] : []));
}

/** Requests as specified around those with a defect, and what they show. */
interface Controls {
  readonly watch: Watch | null;
  /** The last one. */
  exchange: Exchange | null;
  /** True once two in a row were seen to have an effect: then the absence of one says something. */
  isVisible: boolean;
  /** What has changed after those that were accepted. */
  readonly effects: Difference[];
  /** The body for a request with a defect: another one than that of the last control. */
  other(): unknown;
  /** Sends the next one. */
  next(): Promise<void>;
}

async function controlsOf(run: Run, one: Described, args: Arguments): Promise<Controls> {
  const turns = new BodyTurns(await acceptedBodies(run, one, args));
  // Not only when it is needed: the watch would see nothing of an item that comes and goes between two looks.
  await renewed(args, null);
  const watch = isWrite(one.row) ? await startWatch(run, one.row.id, () => readView(run, one, args)) : null;
  let seenInARow = 0;
  const controls: Controls = {
    watch,
    exchange: null,
    isVisible: false,
    effects: [],
    other: () => turns.other(),
    next: async () => {
      for (let left = Math.min(turns.size, mostTurns); left > 0; left -= 1) {
        // What is removed then is no effect of what comes next.
        if (isWrite(one.row) && (await makeRoom(run, one))) await watch?.expectChange();
        const body = turns.next();
        controls.exchange = await ifConclusive(send(run, one, args, { purpose: "control", body }));
        if (controls.exchange === null || !isRefusal(controls.exchange)) {
          turns.taken(body);
          break;
        }
        // What a sample names need not be there: such a body shows nothing.
        turns.refused(body, isPlainRefusal(controls.exchange));
      }
      const isAccepted = controls.exchange !== null && succeeded(controls.exchange);
      const changes = watch === null || !isAccepted ? [] : await watch.expectChange();
      controls.effects.push(...changes);
      seenInARow = changes.length > 0 ? seenInARow + 1 : 0;
      controls.isVisible ||= seenInARow >= 2;
      // What there was to see has been seen, even if nothing is left for what comes next.
      await ifConclusive(renewed(args, watch));
    },
  };
  await controls.next();
  // The first one may send what is there already.
  for (let left = 2; watch !== null && left > 0 && !controls.isVisible; left -= 1) await controls.next();
  return controls;
}

/** Sends rows between two requests as specified, and judges them. */
async function sendBetween(
  run: Run,
  one: Described,
  args: Arguments,
  rows: readonly DefectRow[],
  controls: Controls,
): Promise<{ readonly found: ReadonlyMap<DefectRow, RefusedRow>; readonly isDoubtful: boolean }> {
  const before = controls.exchange;
  const sentOf = new Map<DefectRow, readonly (Exchange | Fact)[]>();
  const effects = new Map<DefectRow, Fact | null>();
  for (const row of rows) {
    const body = controls.other();
    const sent = await sendAll(run, one, args, row, body);
    sentOf.set(row, sent);
    effects.set(row, await effectOf(run, one, controls, sent.filter(isExchange)));
    // One of them may have been accepted; that nothing is left, the next one says.
    await ifConclusive(renewed(args, controls.watch));
  }
  await controls.next();
  const after = controls.exchange;
  const found = new Map<DefectRow, RefusedRow>();
  for (const [row, sent] of sentOf) {
    const facts = sent.map((altered, index): Fact => {
      if (!isExchange(altered)) return altered;
      const isOfBody = row.defects[index]?.change !== undefined;
      if (isOfBody && altered.response?.status === 409 && isShort(one.row, run.probe.session.exchanges, true))
        return missing(`${altered.alteration}: 409, as requests without a defect are answered as well`, [
          altered.id,
        ]);
      const rule = row.defects[index]?.rule ?? anyRefusal;
      // Of what is not there, nothing can be shown, in whatever form.
      const granted = (exchange: Exchange) =>
        isOfUnknownItem(exchange) ? succeeded(exchange) : isGranted(one.row, exchange);
      // Who may ask is nothing of a single item.
      const toldWithin = (exchange: Exchange) => isOfBody && isToldWithin(exchange);
      return judgeRefusal({ before, altered, after }, { ...rule, granted, toldWithin });
    });
    found.set(row, { exchanges: sent.filter(isExchange), facts, effect: effects.get(row) ?? null });
  }
  // A token renewed in between may explain why a request was refused, and a server may fail once.
  const isRenewed = before !== null && after !== null && authorizationOf(before) !== authorizationOf(after);
  const isFailing = [...found.values()].some(({ facts }) => facts.some(isServerError));
  return { found, isDoubtful: isRenewed || isFailing };
}

/** Sends the defects of a row, one after the other unless the server is far away. */
async function sendAll(
  run: Run,
  one: Described,
  args: Arguments,
  { defects }: DefectRow,
  body: unknown,
): Promise<readonly (Exchange | Fact)[]> {
  const isScarce = args.item?.isScarce === true;
  const ask = (defect: OperationDefect) =>
    onInconclusive(sendDefect(run, one, args, defect, body), ({ fact }) => fact);
  if (!isScarce && latencyOf(run) > farMs) return Promise.all(defects.map(ask));
  const sent: (Exchange | Fact)[] = [];
  for (const defect of defects) {
    const answer = await ask(defect);
    sent.push(answer);
    // One that is accepted is enough, where it uses up what is not the run's own.
    if (isScarce && isExchange(answer) && succeeded(answer)) break;
  }
  return sent;
}

/** Whether requests that were refused had an effect. */
async function effectOf(
  run: Run,
  one: Described,
  controls: Controls,
  sent: readonly Exchange[],
): Promise<Fact | null> {
  const { watch, isVisible } = controls;
  const name = nameOf(one.row);
  if (watch === null) return null;
  const refused = sent.filter(isRefusal);
  const ids = refused.map(({ id }) => id);
  const goesOn = isGoingOn(run.probe.session.exchanges, one, controls.effects);
  const named = sent.flatMap(({ request }) => new URL(request.url).pathname.split("/"));
  const changes = (await watch.expectNone(named)).filter((difference) => !goesOn(difference));
  const others = idsMade(run.probe.session.exchanges, one, sent);
  const isRelated = isRelatedTo(one.row, refused, controls.effects, false, others);
  const change = changes.find(isRelated) ?? changes[0];
  if (refused.length === 0) return null;
  if (change === undefined) {
    return isVisible
      ? { kind: "held", seen: "refused requests changed nothing", exchange: ids[0] ?? "" }
      : missing(`nothing that can be read shows what ${name} does`);
  }
  // The effect of a request that was accepted has a check of its own.
  if (refused.length < sent.length) return null;
  if (!isRelated(change) || !(await watch.isCalm()))
    return missing(`${change.place} ${change.seen}; that may be somebody else's doing`, ids);
  const what = [...new Set(refused.map(({ alteration }) => alteration))].join(", or ");
  return {
    kind: "violated",
    message: `A request ${what} was answered ${outcomeOf(refused[0] as Exchange)}, but something has changed.`,
    expected: ["no change"],
    received: `${change.place} ${change.seen}`,
    exchanges: ids,
  };
}

function isExchange(one: Exchange | Fact): one is Exchange {
  return "request" in one;
}
