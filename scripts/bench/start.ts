/** `npm run bench -- start`: CPU time of whole processes that do next to nothing. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { withTemporaryFolder } from "../temporary-folder.ts";
import type { Row } from "./results.ts";
import { type Contestant, inTurns } from "./rounds.ts";

/** Prints CPU milliseconds when the process ends, to a descriptor of its own. */
const report = `process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  require("node:fs").writeSync(3, String((user + system) / 1000));
});`;

/**
 * Measures what it takes to start the command and to import the client.
 *
 * @param dist - Folder of the built package.
 */
export async function measureStart(dist: string, rounds: number): Promise<Row[]> {
  return withTemporaryFolder(async (folder) => {
    const preload = join(folder, "report.cjs");
    writeFileSync(preload, report);
    const program = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const client = JSON.stringify(pathToFileURL(join(dist, "src/index.js")).href);
    const turn =
      (...args: string[]) =>
      () => {
        const { output, status } = spawnSync(process.execPath, ["--require", preload, ...args], {
          stdio: ["ignore", "ignore", "inherit", "pipe"],
          encoding: "utf8",
        });
        if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}`);
        return Number(output[3]);
      };
    const limit: Contestant = {
      part: "limit",
      name: "node, doing nothing",
      turn: turn(program("nothing.mjs", "")),
    };
    const compare = async (
      row: Pick<Row, "what" | "goal" | "profile">,
      name: string,
      ...args: string[]
    ): Promise<Row> => ({
      ...row,
      unit: "ms of CPU",
      samples: await inTurns([limit, { part: "ours", name, turn: turn(...args) }], rounds),
    });
    return [
      await compare(
        {
          what: "Start of the command",
          goal: 1.1,
          profile:
            "Compiling the bundle takes 30 %, running it 25 %, a quarter of that to list the faults of the sandbox, and modules of Node 20 %.",
        },
        "partner-card --help",
        join(dist, "conformance/cli.cjs"),
        "--help",
      ),
      await compare(
        {
          what: "Import of the client",
          goal: 1.15,
          profile:
            "It has one file for each source: to find them takes 25 %, to read them 13 %, to compile them 17 %; `node:crypto` takes 7 %.",
        },
        "import partner-card",
        program("client.mjs", `import ${client};`),
      ),
    ];
  });
}
