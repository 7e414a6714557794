/** Complete runs against sandboxes in this process, in virtual time: the basis of the suite's self-test. */
import { type KeyObject, sign as signBytes, verify } from "node:crypto";
import { performance } from "node:perf_hooks";
import { api } from "../../generated/operations.ts";
import { otherTestKeys, testKeys } from "../../src/testing/keys.ts";
import type { Target } from "../base/target.ts";
import type { Check } from "../checks/kit/check.ts";
import type { RunOptions, RunResult } from "../run/options.ts";
import { conformance } from "../run/run.ts";
import { createSandbox, type SandboxOptions } from "../sandbox/app.ts";
import { createClock } from "../sandbox/clock.ts";
import type { Handler } from "../sandbox/serve.ts";
import type { VerifyFunction } from "../sandbox/verify.ts";
import { handlerTransport } from "../wire/handler.ts";
import { type SignFunction, signingOnce } from "../wire/sign.ts";
import type { Transport } from "../wire/transport.ts";
import { directTransport } from "./direct.ts";
import { countedSeams, countedWrap, type Effects, type Wrap } from "./effects.ts";

const pair = testKeys();
/** The client credentials of the self-test's sandboxes. */
export const credentials = {
  clientId: "proof-partner",
  clientSecret: "a-secret-that-is-made-up-for-the-proof",
} as const;
/** Where virtual time starts: a whole second, so that runs repeat exactly. */
export const start = Date.UTC(2026, 0, 1);

/** Signs. Runs in virtual time begin at the same moment, and share signatures. */
export const sign: SignFunction = signingOnce();

const verdicts = new Map<string, boolean>();
/** Enough for some runs; what is kept for many would fill the memory. */
const mostVerdicts = 20_000;

/** Verifies a signature once: runs that share signatures share what came of them. */
const verifyOnce: VerifyFunction = (digest, data, key, signature) => {
  if (key.key !== pair.publicKey) return verify(digest, data, key, signature);
  const name = `${digest} ${key.padding} ${data.toString("latin1")} ${signature.toString("latin1")}`;
  const verdict = verdicts.get(name) ?? verify(digest, data, key, signature);
  if (verdicts.size >= mostVerdicts) verdicts.clear();
  verdicts.set(name, verdict);
  return verdict;
};

const rightSignatures = new Map<string, string>();

/** The partner's signature of a text as specified: what a server that forgives a wrong one compares it with. */
export function rightSignature(data: string): string {
  const known =
    rightSignatures.get(data) ??
    signBytes(api.signature.hash, Buffer.from(data, "utf8"), signingKey).toString(api.signature.encoding);
  rightSignatures.set(data, known);
  return known;
}

/** Options of a self-test run. */
export interface ProofOptions {
  readonly sandbox?: Partial<SandboxOptions>;
  readonly run?: Partial<RunOptions>;
  readonly target?: Partial<Target>;
  readonly select?: (check: Check) => boolean;
  /** Handles requests between the suite and the sandbox. */
  readonly wrap?: Wrap;
  /** How long each request takes, in milliseconds of virtual time; none by default. To wrap it takes real time. */
  readonly takesMs?: number;
  /** Where the effects of seams and wrap are noted; nowhere unless given, which saves time. */
  readonly effects?: Effects;
  /** Replaces the sandbox entirely. */
  readonly transport?: Transport;
}

/** The public key of the self-test's sandboxes. */
export const publicKey: KeyObject = pair.publicKey;

/** The partner's key in the self-test. */
export const signingKey: KeyObject = pair.privateKey;

/** A key that the self-test's sandboxes do not know. */
export const foreignKey: KeyObject = otherTestKeys().privateKey;

/** The result of a self-test run. */
export interface ProofResult extends RunResult {
  /** Real time, in milliseconds. */
  readonly tookMs: number;
}

/** A complete run, one request at a time, with every wait allowed and none taking real time. */
export async function proofRun(options: ProofOptions = {}): Promise<ProofResult> {
  const began = performance.now();
  const clock = createClock(() => start);
  const { wrap, effects } = options;
  const given = options.sandbox?.faults ?? [];
  const faults = effects === undefined ? given : given.map((seams) => countedSeams(seams, effects));
  const sandbox = createSandbox({
    ...credentials,
    publicKey,
    clock,
    // Nobody reads it here, and a sixth of the time goes into it.
    explainSignature: () => "",
    verify: verifyOnce,
    ...options.sandbox,
    faults,
  });
  const wrapped = (handle: Wrap): Handler =>
    effects === undefined
      ? (request) => handle(request, sandbox.fetch, sandbox.clock)
      : countedWrap(handle, sandbox.fetch, sandbox.clock, effects);
  const prefix = options.sandbox?.prefix ?? "";
  const direct = wrap === undefined ? directTransport(sandbox, prefix) : handlerTransport(wrapped(wrap));
  const { takesMs = 0 } = options;
  const transport: Transport = (request, limits) => {
    sandbox.clock.advance(takesMs);
    return direct(request, limits);
  };
  const result = await conformance({
    target: {
      baseUrl: `http://sandbox.invalid${prefix}`,
      prefix,
      ...credentials,
      signingKey,
      signaturePath: "api",
      sandbox: true,
      ...options.target,
    },
    transport: options.transport ?? transport,
    writes: true,
    // What is drawn has tests of its own: every other run is short.
    cases: 0,
    concurrency: 1,
    waitMs: 90_000_000,
    budgetMs: 1_000_000_000,
    now: clock.now,
    sleep: async (milliseconds) => clock.advance(milliseconds),
    sign,
    foreignKey: async () => foreignKey,
    ...(options.select === undefined ? {} : { select: options.select }),
    ...options.run,
  });
  return { ...result, tookMs: performance.now() - began };
}
