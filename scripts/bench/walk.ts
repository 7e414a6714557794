/** `npm run bench -- walk`: a walk over a long list, page by page: CPU time, peak memory, and time beside a latency. */
import { runOwn, withPages } from "./own-process.ts";
import type { Profile } from "./profile.ts";
import type { Row } from "./results.ts";
import type { Samples } from "./rounds.ts";
import type { WalkOptions } from "./walk-contestant.ts";

interface Walked {
  readonly items: number;
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly peakMiB: number;
}

const itemsPerPage = 1000;
const latencyMs = 5;
/** Pages of the distant list: enough that the start does not count. */
const distantPages = 200;

const parts = { limit: "node:http and JSON.parse", ours: "partner-card", peer: "fetch and json()" } as const;

/**
 * Measures walks, each in a process of its own.
 *
 * @param modules - The client that is measured, `*` in place of the name of its module.
 * @param size - Walks of each, and pages of the list.
 */
export async function measureWalk(
  modules: string,
  { rounds, pages }: { readonly rounds: number; readonly pages: number },
  profiled: Profile,
): Promise<Row[]> {
  const distant = Math.min(pages, distantPages);
  const near = await walks(modules, { pages, latencyMs: 0, busyMs: 0 }, rounds);
  const profile = await profiled((flags) => walks(modules, { pages, latencyMs: 0, busyMs: 0 }, 1, flags));
  const far = await walks(modules, { pages: distant, latencyMs, busyMs: 1 }, Math.min(rounds, 2));
  const list = `A walk over ${(pages * itemsPerPage).toLocaleString("en-US")} items in pages of ${itemsPerPage}`;
  const least = {
    part: "limit",
    name: "latency × pages",
    figures: far.map(() => latencyMs * distant),
  } as const;
  return [
    { what: list, unit: "ms of CPU", goal: 1.15, profile, samples: pick(near, ({ cpuMs }) => cpuMs) },
    {
      what: `${list}: peak memory, the loader of TypeScript included`,
      unit: "MiB",
      most: 120,
      samples: pick(near, ({ peakMiB }) => peakMiB),
    },
    {
      what: `${distant} pages of ${itemsPerPage} at ${latencyMs} ms of latency, with 1 ms of work on each`,
      unit: "ms",
      goal: 1.15,
      samples: [
        least,
        ...pick(far, ({ wallMs }) => wallMs).map((one) =>
          one.part === "limit" ? { ...one, part: "floor" as const } : one,
        ),
      ],
    },
  ];
}

type Round = Readonly<Record<keyof typeof parts, Walked>>;

function walks(
  modules: string,
  { busyMs, ...list }: { readonly pages: number; readonly latencyMs: number; readonly busyMs: number },
  rounds: number,
  flags: readonly string[] = [],
): Promise<Round[]> {
  return withPages({ ...list, itemsPerPage }, async (baseUrl) => {
    const walk = (name: string): Walked => {
      const options: WalkOptions = { name, baseUrl, modules, busyMs };
      const own = name === parts.ours ? flags : [];
      const walked = runOwn<Walked>("walk-contestant", options, own);
      if (walked.items !== list.pages * itemsPerPage) throw new Error(`${name} saw ${walked.items} items`);
      return walked;
    };
    return Array.from({ length: rounds }, () => ({
      limit: walk(parts.limit),
      ours: walk(parts.ours),
      peer: walk(parts.peer),
    }));
  });
}

function pick(rounds: readonly Round[], figure: (walked: Walked) => number): Samples[] {
  return (["limit", "ours", "peer"] as const).map((part) => ({
    part,
    name: parts[part],
    figures: rounds.map((round) => figure(round[part])),
  }));
}
