/** Complete runs against sandboxes in this process, in virtual time: the basis of the suite's self-test. */
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { performance } from "node:perf_hooks";
import type { Target } from "../base/target.ts";
import type { Check } from "../checks/kit/check.ts";
import type { RunOptions, RunResult } from "../run/options.ts";
import { conformance } from "../run/run.ts";
import { createSandbox, type SandboxOptions } from "../sandbox/app.ts";
import { createClock } from "../sandbox/clock.ts";
import { handlerTransport } from "../wire/handler.ts";
import { type SignFunction, signWith } from "../wire/sign.ts";
import type { Transport } from "../wire/transport.ts";
import { countedSeams, countedWrap, type Effects, type Wrap } from "./effects.ts";

const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
const foreign = generateKeyPairSync("rsa", { modulusLength: 2048 });
const clientId = "proof-partner";
const clientSecret = "a-secret-that-is-made-up-for-the-proof";
/** The client credentials of the self-test's sandboxes. */
export const credentials = { clientId, clientSecret } as const;
/** Where virtual time starts: a whole second, so that runs repeat exactly. */
const start = Date.UTC(2026, 0, 1);

/** RSA signatures with PKCS#1 v1.5 are deterministic, so runs in virtual time share them. */
const remembered = new Map<string, Promise<string>>();
const sign: SignFunction = (key, data, way) => {
  if (way?.padding !== undefined) return signWith(key, data, way);
  const name = `${key === pair.privateKey}${data}${JSON.stringify(way)}`;
  const known = remembered.get(name) ?? signWith(key, data, way);
  remembered.set(name, known);
  return known;
};

/** Options of a self-test run. */
export interface ProofOptions {
  readonly sandbox?: Partial<SandboxOptions>;
  readonly run?: Partial<RunOptions>;
  readonly target?: Partial<Target>;
  readonly select?: (check: Check) => boolean;
  /** Handles requests between the suite and the sandbox. */
  readonly wrap?: Wrap;
  /** Replaces the sandbox entirely. */
  readonly transport?: Transport;
}

/** The public key of the self-test's sandboxes. */
export const publicKey: KeyObject = pair.publicKey;

/** The result of a self-test run. */
export interface ProofResult extends RunResult {
  /** How often each replaced seam, and the wrap, made a difference. */
  readonly effects: Effects;
  /** Real time, in milliseconds. */
  readonly tookMs: number;
}

/** A complete run, one request at a time, with every wait allowed and none taking real time. */
export async function proofRun(options: ProofOptions = {}): Promise<ProofResult> {
  const began = performance.now();
  const clock = createClock(() => start);
  const effects: Effects = new Map();
  const faults = (options.sandbox?.faults ?? []).map((seams) => countedSeams(seams, effects));
  const sandbox = createSandbox({ clientId, clientSecret, publicKey, clock, ...options.sandbox, faults });
  const { wrap } = options;
  const handler =
    wrap === undefined ? sandbox.fetch : countedWrap(wrap, sandbox.fetch, sandbox.clock, effects);
  const prefix = options.sandbox?.prefix ?? "";
  const result = await conformance({
    target: {
      baseUrl: `http://sandbox.invalid${prefix}`,
      prefix,
      clientId,
      clientSecret,
      signingKey: pair.privateKey,
      signaturePath: "api",
      sandbox: true,
      ...options.target,
    },
    transport: options.transport ?? handlerTransport(handler),
    writes: true,
    // What is drawn has tests of its own: every other run is short.
    strength: "none",
    concurrency: 1,
    waitMs: 90_000_000,
    budgetMs: 1_000_000_000,
    now: clock.now,
    sleep: async (milliseconds) => clock.advance(milliseconds),
    sign,
    foreignKey: async () => foreign.privateKey,
    ...(options.select === undefined ? {} : { select: options.select }),
    ...options.run,
  });
  return { ...result, effects, tookMs: performance.now() - began };
}
