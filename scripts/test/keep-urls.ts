/** Sources that know where they stand, whatever file they are bundled into. */
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import type { BuildOptions } from "esbuild";

/** What a build needs for it: in every TypeScript file, `import.meta.url` stays the URL of that file. */
export const keepUrls = {
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
