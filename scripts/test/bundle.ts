/** Test files as Node can load them at once: the loader of TypeScript takes three times as long. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { bundling } from "../kit/bundling.ts";
import type { Group } from "./groups.ts";

const untracked = fileURLToPath(new URL("untracked.ts", import.meta.url));

/** Loads the files of a group, and node:test with them: it is not to be loaded before. */
function entryOf(name: string): string {
  return [
    `import { untracked } from ${JSON.stringify(untracked)};`,
    `await untracked(() => import(${JSON.stringify(`files:${name}`)}));`,
  ].join("\n");
}

/** All of them at once: a test of one of them would begin while the next is read, and be tracked to its end. */
const filesOf = (paths: readonly string[]) => paths.map((path) => `import "./${path}";`).join("\n");

/**
 * Bundles groups of test files, each into a module, and what they share into modules beside. Packages are loaded from
 * where they are.
 *
 * @param root - Path of the repository.
 * @param folder - A folder below it, so that packages are found from there.
 * @returns The paths of the modules, in the order of the groups; `node --test` goes by their names.
 */
export async function bundleGroups(
  root: string,
  groups: readonly Group[],
  folder: string,
): Promise<readonly string[]> {
  const named = new Map(
    groups.map(({ name, paths }, index) => {
      const number = String(index).padStart(3, "0");
      return [`${number}-${name.replaceAll("/", "-")}`, paths];
    }),
  );
  const entries: Plugin = {
    name: "groups",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^(group|files):/ }, ({ path }) => {
        const [namespace = "", name = ""] = path.split(":");
        return { path: name, namespace };
      });
      onLoad({ filter: /./, namespace: "group" }, ({ path }) => ({
        contents: entryOf(path),
        resolveDir: root,
      }));
      onLoad({ filter: /./, namespace: "files" }, ({ path }) => ({
        contents: filesOf(named.get(path) ?? []),
        resolveDir: root,
      }));
    },
  };
  await build({
    ...bundling,
    absWorkingDir: root,
    entryPoints: [...named.keys()].map((name) => ({ in: `group:${name}`, out: name })),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    // package.json says that no module has side effects; those of a test are its tests.
    ignoreAnnotations: true,
    splitting: true,
    sourcemap: "inline",
    sourcesContent: false,
    plugins: [entries, ...bundling.plugins],
  });
  return [...named.keys()].map((name) => join(folder, `${name}.mjs`));
}
