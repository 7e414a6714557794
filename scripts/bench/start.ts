/** `npm run bench -- start`: CPU time of whole processes that do next to nothing. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { withTemporaryFolder } from "../kit/temporary-folder.ts";
import type { Row } from "./results.ts";
import { type Contestant, inTurns } from "./rounds.ts";

/** Prints CPU milliseconds when the process ends, to a descriptor of its own. */
const report = `process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  require("node:fs").writeSync(3, String((user + system) / 1000));
});`;

const summaries = { run: "judges a server", serve: "serves the API", list: "lists the rules" };

/** The same small command with --help, made with libraries for commands. */
const commandsOf = {
  citty: `import { defineCommand, runMain } from "citty";
const subCommands = Object.fromEntries(Object.entries(SUMMARIES).map(([name, description]) => [
  name, defineCommand({ meta: { name, description }, run: () => undefined }),
]));
await runMain(defineCommand({ meta: { name: "example", version: "1.0.0" }, subCommands }));`,
  commander: `import { Command } from "commander";
const program = new Command("example").version("1.0.0");
for (const [name, description] of Object.entries(SUMMARIES)) program.command(name).description(description);
program.parse();`,
  yargs: `import yargs from "yargs";
let program = yargs(process.argv.slice(2)).scriptName("example").version("1.0.0");
for (const [name, description] of Object.entries(SUMMARIES)) program = program.command(name, description);
await program.help().parse();`,
} as const;

/** Names of the libraries that the start is compared with. */
export const startPeers = Object.keys(commandsOf) as (keyof typeof commandsOf)[];

/**
 * Measures what it takes to start the command and to import the client.
 *
 * @param dist - Folder of the built package.
 * @param peers - The folder of the peers; undefined where they are not installed.
 */
export async function measureStart(dist: string, peers: string | undefined, rounds: number): Promise<Row[]> {
  return withTemporaryFolder(async (folder) => {
    const preload = join(folder, "report.cjs");
    writeFileSync(preload, report);
    const program = (name: string, text: string, place = folder) => {
      writeFileSync(join(place, name), text);
      return join(place, name);
    };
    const started = (part: Contestant["part"], name: string, ...args: string[]): Contestant => ({
      part,
      name,
      turn: () => cpuOf(["--require", preload, ...args]),
    });
    const limit = started("limit", "node -e 0", "-e", "0");
    const floors = [
      started("floor", "an empty script", program("nothing.cjs", "")),
      started("floor", "an empty module", program("nothing.mjs", "")),
    ];
    const others = peers === undefined ? [] : startPeers;
    const programs = others.map((name) => {
      const text = commandsOf[name].replace("SUMMARIES", JSON.stringify(summaries));
      return started("peer", `--help with ${name}`, program(`${name}.mjs`, text, peers), "--help");
    });
    const cli = join(dist, "conformance/cli.cjs");
    const importing = (name: string, url: string) => program(name, `import ${JSON.stringify(url)};`);
    const client = importing("client.mjs", pathToFileURL(join(dist, "src/index.js")).href);
    const dependency = importing("dependency.mjs", import.meta.resolve("openapi-fetch"));
    const row = async (what: string, goal: number, contestants: Contestant[]): Promise<Row> => ({
      what,
      goal,
      unit: "ms of CPU",
      samples: await inTurns([limit, ...contestants], rounds),
    });
    return [
      await row("Start of the command", 1.1, [
        started("ours", "partner-card --help", cli, "--help"),
        started("also", "partner-card --version", cli, "--version"),
        ...floors,
        ...programs,
      ]),
      await row("Import of the client", 1.15, [
        started("ours", "import partner-card", client),
        started("floor", "import openapi-fetch, its dependency", dependency),
        ...floors,
      ]),
    ];
  });
}

function cpuOf(args: readonly string[]): number {
  const { output, status } = spawnSync(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit", "pipe"],
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}`);
  return Number(output[3]);
}
