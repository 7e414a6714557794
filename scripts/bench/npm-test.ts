/**
 * `npm run bench -- npm-test`: the CPU time of `npm test`. It takes minutes, so that it is measured by name alone;
 * the last figure is kept beside the results, and shown with its date.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Row } from "./results.ts";
import { type Took, timed } from "./timed.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const file = new URL("./npm-test.json", import.meta.url);

/** Runs `npm test` once, and keeps what it took. */
export async function measureNpmTest(): Promise<Row[]> {
  const took = await timed(["npm", "test"], { cwd: root });
  const kept = { date: new Date().toISOString().slice(0, 10), ...took };
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  return lastNpmTest();
}

/** What it took the last time; no row where it was never measured. */
export function lastNpmTest(): Row[] {
  if (!existsSync(file)) return [];
  const { date, cpuMs } = JSON.parse(readFileSync(file, "utf8")) as Took & { readonly date: string };
  const samples = [{ part: "ours", name: `npm test, on ${date}`, figures: [cpuMs / 1000] }] as const;
  return [{ what: "The tests", unit: "s of CPU", most: 240, samples }];
}
