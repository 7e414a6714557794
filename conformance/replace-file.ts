import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The name under which a file is written before it is moved to its place. */
export function temporaryBeside(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
}

/**
 * Writes a file whole or not at all: beside its place first, and then moved there.
 *
 * @param mode - Permissions of the file; those of other files unless given.
 * @throws the error of the file system; what was there before is then unchanged.
 */
export function replaceFile(path: string, text: string, mode?: number): void {
  const temporary = temporaryBeside(path);
  try {
    const file = openSync(temporary, "w", mode);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}
