import type { RunOptions } from "../run/options.ts";
import { createHttpTransport } from "../wire/http.ts";
import { type ProofResult, proofRun } from "./in-memory.ts";

/** A complete run over sockets, in real time; it does not wait before retrying unless given a `sleep`. */
export async function socketRun(baseUrl: string, run: Partial<RunOptions>): Promise<ProofResult> {
  const transport = createHttpTransport();
  try {
    return await proofRun({
      target: { baseUrl, sandbox: false },
      transport: transport.send,
      run: { concurrency: 4, waitMs: 0, now: Date.now, sleep: async () => undefined, ...run },
    });
  } finally {
    transport.close();
  }
}
