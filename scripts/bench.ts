/**
 * `npm run bench`: how fast client and suite are on this machine, beside others and beside what limits them.
 *
 *     npm run bench                          everything, in a few minutes; writes scripts/bench/RESULTS.md
 *     npm run bench -- requests              one of them: requests, start, suite; prints and writes nothing
 *         [--rounds N] [--requests N]        turns of each contestant, and requests in each turn
 *         [--no-peers]                       without the packages of others, which need the network
 *         [--sources]                        the sources instead of the built package: requests only
 *
 * Speed differs between machines and from minute to minute, so contestants take turns, and each ratio is one to the
 * limit in the same round.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import openapiFetch from "openapi-fetch/package.json" with { type: "json" };
import undici from "undici/package.json" with { type: "json" };
import own from "../package.json" with { type: "json" };
import { installPeers, peerVersions } from "./bench/peers.ts";
import { measureRequests } from "./bench/requests.ts";
import { missed, type Row, tableOf } from "./bench/results.ts";
import { measureStart } from "./bench/start.ts";
import { measureSuite } from "./bench/suite.ts";
import { unmeasured } from "./bench/unmeasured.ts";
import { runIfStarted } from "./program.ts";
import { withTemporaryFolder } from "./temporary-folder.ts";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const results = new URL("./bench/RESULTS.md", import.meta.url);

interface Choice {
  readonly rounds: number;
  readonly requests: number;
  readonly peers: boolean;
  readonly sources: boolean;
}

const benches: Readonly<Record<string, (choice: Choice) => Promise<Row[]>>> = {
  requests: ({ peers, sources, ...size }) =>
    withTemporaryFolder(async (folder) => {
      const built = pathToFileURL(`${dist}src/`).href;
      const modules = sources ? `${new URL("../src/", import.meta.url)}*.ts` : `${built}*.js`;
      if (peers) installPeers(folder, ["axios", "ky"]);
      return measureRequests(modules, peers ? folder : undefined, size);
    }),
  start: ({ rounds }) => measureStart(dist, rounds),
  suite: ({ rounds }) => measureSuite(rounds),
};

function build(): void {
  const program = fileURLToPath(new URL("./build.ts", import.meta.url));
  execFileSync(process.execPath, ["--import", "tsx", program], { stdio: "inherit" });
}

function document(rows: readonly Row[], peers: boolean): string {
  const versions = {
    "openapi-fetch": openapiFetch.version,
    undici: undici.version,
    ...(peers ? peerVersions : {}),
  };
  const [cpu] = cpus();
  const shortfalls = rows.flatMap((row) => missed(row) ?? []);
  const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n");
  return `# How fast it is

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${own.name} ${own.version}, Node ${process.versions.node}, ${cpus().length} × ${cpu?.model.trim()},
${Object.entries(versions)
  .map(([name, version]) => `${name} ${version}`)
  .join(", ")}.

Contestants take turns. A figure is the median of all rounds, a ratio the median of the ratios to the limit in the same
round, and beside it stands the middle half of them. The server is another process, whose work is not counted.

${tableOf(rows)}

## What is missed

${shortfalls.length === 0 ? "Nothing that was measured." : list(shortfalls)}

## What is not measured

${list(unmeasured)}
`;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: "string", default: "15" },
      requests: { type: "string", default: "1000" },
      "no-peers": { type: "boolean", default: false },
      sources: { type: "boolean", default: false },
    },
  });
  const { rounds, requests, sources, "no-peers": alone } = values;
  const wanted = positionals.length === 0 ? Object.keys(benches) : positionals;
  const unknown = wanted.find((name) => !Object.hasOwn(benches, name));
  if (unknown !== undefined)
    throw new Error(`there is no ${unknown}, only ${Object.keys(benches).join(", ")}`);
  for (const [name, text] of Object.entries({ rounds, requests })) {
    if (!/^[1-9][0-9]*$/.test(text)) throw new Error(`--${name} is a number of at least 1, not ${text}`);
  }
  if (sources && wanted.some((name) => name !== "requests"))
    throw new Error("--sources is for requests alone");
  const choice = { rounds: Number(rounds), requests: Number(requests), peers: !alone, sources };
  if (!sources) build();
  const rows: Row[] = [];
  for (const name of wanted) rows.push(...((await benches[name]?.(choice)) ?? []));
  console.log(tableOf(rows));
  for (const row of rows) if (missed(row) !== undefined) console.log(`\n${missed(row)}`);
  if (positionals.length === 0) writeFileSync(results, document(rows, !alone));
}

await runIfStarted(import.meta.url, main, 2);
