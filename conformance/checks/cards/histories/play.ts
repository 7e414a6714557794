/** Plays a history on a card, step by step, and collects what the specification does not allow. */
import { api } from "../../../../generated/operations.ts";
import { jsonText } from "../../../base/json-text.ts";
import { succeeded } from "../../../wire/exchange.ts";
import { readToken, type Token } from "../../../wire/tokens.ts";
import type { Run } from "../../kit/check.ts";
import type { CardUnderTest } from "../kit/card-under-test.ts";
import { writtenLimit } from "../limits.ts";
import type { LoggedWrite } from "../model/strict.ts";
import { worldWith } from "../model/world.ts";
import type { Finding } from "./finding.ts";
import { type Observed, observeAgain, observeWrites, type Scene, type View } from "./observe.ts";
import { readsDuring } from "./reads-during.ts";
import {
  classOf,
  isSending,
  type NamedWrite,
  purpose,
  type SendingStep,
  send,
  type WritableCard,
} from "./send.ts";
import { type History, hasBodyAgain, isUsual, pauseMs, type Step } from "./step.ts";
import { type CardFields, limitsIn, pageSizes, readWhole } from "./whole-state.ts";

/** Something that is not allowed, and the steps up to it. */
export interface Shown {
  readonly finding: Finding;
  readonly steps: History;
}

/** What came of playing a history. */
export interface Played {
  readonly shown: readonly Shown[];
  /** False if nothing more can be told before its end. */
  readonly isWhole: boolean;
  /** Number of requests that were sent. */
  readonly requests: number;
  /** The limits before it, by name, and what was seen of each write; null unless it is whole and without findings. */
  readonly seen: { readonly limits: CardFields; readonly log: readonly LoggedWrite[] } | null;
}

/** What a step needs to know of those before it. */
interface Playing {
  readonly sent: Map<string, NamedWrite>;
  /** The token to send from now on; null for the current one. */
  readonly token: Token | null;
  readonly sizes: readonly (number | null)[];
}

/** A history with more findings than that is about a card that others change as well. */
const mostShown = 4;

/**
 * Plays a history from its beginning, with new keys and values.
 *
 * @throws Inconclusive if there is no token.
 */
export async function play(run: Run, card: WritableCard, history: History): Promise<Played> {
  const { session } = run.probe;
  const { id, listed } = anyOf(card);
  const began = session.exchanges.length;
  const shown: Shown[] = [];
  const ended = (isWhole: boolean, seen: Played["seen"] = null): Played => ({
    shown,
    isWhole,
    requests: session.exchanges.length - began,
    seen,
  });
  const sizes = await pageSizes(run, listed, history.some(hasBodyAgain));
  const [usual = null] = sizes;
  const state = (await controlWrite(card)) ? await readWhole(run, usual, id) : null;
  if (state === null) return ended(false);
  const limits = limitsIn(state, id);
  let scene: Scene = {
    id,
    state,
    worlds: [worldWith(limits)],
    last: null,
    changed: new Set([writtenLimit]),
    wrote: new Set(limits.get(writtenLimit) ?? []),
    log: [],
  };
  const sent = new Map<string, NamedWrite>();
  let token: Token | null = null;
  // Whatever the history ends with, everything is read once more, in every way.
  const steps: History = [...history, { kind: "look" }];
  let played = 0;
  for (const group of together(steps)) {
    const [step] = group;
    played += group.length;
    // The server keeps to its rules for each of its tokens.
    if (step.kind === "token") token = await anotherToken(run);
    const carriedOut = await carryOut(run, card, group, { sent, token, sizes });
    for (const observe of carriedOut) {
      if (session.stopped() !== null) return ended(false);
      if (shown.length >= mostShown) return ended(true);
      const observed = await observe(scene);
      if (observed === null) return ended(false);
      scene = observed.scene;
      const { finding } = observed;
      if (finding === null) continue;
      shown.push({ finding, steps: steps.slice(0, played) });
      // Whether a repetition is carried out again cannot be seen after a write that was not carried out. What is seen
      // after a pause may come from a history before.
      const isUsualWrite = isSending(step) && group.every((one) => one === undefined || isUsual(one));
      if (finding.contradicts === "other value" && isUsualWrite) return ended(true);
    }
  }
  return ended(true, shown.length === 0 ? { limits, log: scene.log } : null);
}

