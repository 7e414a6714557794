/** A run against a server that is far away, in virtual time: how long its requests wait for each other. */
import { createSandbox, type SandboxOptions } from "../sandbox/app.ts";
import { createClock } from "../sandbox/clock.ts";
import type { Transport } from "../wire/transport.ts";
import { directTransport } from "./direct.ts";
import {
  credentials,
  type ProofOptions,
  type ProofResult,
  proofRun,
  publicKey,
  sign,
  start,
} from "./in-memory.ts";

/** A wait that ends when time has come to it. */
interface Wait {
  readonly at: number;
  readonly end: () => void;
}

/** Turns of the event loop without a new wait after which all work waits for time to pass. */
const idleTurns = 12;

/**
 * Judges a sandbox that answers each request after some time, while that time passes only where nothing else is to do.
 *
 * @param latencyMs - Milliseconds between a request and its answer.
 * @param options - What it has, and what it does otherwise than is specified.
 * @returns The result, and the milliseconds that such a run takes.
 */
export async function distantRun(
  latencyMs: number,
  run: ProofOptions["run"],
  options: Partial<SandboxOptions> = {},
): Promise<{ readonly result: ProofResult; readonly virtualMs: number }> {
  const clock = createClock(() => start);
  const waits: Wait[] = [];
  let made = 0;
  const pass = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      made += 1;
      waits.push({ at: clock.now() + milliseconds, end: resolve });
    });
  const sandbox = createSandbox({
    ...credentials,
    publicKey,
    clock,
    explainSignature: () => "",
    ...options,
  });
  const direct = directTransport(sandbox, "");
  const transport: Transport = async (...sent) => {
    await pass(latencyMs);
    return direct(...sent);
  };
  let [isOver, idle, known, atWork] = [false, 0, made, 0];
  /** No time passes while other threads work. */
  const untimed =
    <Args extends readonly unknown[], T>(work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      atWork += 1;
      try {
        return await work(...args);
      } finally {
        atWork -= 1;
      }
    };
  const turn = () => {
    if (isOver) return;
    idle = made === known && atWork === 0 ? idle + 1 : 0;
    known = made;
    if (idle > idleTurns && waits.length > 0) {
      idle = 0;
      const next = Math.min(...waits.map(({ at }) => at));
      clock.advance(next - clock.now());
      const due = waits.filter(({ at }) => at <= next);
      waits.splice(0, waits.length, ...waits.filter(({ at }) => at > next));
      for (const { end } of due) end();
    }
    setImmediate(turn);
  };
  setImmediate(turn);
  try {
    const own = { now: clock.now, sleep: pass, sign: untimed(sign) };
    const result = await proofRun({ transport, run: { ...run, ...own } });
    return { result, virtualMs: clock.now() - start };
  } finally {
    isOver = true;
  }
}
