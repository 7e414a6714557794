/** How sources are bundled to run in this repository. */
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import type { BuildOptions } from "esbuild";

/**
 * What every such build has in common. Packages are left out: they are loaded from where the bundle is. In every file of
 * TypeScript, `import.meta.url` stays the URL of that file.
 */
export const bundling = {
  bundle: true,
  packages: "external",
  format: "esm",
  platform: "node",
  // The first that knows what stands after `with`, and the least that package.json asks for.
  target: "node20.19",
  logLevel: "warning",
  define: { "import.meta.url": "urlOfSource" },
  plugins: [
    {
      name: "keep-urls",
      setup: ({ onLoad }) => {
        onLoad({ filter: /\.ts$/ }, async ({ path }) => {
          const text = await readFile(path, "utf8");
          const url = `const urlOfSource = ${JSON.stringify(pathToFileURL(path).href)};`;
          // On a line that is there already: those of the source keep their numbers.
          return { contents: text.replace(/^(?:#!.*\n)?/, (first) => first + url), loader: "ts" };
        });
      },
    },
  ],
} satisfies BuildOptions;