/** A new token; where the server has none to give, the one that it gave for the same before. */
async function anotherToken(run: Run): Promise<Token | null> {
  return readToken(await run.probe.tokens.request("token")) ?? run.probe.tokens.narrow(api.scopes);
}

/**
 * A write before a history, so that what the server does then does not depend on how another one ended.
 *
 * @returns false if its effect is still to come.
 */
async function controlWrite(card: WritableCard): Promise<boolean> {
  const control = card.get("replaceCardLimits") ?? anyOf(card);
  const value = control.nextValue();
  const exchange = await control.write(value, { purpose });
  if (!succeeded(exchange)) return classOf(exchange) === "refused";
  const seen = await control.readUntil((limits) => jsonText(limits?.[writtenLimit]) === jsonText(value));
  return seen?.isSettled === true;
}

/** A step that may be carried out while another one is. */
type BesideStep = SendingStep | Extract<Step, { kind: "look" }>;

/** Steps that are carried out at the same time: as a rule one, and never more than two. */
type Together = readonly [Step, BesideStep?];

function together(steps: History): readonly Together[] {
  const groups: Together[] = [];
  for (const step of steps) {
    const [before, beside] = groups.at(-1) ?? [];
    const isAtOnce = "isAtOnce" in step && step.isAtOnce === true;
    // Where a step between them was left out, two may follow one.
    const isFree = before !== undefined && isSending(before) && beside === undefined;
    if (isAtOnce && isFree) groups[groups.length - 1] = [before, step];
    else groups.push([step]);
  }
  return groups;
}

/** Does what steps say; what it returns looks at what came of it. */
async function carryOut(
  run: Run,
  card: WritableCard,
  [step, beside]: Together,
  { sent, token, sizes }: Playing,
): Promise<readonly ((scene: Scene) => Promise<Observed | null>)[]> {
  if (step.kind === "token") return [];
  if (step.kind === "look") {
    const views = sizes.map((pageSize, index): View => {
      const seen = readWhole(run, pageSize, anyOf(card).id);
      // Who looks at it receives the error; nobody may.
      seen.catch(() => undefined);
      return { pageSize, isOther: index > 0, seen };
    });
    return views.map((view) => (scene) => observeAgain(run, scene, view));
  }
  if (step.kind === "pause") {
    if (run.waitMs >= pauseMs) await run.probe.session.sleep(pauseMs);
    // What comes seconds after its answer would be overwritten by the next step.
    const [pageSize = null] = sizes;
    const seen = readWhole(run, pageSize, anyOf(card).id);
    return [(scene) => observeAgain(run, scene, { pageSize, isOther: false, seen })];
  }
  const isRead = beside?.kind === "look";
  const both = beside === undefined || isRead ? [step] : [step, beside];
  const reads = isRead ? await readsDuring(run, anyOf(card).listed, sizes, sent.size) : [];
  const [made] = await Promise.all([
    Promise.all(both.map((one) => send(card, one, sent, token))),
    // Either state may be read; what matters is what is read of it afterwards.
    ...reads.map(async ({ afterMs, readPage }) => {
      if (afterMs > 0) await run.probe.session.sleep(afterMs);
      await readPage();
    }),
  ]);
  const writes = made.filter((one) => one !== null);
  if (writes.length === 0) return [];
  const again = reads.map(
    ({ pageSize, read }) =>
      (scene: Scene) =>
        observeAgain(run, scene, { pageSize, isOther: true, seen: read() }),
  );
  return [(scene) => observeWrites(run, scene, writes, sizes[0] ?? null), ...again];
}

/** The card, in whichever form. */
export function anyOf(card: WritableCard): CardUnderTest {
  const [one] = card.values();
  if (one === undefined)
    throw new TypeError("a history needs an operation with which the card is written to");
  return one;
}
