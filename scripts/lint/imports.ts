/** Layers of the code ("floors"): which file may import which, and which imports violate that. */
import { posix } from "node:path";

/** The files that each file imports, as paths from the root of the repository. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Layers of a folder from the bottom up; the members ("rooms") of one layer do not import each other. */
export type Floors = readonly (readonly string[])[];

/** The layers of each part. A room is a folder (with a trailing slash) or a file. */
export const houses: Readonly<Record<string, Floors>> = {
  "": [["openapi/"], ["generated/"], ["src/"], ["conformance/"], ["scripts/"]],
  "src/": [
    ["core/"],
    ["http/", "request/", "signature/", "token/"],
    ["pipeline/"],
    ["client/"],
    ["index.ts", "testing/", "undici.ts"],
  ],
  "conformance/": [
    ["base/", "vectors/"],
    ["report/", "wire/"],
    ["plan/"],
    ["checks/", "sandbox/"],
    ["run/"],
    ["clients/"],
    ["cli/", "index.ts", "selftest/"],
    ["cli.ts", "node-test.ts"],
  ],
};

const specifier = /(?:\bfrom|\bimport\(|^import)\s*["'](\.[^"']+)["']/gm;

/** The paths that a file imports, types included. */
export function importsOf(file: string, source: string): string[] {
  return [...source.matchAll(specifier)].map(([, path = ""]) => posix.join(posix.dirname(file), path));
}

/** Every import from a lower layer to a higher one, or from one room of a layer to another. */
export function upwardImports(graph: ImportGraph, folder: string, floors: Floors): string[] {
  const floorOf = (file: string) =>
    file.startsWith(folder)
      ? floors.findIndex((rooms) => rooms.some((room) => isIn(file, folder + room)))
      : -1;
  return [...graph].flatMap(([file, imported]) => {
    if (!file.startsWith(folder)) return [];
    if (floorOf(file) === -1) return [`${file} is in no room of ${folder || "the repository"}`];
    return imported
      .filter((other) => floorOf(other) >= floorOf(file) && !sharesRoom(file, other, folder, floors))
      .map((other) => `${file} imports ${other}`);
  });
}

function isIn(file: string, room: string): boolean {
  return room.endsWith("/") ? file.startsWith(room) : file === room;
}

function sharesRoom(file: string, other: string, folder: string, floors: Floors): boolean {
  return floors.flat().some((room) => isIn(file, folder + room) && isIn(other, folder + room));
}

/**
 * Every import of a file in a folder `cards/` from outside of that folder, other than of its index.ts: what
 * knows the card API is set aside by setting that one file aside.
 */
export function importsOfOwn(graph: ImportGraph): string[] {
  return [...graph].flatMap(([file, imported]) =>
    imported.flatMap((other) => {
      const [folder] = /^.*?\/cards\//.exec(other) ?? [];
      return folder === undefined || file.startsWith(folder) || other === `${folder}index.ts`
        ? []
        : [`${file} imports ${other}`];
    }),
  );
}

/** Import cycles; each list is one cycle. */
export function circles(graph: ImportGraph): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file);
    if (start !== -1) found.push([...path.slice(start), file].join(" -> "));
    if (start !== -1 || done.has(file)) return;
    for (const other of graph.get(file) ?? []) visit(other, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}
