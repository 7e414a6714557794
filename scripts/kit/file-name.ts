import { relative } from "node:path";

/** What a file is called in a message: its path from the working directory, with `/` on every system. */
export function nameOf(path: string): string {
  return relative(process.cwd(), path).replaceAll("\\", "/");
}
