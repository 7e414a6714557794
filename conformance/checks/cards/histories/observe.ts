/** Reads everything after a step, and keeps the worlds that agree. */
import { isServerFailure } from "../../../wire/exchange.ts";
import type { Run } from "../../kit/check.ts";
import { writtenIn } from "../kit/write-ledger.ts";
import { writtenLimit } from "../limits.ts";
import { answered, read as worldsAfter } from "../model/narrow.ts";
import type { LoggedWrite } from "../model/strict.ts";
import { distinct, type Remembered, type World, worldWith } from "../model/world.ts";
import { type Finding, failureOf, findingOf } from "./finding.ts";
import { classOf, type SentWrite } from "./send.ts";
import {
  differences,
  inOtherView,
  limitsChanged,
  limitsIn,
  readWhole,
  type WholeState,
} from "./whole-state.ts";

/** What is known after a step. */
export interface Scene {
  /** Id of the card under test. */
  readonly id: string;
  readonly state: WholeState;
  readonly worlds: readonly World[];
  /** The last write, those at the same time, and the worlds before it; null if nothing has been written. */
  readonly last: {
    readonly write: SentWrite;
    readonly beside: readonly SentWrite[];
    readonly before: readonly World[];
  } | null;
  /** The limits that were seen to change. */
  readonly changed: ReadonlySet<string>;
  /** The values that the usual limit has had, or was to have, as JSON. */
  readonly wrote: ReadonlySet<string>;
  /** What was seen of each write so far, as long as all of it is allowed. */
  readonly log: readonly LoggedWrite[];
}

/** What a step has shown. */
export interface Observed {
  /** What is known now; after a finding, what was seen counts. */
  readonly scene: Scene;
  /** What is not allowed; null if nothing was seen. */
  readonly finding: Finding | null;
}

/** A write that is still waited for may come at any time: with more of them, nothing can be told. */
const mostLate = 2;

/**
 * Judges the answers to one write, or to two that were sent at the same time, and what is read after them; null if
 * nothing can be told any more. A server may carry out two in either order, one after the other.
 */
export async function observeWrites(
  run: Run,
  scene: Scene,
  writes: readonly SentWrite[],
  pageSize: number | null,
): Promise<Observed | null> {
  const write = writes.at(-1);
  if (write === undefined) return { scene, finding: null };
  const beside = writes.slice(0, -1);
  const answers = (some: readonly SentWrite[]) =>
    some.reduce(
      (worlds, { request, exchange }) => answered(worlds, request, classOf(exchange)),
      scene.worlds,
    );
  const orders = beside.length === 0 ? [writes] : [writes, writes.toReversed()];
  const last = { write, beside, before: distinct([...answers(beside), ...scene.worlds]) };
  const after = distinct(orders.flatMap(answers));
  const values = writes.flatMap(({ request }) => request.sets.get(writtenLimit)?.text ?? []);
  const wrote = new Set([...scene.wrote, ...values]);
  const observed = await observe(run, { ...scene, last, wrote }, after, pageSize);
  if (observed === null || observed.finding !== null) return observed;
  const failed = writes.find(({ exchange }) => isServerFailure(exchange));
  if (failed !== undefined) {
    const others = writes.filter((one) => one !== failed);
    return { ...observed, finding: failureOf(failed, others, scene.worlds) };
  }
  const limits = limitsIn(observed.scene.state, scene.id);
  const order = orders.find((one) => worldsAfter(answers(one), limits).length > 0) ?? writes;
  const logged = order.map(
    ({ request, exchange }, index): LoggedWrite => ({
      request,
      answer: classOf(exchange),
      limits: index + 1 === order.length ? limits : null,
    }),
  );
  return { ...observed, scene: { ...observed.scene, log: [...scene.log, ...logged] } };
}

