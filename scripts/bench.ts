/**
 * `npm run bench`: how fast client and suite are on this machine, beside others and beside what limits them.
 *
 *     npm run bench                          everything, in ten minutes; writes scripts/bench/RESULTS.md
 *     npm run bench -- requests              one of them, printed only: requests, signing, walk, validation, start,
 *                                            sandbox, suite, generate, growth, npm-test
 *         [--rounds N] [--requests N]        most turns of each contestant, and requests or pages in each turn
 *         [--no-peers]                       without the packages of others, which need the network
 *         [--sources]                        the sources instead of the built package
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
import { measureGenerate } from "./bench/generate.ts";
import { measureGrowth } from "./bench/growth.ts";
import { lastNpmTest, measureNpmTest } from "./bench/npm-test.ts";
import { installPeers, type PeerName, peerVersions } from "./bench/peers.ts";
import { type Profile, profiled, unprofiled } from "./bench/profile.ts";
import { clientModules, makePrograms } from "./bench/programs.ts";
import { measureRequests } from "./bench/requests.ts";
import { missed, type Row, tableOf } from "./bench/results.ts";
import { measureSandbox, sandboxPeers } from "./bench/sandbox.ts";
import { measureSigning } from "./bench/signing.ts";
import { measureStart, startPeers } from "./bench/start.ts";
import { measureSuite } from "./bench/suite.ts";
import { testPeers } from "./bench/three-requests.ts";
import { measureValidation } from "./bench/validation.ts";
import { measureWalk } from "./bench/walk.ts";
import { runIfStarted } from "./kit/program.ts";
import { withTemporaryFolder } from "./kit/temporary-folder.ts";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const results = new URL("./bench/RESULTS.md", import.meta.url);

interface Choice {
  readonly rounds: number;
  readonly requests: number;
  /** The client that is measured, `*` in place of the name of its module. */
  readonly modules: string;
  /** Profiles take as long as two rounds, and are told in RESULTS.md. */
  readonly profile: Profile;
  /** Runs work with a folder of installed peers; with undefined where there shall be none. */
  withPeers<T>(names: readonly PeerName[], work: (folder: string | undefined) => Promise<T>): Promise<T>;
}

/** A turn of these takes seconds, so they have fewer. */
const few = (rounds: number, most: number) => Math.min(rounds, most);

const benches: Readonly<Record<string, (choice: Choice) => Row[] | Promise<Row[]>>> = {
  requests: ({ withPeers, modules, profile, ...size }) =>
    withPeers(["axios", "ky"], (peers) => measureRequests(modules, peers, size, profile)),
  signing: ({ modules, rounds, requests, profile }) =>
    measureSigning(modules, { rounds: few(rounds, 5), writes: requests }, profile),
  walk: ({ modules, rounds, requests, profile }) =>
    measureWalk(modules, { rounds: few(rounds, 3), pages: requests }, profile),
  validation: ({ withPeers, rounds, requests }) =>
    withPeers(["typebox", "zod", "valibot"], (peers) =>
      measureValidation(peers, { rounds, pages: requests }),
    ),
  start: ({ withPeers, rounds }) =>
    withPeers(startPeers, (peers) => measureStart(dist, peers, few(rounds, 11))),
  sandbox: ({ withPeers, rounds, requests }) =>
    withPeers(sandboxPeers, (peers) => measureSandbox(peers, { rounds: few(rounds, 7), requests })),
  suite: ({ withPeers, rounds, profile }) =>
    withPeers(testPeers, (peers) => measureSuite(peers, few(rounds, 3), profile)),
  generate: ({ rounds }) => measureGenerate(few(rounds, 3)),
  growth: ({ modules, requests }) =>
    measureGrowth(modules, {
      // A run against 100,000 items was not over after two minutes.
      items: [10, 1000, 10_000],
      concurrency: [1, 64, 1024],
      requests: 5 * requests,
      exchanges: [100, 10_000],
    }),
};

/** Measured by name alone, because it takes ten minutes. */
const slow: typeof benches = { "npm-test": measureNpmTest };

/** Those that can measure the sources; the others measure the built package. */
const ofSources: readonly string[] = ["requests", "signing", "walk", "validation", "sandbox", "generate"];

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
  const all = { ...benches, ...slow };
  const unknown = wanted.find((name) => !Object.hasOwn(all, name));
  if (unknown !== undefined) throw new Error(`there is no ${unknown}, only ${Object.keys(all).join(", ")}`);
  for (const [name, text] of Object.entries({ rounds, requests })) {
    if (!/^[1-9][0-9]*$/.test(text)) throw new Error(`--${name} is a number of at least 1, not ${text}`);
  }
  const unbuilt = wanted.find((name) => !ofSources.includes(name));
  if (sources && unbuilt !== undefined) throw new Error(`--sources is not for ${unbuilt}`);
  const built = pathToFileURL(`${dist}src/`).href;
  await makePrograms();
  const choice: Choice = {
    rounds: Number(rounds),
    requests: Number(requests),
    profile: positionals.length === 0 ? profiled : unprofiled,
    modules: sources ? clientModules() : `${built}*.js`,
    withPeers: async (names, work) =>
      alone
        ? work(undefined)
        : withTemporaryFolder((folder) => {
            installPeers(folder, names);
            return work(folder);
          }),
  };
  if (!sources) build();
  const rows: Row[] = [];
  for (const name of wanted) rows.push(...((await all[name]?.(choice)) ?? []));
  if (positionals.length === 0) rows.push(...lastNpmTest());
  console.log(tableOf(rows));
  for (const row of rows) if (missed(row) !== undefined) console.log(`\n${missed(row)}`);
  if (positionals.length === 0) writeFileSync(results, document(rows, !alone));
}

await runIfStarted(import.meta.url, main, 2);
