/** What all checks of a run share: its session, its keys, what it has written, and how to ask anew. */
import { generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { jsonText } from "../base/json-text.ts";
import type { Redactor } from "../base/redact.ts";
import { type Ending, messageOf, RunEnded } from "../base/run-ended.ts";
import type { Check, Run } from "../checks/kit/check.ts";
import { createPatience } from "../checks/kit/patience.ts";
import { restoring } from "../checks/kit/restore.ts";
import { createCardLock, createMemo } from "../checks/kit/sharing.ts";
import { createWriteLedger, type WriteLedger } from "../checks/kit/write-ledger.ts";
import type { Bodies } from "../wire/bodies.ts";
import type { Exchange } from "../wire/exchange.ts";
import { createProbe, type Probe, type SentCalls } from "../wire/probe.ts";
import { createSession, type Session } from "../wire/session.ts";
import { signWith } from "../wire/sign.ts";
import { createTokens, type Token } from "../wire/tokens.ts";
import { wait } from "../wire/wait.ts";
import { isWriteOperation } from "../wire/write-form.ts";
import { type RunOptions, runDefaults } from "./options.ts";

/** What the run itself gives to its parts. */
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
export interface RunContext {
  readonly session: Session;
  readonly written: WriteLedger;
  /** True where an accepted write was not to be seen, so that it may still be carried out. */
  isLate(): boolean;
  /** A probe on a view of the session, with tokens of its own; the first one is given, where there is one. */
  probeOf(view: Session, known?: Token | null): Probe;
  /** A run for these checks in which nothing is known yet but what was written. */
  runOf(probe: Probe, checks: readonly Check[], samples?: number): Run;
}

/** Makes the parts of a run. Nothing is sent yet. */
export function createRunContext(options: RunOptions, services: RunServices): RunContext {
  const settings = { ...runDefaults, ...options };
  const { target, journal } = options;
  const { redactor, ending, notify } = services;
  const now = options.now ?? Date.now;
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
      const signature = exchange.request.headers.find(([name]) => name === "X-Service-Signature")?.[1];
      if (signature !== undefined && signature !== "") redactor.add(signature);
      if (isWriteOperation(exchange.operation) && exchange.purpose !== restoring) written.touch();
      services.onExchange(exchange);
    },
  });
  const { baseUrl, clientId, signaturePath } = target;
  const written = createWriteLedger({
    onCard: ({ id, limits }) => {
      const bound = `at most ${services.writeBudget} writes`;
      notify(
        redactor.text(
          `changes limits of ${id} (now ${jsonText(limits)}) and puts them back at the end; ${bound}`,
        ),
      );
    },
    save: (cards, forms) => {
      try {
        journal?.save({
          format: 1,
          startedAt: new Date(services.startedAt).toISOString(),
          process: process.pid,
          target: { baseUrl, clientId, signaturePath },
          cards,
          forms,
        });
      } catch (error) {
        const message = `the journal ${journal?.path} can't be written: ${messageOf(error)}`;
        ending.end(new RunEnded(message, 3, { cause: error }));
        throw error;
      }
    },
  });
  const sign = options.sign ?? signWith;
  const foreignKey = options.foreignKey ?? lazy(makeForeignKey);
  const sent: SentCalls = new Map();
  const patience = createPatience();
  const withCardLock = createCardLock();
  return {
    session,
    written,
    isLate: () => patience.wasInVain,
    probeOf: (view, known = null) => {
      const tokens = createTokens(view, target, now, (value) => redactor.add(value), known);
      return createProbe(view, tokens, { target, sign, foreignKey, serverNow: session.serverNow }, sent);
    },
    runOf: (probe, checks, samples = 2) => {
      return {
        probe,
        target,
        samples,
        written,
        patience,
        card: options.card ?? null,
        writes: options.writes ?? false,
        offline: options.recorded !== undefined,
        waitMs: settings.waitMs,
        memoize: createMemo(),
        withCardLock,
        defects: new Set(checks.flatMap(({ defects = [] }) => defects)),
        abort: ending.end,
      };
    },
  };
}

function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

async function makeForeignKey(): Promise<KeyObject> {
  return (await promisify(generateKeyPair)("rsa", { modulusLength: 2048 })).privateKey;
}
