/** Programs in one file each: the loader of TypeScript takes twice as long to start them. */
import { build } from "esbuild";
import { keepUrls } from "./test/keep-urls.ts";

/**
 * Bundles a program. Packages are left out: they are loaded from where the bundle is.
 *
 * @param file - The path of the bundle.
 * @param source - The path of the program.
 */
export async function bundledAs(file: string, source: string): Promise<void> {
  await build({
    entryPoints: [source],
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    // The first that knows what stands after `with`, and the least that package.json asks for.
    target: "node20.19",
    outfile: file,
    ...keepUrls,
    logLevel: "warning",
    // The program that was started, by which it knows that it is to run.
    banner: { js: `process.argv[1] = ${JSON.stringify(source)};` },
  });
}