/** Everything, read once more: nothing may have changed since the last write. */
export interface View {
  readonly pageSize: number | null;
  /** True for another one than that in which everything is read after a write. */
  readonly isOther: boolean;
  /** What was read; null if that failed, as it may while other views are read. */
  readonly seen: Promise<WholeState | null>;
}

/** Judges what was read once more; what does not agree is read again. */
export async function observeAgain(run: Run, scene: Scene, view: View): Promise<Observed | null> {
  return scene.last === null
    ? { scene, finding: null }
    : observe(run, scene, scene.worlds, view.pageSize, view);
}

async function observe(
  run: Run,
  scene: Scene,
  after: readonly World[],
  pageSize: number | null,
  view?: View,
): Promise<Observed | null> {
  const { id, last, state } = scene;
  const isAllowed = after.length > 0;
  let first = view?.seen ?? null;
  const look = async () => {
    const seen = (await first) ?? (await readWhole(run, pageSize, id));
    first = null;
    return seen !== null && view?.isOther === true ? inOtherView(state, seen, id, scene.changed) : seen;
  };
  const read = await readUntil(run, scene, look, (seen) => !isAllowed || isAgreed(scene, after, seen));
  if (read === null || last === null) return null;
  const { seen } = read;
  if (isAllowed && isAgreed(scene, after, seen)) {
    const worlds = worldsAfter(after, limitsIn(seen, id));
    const isTold = worlds.every(({ late }) => late.length <= mostLate);
    const changed = new Set([...scene.changed, ...limitsChanged(state, seen, id)]);
    return isTold ? { scene: { ...scene, state: seen, worlds, changed }, finding: null } : null;
  }
  if (!read.isCertain) return null;
  const { write, beside, before } = last;
  const judged = { id, last: write, beside, before, after, state, wrote: scene.wrote };
  const finding = findingOf(judged, isAllowed ? seen : null);
  const { limits } = worldWith(limitsIn(seen, id));
  // What the server keeps under the key of a write that it did not carry out as it should is anybody's guess.
  const open = [...beside, write].map(({ request }): [string, Remembered] => [
    request.key,
    { write: request.write, outcome: "open" },
  ]);
  const worlds = (isAllowed ? after : before).map((world) => ({
    ...world,
    limits,
    keys: new Map([...world.keys, ...open]),
  }));
  return { scene: { ...scene, state: seen, worlds: distinct(worlds) }, finding };
}

function isAgreed({ id, state }: Scene, after: readonly World[], seen: WholeState): boolean {
  return worldsAfter(after, limitsIn(seen, id)).length > 0 && differences(state, seen, id).length === 0;
}

/**
 * Reads everything until it agrees, for some seconds at most: writes may show up late, and a page may be older
 * than the one before. If nothing has changed, it is read once an effect would be visible.
 *
 * @returns null if it cannot be read, or there is no time left to wait for an effect.
 */
async function readUntil(
  run: Run,
  { id, state }: Scene,
  look: () => Promise<WholeState | null>,
  agrees: (seen: WholeState) => boolean,
): Promise<{ readonly seen: WholeState; readonly isCertain: boolean } | null> {
  const { patience } = writtenIn(run);
  const { session } = run.probe;
  let begun = session.serverNow();
  let seen = await look();
  if (seen !== null && agrees(seen) && isSame(limitsIn(state, id), limitsIn(seen, id))) {
    const pause = patience.settling();
    if (pause === null) return null;
    if (pause > 0) {
      await session.sleep(pause);
      begun = session.serverNow();
      seen = await look();
    }
  }
  let waited = 0;
  for (const pause of patience.looks()) {
    if (seen === null || agrees(seen)) break;
    await session.sleep(pause);
    waited += pause;
    seen = await look();
  }
  if (seen === null) return null;
  if (agrees(seen)) patience.saw(waited, session.serverNow() - begun);
  else patience.sawNothing(waited);
  return { seen, isCertain: agrees(seen) || patience.isCertain(waited) };
}

function isSame(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return [...b].every(([name, text]) => a.get(name) === text);
}
