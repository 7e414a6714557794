/** Where the processor time of a contestant goes, as a profile (`--cpu-prof`) shows it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withTemporaryFolder } from "../kit/temporary-folder.ts";

/** The part of a profile of the engine that is read here. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  /** The node that was running at each sample, and the microseconds since the one before. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Runs a contestant to its end once more, with these flags of Node, and tells what a profile shows, or does neither where it is not asked for. */
export type Profile = (run: (flags: readonly string[]) => unknown) => Promise<string | undefined>;

/** Tells nothing: what a run for the terminal alone needs. */
export const unprofiled: Profile = async () => undefined;

/** What loads sources, which is no part of what is measured. */
const loader = "node:internal/modules/";

/** How many places are named. */
const most = 6;

/** Names the functions in which most of the time is spent, in a sentence. */
export const profiled = (run: (flags: readonly string[]) => unknown): Promise<string> =>
  withTemporaryFolder(async (folder) => {
    await run(["--cpu-prof", `--cpu-prof-dir=${folder}`]);
    const [file = ""] = readdirSync(folder).filter((name) => name.endsWith(".cpuprofile"));
    return toldOf(JSON.parse(readFileSync(join(folder, file), "utf8")) as CpuProfile);
  });

/** The functions of a profile with the largest shares of the time in which it was neither idle nor loading. */
export function toldOf({ nodes, samples, timeDeltas }: CpuProfile): string {
  const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  const times = new Map<string, number>();
  let all = 0;
  for (const [index, id] of samples.entries()) {
    const place = places.get(id) ?? "";
    const time = timeDeltas[index] ?? 0;
    if (place === "(idle)" || place.includes(loader)) continue;
    all += time;
    times.set(place, (times.get(place) ?? 0) + time);
  }
  const largest = [...times].sort(([, one], [, other]) => other - one).slice(0, most);
  const shares = largest.map(([place, time]) => `${((100 * time) / all).toFixed(0)} % ${place}`);
  return `A profile of more turns, start included: ${shares.join(", ")}.`;
}

/** A function as people find it: with its module, where that is not the bundle of the client itself. */
function placeOf({ functionName, url }: CpuProfile["nodes"][number]["callFrame"]): string {
  const name = functionName === "" ? "an unnamed function" : functionName;
  if (url === "") return name;
  return url.startsWith("node:")
    ? `\`${name}\` (${url})`
    : `\`${name}\` (${url.slice(url.lastIndexOf("/") + 1)})`;
}
