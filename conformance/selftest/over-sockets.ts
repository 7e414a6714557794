import type { RunOptions } from "../run/options.ts";
import { createHttpTransport } from "../wire/http.ts";
import { type ProofOptions, type ProofResult, proofRun } from "./in-memory.ts";

/** A complete run over sockets, in real time; it does not wait before retrying unless given a `sleep`. */
export async function socketRun(
  baseUrl: string,
  run: Partial<RunOptions>,
  select: ProofOptions["select"] = () => true,
): Promise<ProofResult> {
  const transport = createHttpTransport();
  try {
    return await proofRun({
      target: { baseUrl, sandbox: false },
      transport: transport.send,
      select,
      run: { concurrency: 4, waitMs: 0, now: Date.now, sleep: async () => undefined, ...run },
    });
  } finally {
    transport.close();
  }
}
