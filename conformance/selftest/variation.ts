/** Building blocks of the conforming servers. */
import { createClock } from "../sandbox/clock.ts";
import { json, type SandboxResponse } from "../sandbox/response.ts";
import type { RequestContext, Seams } from "../sandbox/seams.ts";
import { type ProofOptions, start } from "./in-memory.ts";

/** A server that conforms although it differs from the sandbox. */
export interface Variation {
  readonly name: string;
  /** Minimum number of checks that still pass. */
  readonly passes: number;
  /** Creates a server; each seam it replaces, and its wrap, must take effect in every run. */
  readonly server: () => ProofOptions;
  /** True if somebody else changes the same limits, so their final values are unpredictable. */
  readonly restless?: true;
}

/** A row of the list of conforming servers. */
export function varies(name: string, passes: number, server: () => ProofOptions): Variation {
  return { name, passes, server };
}

/** A sandbox with replaced seams: it conforms, although faults use the same seams. */
export function replacing(...faults: readonly Partial<Seams>[]): ProofOptions {
  return { sandbox: { faults } };
}

/** A sandbox in which something happens before each request. */
export function beforeEach(happen: (context: RequestContext) => void): ProofOptions {
  return replacing({
    intercept: (context) => {
      happen(context);
      return null;
    },
  });
}

/** A sandbox that refuses some requests for its own reasons. */
export function refusing(isMet: (context: RequestContext) => boolean, status = 422): ProofOptions {
  const refusal: SandboxResponse = json(status, { title: "Not allowed." });
  return replacing({ intercept: (context) => (isMet(context) ? refusal : null) });
}

/** The server's clock is off by this much. */
export function clockOff(milliseconds: number): ProofOptions {
  const clock = createClock(() => start);
  return {
    sandbox: { clock: { now: () => clock.now() + milliseconds, advance: clock.advance } },
    run: { now: clock.now, sleep: async (time) => clock.advance(time) },
  };
}

/** Every request takes this long, in virtual time. */
export function taking(milliseconds: number, sandbox: ProofOptions["sandbox"] = {}): ProofOptions {
  return {
    sandbox,
    wrap: (request, next, clock) => {
      clock.advance(milliseconds);
      return next(request);
    },
  };
}
