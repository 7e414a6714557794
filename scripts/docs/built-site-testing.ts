/** The site of this repository, built once for all test files in a process. */
import { readMatrix } from "./coverage.ts";
import { buildSite } from "./site.ts";

let built: ReadonlyMap<string, string> | undefined;

/** Every file of the site, from its name to its content. */
export function builtSite(): ReadonlyMap<string, string> {
  built ??= buildSite(readMatrix());
  return built;
}
