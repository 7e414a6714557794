/** `npm run bench -- signing`: signed writes per second beside what OpenSSL signs on as many processors. */
import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { runOwn } from "./own-process.ts";
import type { Profile } from "./profile.ts";
import type { Row } from "./results.ts";
import type { Samples } from "./rounds.ts";

interface Signed {
  readonly perSecond: number;
  readonly mainUs: number;
  readonly longestMs: number;
}

/**
 * Lets OpenSSL and the client sign in turns; without OpenSSL the client signs alone.
 *
 * @param modules - The client that is measured, `*` in place of the name of its module.
 * @param size - Turns of each, and writes in each turn.
 */
export async function measureSigning(
  modules: string,
  size: { rounds: number; writes: number },
  profiled: Profile,
): Promise<Row[]> {
  const openssl: number[] = [];
  const ours: Signed[] = [];
  for (let round = 0; round < size.rounds; round++) {
    const limit = opensslPerSecond();
    if (limit !== undefined) openssl.push(limit);
    ours.push(runOwn("signing-contestant", { modules, writes: size.writes }));
  }
  const profile = await profiled((flags) =>
    runOwn("signing-contestant", { modules, writes: size.writes }, flags),
  );
  const own = (pick: (signed: Signed) => number): Samples => ({
    part: "ours",
    name: "partner-card, 32 in flight",
    figures: ours.map(pick).filter((figure) => !Number.isNaN(figure)),
  });
  const limit: Samples = {
    part: "limit",
    name: `openssl speed, ${availableParallelism()} processes`,
    figures: openssl,
  };
  return [
    {
      what: "Signed writes, RSA with 2048 bits",
      unit: "in a second",
      atLeast: 0.95,
      samples: [...(openssl.length === 0 ? [] : [limit]), own(({ perSecond }) => perSecond)],
    },
    {
      what: "A signed write on the main thread",
      unit: "µs of CPU",
      most: 60,
      profile,
      samples: [own(({ mainUs }) => mainUs)],
    },
    {
      what: "The longest time for which signed writes held up the event loop, waits for a processor included",
      unit: "ms",
      most: 5,
      samples: [own(({ longestMs }) => longestMs)],
    },
  ];
}

/** Signatures per second of OpenSSL, on all processors; undefined where it is not there. */
function opensslPerSecond(): number | undefined {
  const args = ["speed", "-seconds", "1", "-multi", String(availableParallelism()), "rsa2048"];
  const { stdout, status } = spawnSync("openssl", args, { encoding: "utf8" });
  // rsa  2048 bits 0.000312s 0.000009s   3205.1 108695.7
  const found = /^rsa\s+2048 bits\s+\S+\s+\S+\s+([\d.]+)/m.exec(stdout ?? "")?.[1];
  return status === 0 && found !== undefined ? Number(found) : undefined;
}
