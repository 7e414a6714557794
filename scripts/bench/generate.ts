/** `npm run bench -- generate`: `npm run generate` with nothing to change, beside openapi-typescript alone. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withTemporaryFolder } from "../temporary-folder.ts";
import type { Row } from "./results.ts";
import { type Contestant, inTurns } from "./rounds.ts";
import { timed } from "./timed.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** @param rounds - Runs of each. */
export async function measureGenerate(rounds: number): Promise<Row[]> {
  return withTemporaryFolder(async (folder) => {
    const contestant = (part: Contestant["part"], name: string, ...args: string[]): Contestant => ({
      part,
      name,
      turn: async () => (await timed([process.execPath, ...args], { cwd: root })).cpuMs,
    });
    const cli = join(root, "node_modules/openapi-typescript/bin/cli.js");
    const contestants = [
      contestant(
        "limit",
        "openapi-typescript",
        cli,
        "generated/openapi.json",
        "-o",
        join(folder, "types.ts"),
      ),
      contestant("ours", "npm run generate -- --check", "--import", "tsx", "scripts/generate.ts", "--check"),
    ];
    return [
      {
        what: "Generating, with nothing to change",
        unit: "ms of CPU",
        goal: 2,
        samples: await inTurns(contestants, rounds),
      },
    ];
  });
}
