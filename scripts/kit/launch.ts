/**
 * Starts a TypeScript program of a copy of the repository as one file, which takes less time than its loader does.
 *
 *     node LAUNCHER FILE [ARGUMENT…]         in the folder of the copy
 */
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundledAs } from "./bundled-program.ts";

const source = resolve(process.argv[2] ?? "");
// In a folder that git ignores, from where the packages of the copy are found.
const file = join(process.cwd(), "dist/launched", `${process.pid}.mjs`);
await bundledAs(file, source);
process.argv.splice(1, 2, source);
await import(pathToFileURL(file).href);
