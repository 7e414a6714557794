/** `npm run bench -- growth`: what becomes more with more items, more requests at once, and more exchanges. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { type FormatName, formats } from "../../conformance/report/formats.ts";
import { parseLog, type RunLog } from "../../conformance/report/log.ts";
import { withTemporaryFolder } from "../kit/temporary-folder.ts";
import type { MemoryOptions } from "./memory-contestant.ts";
import { runOwn, withPages } from "./own-process.ts";
import { onePage } from "./requests.ts";
import type { Row } from "./results.ts";
import { withSandbox } from "./suite.ts";

/** How far things grow. */
export interface Growth {
  readonly items: readonly number[];
  readonly concurrency: readonly number[];
  /** Requests made with each concurrency. */
  readonly requests: number;
  readonly exchanges: readonly number[];
}

const formatsShown: readonly FormatName[] = ["html", "junit", "har"];
const shown = (number: number) => number.toLocaleString("en-US");

/** @param modules - The client that is measured, `*` in place of the name of its module. */
export async function measureGrowth(
  modules: string,
  { items, concurrency, requests, exchanges }: Growth,
): Promise<Row[]> {
  const runs: number[] = [];
  for (const count of items) runs.push(await runWith(count));
  const peaks = await withPages(onePage, async (baseUrl) =>
    concurrency.map((each) => {
      const options: MemoryOptions = { baseUrl, modules, concurrency: each, requests };
      return runOwn<{ readonly peakMiB: number }>("memory-contestant", options).peakMiB;
    }),
  );
  const log = await withTemporaryFolder(logOfRun);
  const reports = exchanges.flatMap((count) => formatsShown.map((format) => reportOf(log, count, format)));
  const row = (what: string, unit: string, entries: readonly (readonly [string, number])[]): Row => ({
    what,
    unit,
    samples: entries.map(([name, figure]) => ({ part: "ours", name, figures: [figure] })),
  });
  return [
    row(
      "Growth: a full run",
      "ms",
      items.map((count, n) => [`${shown(count)} items`, runs[n] ?? Number.NaN]),
    ),
    row(
      `Growth: peak memory of a process that makes ${shown(requests)} requests, the loader of TypeScript included`,
      "MiB",
      concurrency.map((each, n) => [`${shown(each)} at a time`, peaks[n] ?? Number.NaN]),
    ),
    row(
      "Growth: size of a report",
      "KiB",
      reports.map(({ name, kib }) => [name, kib]),
    ),
    row(
      "Growth: time of a report",
      "ms",
      reports.map(({ name, ms }) => [name, ms]),
    ),
  ];
}

function runWith(items: number): Promise<number> {
  return withSandbox(async ({ baseUrl, time }) => (await time(baseUrl)).wallMs, ["--cards", String(items)]);
}

/** The log of one run of the built suite against its own sandbox. */
function logOfRun(folder: string): Promise<RunLog> {
  const file = join(folder, "run.ndjson");
  return withSandbox(async ({ baseUrl, time }) => {
    await time(baseUrl, ["--report", `ndjson=${file}`]);
    return parseLog(readFileSync(file, "utf8"));
  });
}

/** A report of as many exchanges, which are those of the log, as often as needed. */
function reportOf(log: RunLog, count: number, format: FormatName) {
  const exchanges = Array.from({ length: count }, (_, n) => {
    const from = log.exchanges[n % log.exchanges.length];
    if (from === undefined) throw new Error("the run made no exchange");
    return { ...from, id: `x${n + 1}` };
  });
  const known = new Set(exchanges.map(({ id }) => id));
  const checks = log.checks.map((check) => ({
    ...check,
    exchanges: check.exchanges.filter((id) => known.has(id)),
  }));
  const began = performance.now();
  const text = formats[format]({ ...log, exchanges, checks });
  const ms = performance.now() - began;
  return { name: `${format}, ${shown(count)} exchanges`, kib: Buffer.byteLength(text) / 1024, ms };
}
