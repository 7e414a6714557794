/** What all checks of a run share: its session, its keys, what it has written, and how to ask again. */
import { generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { api } from "../../generated/operations.ts";
import { headerOf } from "../base/headers.ts";
import type { Redactor } from "../base/redact.ts";
import { type Ending, messageOf, RunEnded } from "../base/run-ended.ts";
import { createKeeper } from "../checks/cards/index.ts";
import { type Check, type Run, samplesFirst } from "../checks/kit/check.ts";
import { restoring } from "../checks/kit/keeper.ts";
import { pagesPerRead } from "../checks/kit/paged.ts";
import { createCardLock, createMemo, createRecall } from "../checks/kit/sharing.ts";
import { affordableCases } from "../plan/affordable.ts";
import { drawOf, type Needed } from "../plan/budget.ts";
import { pauseSeconds } from "../plan/situations.ts";
import type { Bodies } from "../wire/bodies.ts";
import { widestMargin } from "../wire/clock-offset.ts";
import { type Exchange, succeeded } from "../wire/exchange.ts";
import { isWrite } from "../wire/is-write.ts";
import { createProbe, type Probe, type SentCalls } from "../wire/probe.ts";
import { createSession, type Session } from "../wire/session.ts";
import { signingOnce } from "../wire/sign.ts";
import { createTokens, type Token } from "../wire/tokens.ts";
import { wait } from "../wire/wait.ts";
import { type RunOptions, runDefaults, thoroughCases } from "./options.ts";

/** What the run itself provides to its parts. */
export interface RunServices {
  readonly writeBudget: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly redactor: Redactor;
  readonly ending: Ending;
  readonly bodies: Bodies;
  readonly notify: (message: string) => unknown;
  readonly onExchange: (exchange: Exchange) => void;
}

/** The parts of a run. */
export type RunContext = ReturnType<typeof createRunContext>;

/** Creates the parts of a run. Nothing is sent yet. */
export function createRunContext(options: RunOptions, services: RunServices) {
  const settings = { ...runDefaults, ...options };
  const cases = options.cases ?? (settings.thorough ? thoroughCases : runDefaults.cases);
  const drawn = { requests: 0, defects: 0, met: 0, possible: 0 };
  const { target, journal } = options;
  const { redactor, ending, notify } = services;
  const now = options.now ?? Date.now;
  const isOffline = options.recorded !== undefined;
  const session = createSession({
    transport: options.transport,
    now,
    sleep: options.sleep ?? wait,
    timeoutMs: settings.timeoutMs,
    budgetMs: settings.budgetMs,
    concurrency: settings.concurrency,
    writeBudget: services.writeBudget,
    keep: services.bodies.keep,
    ...(options.ratePerSecond === undefined ? {} : { ratePerSecond: options.ratePerSecond }),
    ...(options.recorded === undefined ? {} : { recorded: options.recorded }),
    signal: ending.signal,
    onExchange: (exchange) => {
      const signature = headerOf(exchange.request.headers, api.headers.signature)?.trim() ?? "";
      if (signature !== "") redactor.add(signature);
      if (isWrite(exchange.operation) && exchange.purpose !== restoring) keeper.touch();
      services.onExchange(exchange);
    },
  });
  const { baseUrl, clientId, signaturePath } = target;
  const keeper = createKeeper({
    onFirst: (what) => notify(redactor.text(`${what}; at most ${services.writeBudget} writes`)),
    save: (kept) => {
      try {
        journal?.save({
          format: 1,
          startedAt: new Date(services.startedAt).toISOString(),
          process: process.pid,
          target: { baseUrl, clientId, signaturePath },
          ...kept,
        });
      } catch (error) {
        const message = `the journal ${journal?.path} can't be written: ${messageOf(error)}`;
        ending.end(new RunEnded(message, 3, { cause: error }));
        throw error;
      }
    },
  });
  const sign = options.sign ?? signingOnce();
  const once = createMemo();
  const recall = createRecall();
  const foreignKey = options.foreignKey ?? (() => once("foreign key", makeForeignKey));
  const sent: SentCalls = new Map();
  const told = new Set<string>();
  const notifyOnce = (message: string): void => {
    if (!told.has(message)) notify(redactor.text(message));
    told.add(message);
  };
  const pages = pagesPerRead(session.exchanges);
  /** The server shows only during the run how much there is time for. */
  const casesInTime = (): number => {
    const affordable = affordableCases(cases, {
      ...session.speed(),
      budgetMs: settings.budgetMs,
      pagesPerRead: pages(),
    });
    if (affordable < cases) notifyOnce("there is not time for all cases; a longer --budget gives more of it");
    return affordable;
  };
  /** Some seconds in which the run writes nothing, and what is done then. */
  const pauses = { work: null as (() => Promise<void>) | null };
  const pause = async () => {
    const { work } = pauses;
    pauses.work = null;
    // Without a write, there is nothing to come later than.
    if (keeper.ids.length > 0) await session.sleep(pauseSeconds * 1000);
    await work?.();
  };
  const lock = createCardLock(pause);
  const probeOf = (view: Session, known: Token | null = null) => {
    const tokens = createTokens(view, target, now, (value) => redactor.add(value), known);
    const builder = {
      target,
      sign,
      foreignKey,
      serverNow: view.serverNow,
      marginSeconds: () => view.marginSeconds() ?? widestMargin,
      lastSignature: () => lastSignatureOf(view.exchanges),
      cookies: () => cookiesIn(view.exchanges),
    };
    return createProbe(view, tokens, builder, sent);
  };
  const probe = probeOf(session);
  // A server that issues no more tokens for now still accepts the one it has issued.
  const putBack = (view: Session, mayBeUnderWay: boolean) =>
    keeper.putBack(() => probeOf(view, probe.tokens.latest()), mayBeUnderWay);
  return {
    ...services,
    session,
    /** The probe with which checks are asked first. */
    probe,
    keeper,
    /** What was drawn so far: how many of the spellings in which a defect could be sent it has met, in total. */
    drawn,
    /** True if the run reads a recording and sends nothing. */
    isOffline,
    /** A probe on a view of the session, with its own tokens. */
    probeOf: (view: Session) => probeOf(view),
    /** True while there is still more than half of the time: what is only asked once more goes last. */
    isEarly: () => session.remainingMs() > settings.budgetMs / 2,
    /** Does this in the next pause of the run, before anything else, or in {@link pauseIfNeeded}. It must not throw. */
    inPause: (work: () => Promise<void>) => {
      pauses.work = work;
    },
    /** Makes a pause if something is still to be done in one. */
    pauseIfNeeded: async () => {
      if (pauses.work !== null) await pause();
    },
    /** Puts everything back through a view of the session; returns what is left changed, one line each. */
    putBack: (view: Session) => putBack(view, false),
    /** The same after the end of the run, if there is something to restore or a write may be in progress. */
    putBackAtEnd: async (): Promise<readonly string[]> => {
      const mayBeUnderWay =
        keeper.ids.length > 0 &&
        (ending.signal.aborted || keeper.isLate || session.exchanges.some(isUnansweredWrite));
      return keeper.isDirty || mayBeUnderWay ? putBack(session.afterEnd(), mayBeUnderWay) : [];
    },
    /** A run for these checks in which nothing is known yet except what was written. */
    runOf: (probe: Probe, checks: readonly Check[], samples = samplesFirst): Run => {
      const needed = neededFor(checks, options.writes ?? false);
      return {
        probe,
        target,
        samples,
        keeper,
        get draw() {
          return drawOf({ ...settings, cases: casesInTime() }, needed);
        },
        card: options.card ?? null,
        writes: options.writes ?? false,
        offline: isOffline,
        concurrency: settings.concurrency,
        waitMs: settings.waitMs,
        memoize: createMemo(),
        recall,
        ...lock,
        defects: new Set(checks.flatMap(({ defects = [] }) => defects)),
        noteDrawn: (rows, usable) => {
          drawn.requests += rows.length;
          drawn.defects += 1;
          drawn.met += new Set(rows.flat()).size;
          drawn.possible += usable.length;
        },
        notify: notifyOnce,
        abort: ending.end,
      };
    },
  };
}

/** What the checks draw for. */
function neededFor(checks: readonly Check[], writes: boolean): Needed {
  const sent = checks.filter(({ access }) => writes || access === "read");
  const defects = [...new Set(sent.flatMap(({ defects = [] }) => defects))];
  const forms = defects.filter(({ isDrawn }) => isDrawn === true).length;
  const reads = sent.reduce((sum, { drawsFor = 0 }) => sum + drawsFor, 0);
  return {
    defects: defects.length + reads,
    forms,
    histories: sent.find(({ histories }) => histories !== undefined)?.histories ?? null,
  };
}

/** The signature of the last request as specified that was accepted. */
export function lastSignatureOf(exchanges: readonly Exchange[]): string | null {
  const signature = ({ request }: Exchange) => headerOf(request.headers, api.headers.signature) ?? null;
  const last = exchanges.findLast(
    (one) => one.alteration === null && succeeded(one) && signature(one) !== null,
  );
  return last === undefined ? null : signature(last);
}

/** The cookies that a server has set, each with its last value, as name=value (RFC 6265, section 5). */
export function cookiesIn(exchanges: readonly Pick<Exchange, "response">[]): readonly string[] {
  const values = new Map<string, string>();
  for (const { response } of exchanges)
    for (const [name, value] of response?.headers ?? []) {
      const [, cookie = "", text = ""] = /^([^=;]+)=([^;]*)/.exec(value) ?? [];
      if (name.toLowerCase() === "set-cookie" && cookie !== "") values.set(cookie.trim(), text.trim());
    }
  return [...values].flatMap(([name, value]) => (value === "" ? [] : [`${name}=${value}`]));
}

/** True for a write for which it is unknown whether, and when, the server carries it out. */
function isUnansweredWrite({ operation, response, failure }: Exchange): boolean {
  const isAnswered = response !== null && response.status < 500;
  // What nobody waited for, a history has looked after.
  return isWrite(operation) && !isAnswered && failure?.kind !== "budget" && failure?.kind !== "left";
}

async function makeForeignKey(): Promise<KeyObject> {
  return (await promisify(generateKeyPair)("rsa", { modulusLength: 2048 })).privateKey;
}
