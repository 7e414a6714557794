/** `npm run bench -- generate`: `npm run generate` with nothing to change, beside openapi-typescript alone. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withTemporaryFolder } from "../kit/temporary-folder.ts";
import type { Row } from "./results.ts";
import { type Contestant, inTurns } from "./rounds.ts";
import { timed } from "./timed.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** @param rounds - Runs of each. */
export async function measureGenerate(rounds: number): Promise<Row[]> {
  return withTemporaryFolder(async (folder) => {
    const contestant = (
      part: Contestant["part"],
      name: string,
      cwd: string,
      ...args: string[]
    ): Contestant => ({
      part,
      name,
      turn: async () => (await timed([process.execPath, ...args], { cwd })).cpuMs,
    });
    const cli = join(root, "node_modules/openapi-typescript/bin/cli.js");
    const description = join(root, "generated/openapi.json");
    const contestants = [
      // In another folder: it would take our redocly.yaml for its own.
      contestant("limit", "openapi-typescript", folder, cli, description, "-o", "types.ts"),
      contestant("ours", "generate --check", root, "--import", "tsx", "scripts/generate.ts", "--check"),
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
