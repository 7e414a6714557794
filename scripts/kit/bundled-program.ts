/** Programs in one file each: the loader of TypeScript takes twice as long to start them. */
import { build } from "esbuild";
import { bundling } from "./bundling.ts";

/**
 * Bundles a program.
 *
 * @param file - The path of the bundle.
 * @param source - The path of the program.
 */
export async function bundledAs(file: string, source: string): Promise<void> {
  await build({
    ...bundling,
    entryPoints: [source],
    outfile: file,
    // The program that was started, by which it knows that it is to run.
    banner: { js: `process.argv[1] = ${JSON.stringify(source)};` },
  });
}
