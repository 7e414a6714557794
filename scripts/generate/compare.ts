import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** How a folder differs from what has to be in it: names of files. */
export interface Differences {
  /** Files that are missing or have another content. */
  readonly stale: readonly string[];
  /** Files that nobody writes. */
  readonly extra: readonly string[];
}

/**
 * Compares a folder with the files that `npm run generate` writes into it.
 *
 * @param files - File name to content.
 * @param folder - Path of the folder; it need not exist.
 */
export function differences(files: ReadonlyMap<string, string>, folder: string): Differences {
  const present = existsSync(folder) ? readdirSync(folder) : [];
  return {
    stale: [...files.keys()].filter(
      (name) => !present.includes(name) || readFileSync(join(folder, name), "utf8") !== files.get(name),
    ),
    extra: present.filter((name) => !files.has(name)),
  };
}

/** The differences as messages, one line each, that say what to do. */
export function differenceLines({ stale, extra }: Differences, folder: string): string[] {
  return [
    ...stale.map((name) => `${folder}/${name} is stale; run npm run generate`),
    ...extra.map((name) => `${folder}/${name} is not written by npm run generate; delete it`),
  ];
}
