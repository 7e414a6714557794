import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** The name under which a file is written before it is moved to its place. */
function temporaryBeside(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
}

/** True for the name of a file that a process has written before it would have moved it to this path. */
export function isTemporary(name: string, path: string): boolean {
  const start = `.${basename(path)}.`;
  return name.startsWith(start) && /^[0-9]+\.tmp$/.test(name.slice(start.length));
}

/**
 * Tries what {@link replaceFile} will do, since permissions alone don't tell whether a disk takes a file. It leaves
 * no trace.
 *
 * @throws the error of the file system.
 */
export function assertReplaceable(path: string): void {
  if (existsSync(path)) accessSync(path, constants.W_OK);
  const temporary = temporaryBeside(path);
  closeSync(openSync(temporary, "w"));
  rmSync(temporary);
}

/**
 * Writes a file whole or not at all, also where the power fails: beside its place first, and then moved there.
 *
 * @param mode - Permissions of the file; those of other files unless given.
 * @throws the error of the file system; what was there before is then unchanged.
 */
export function replaceFile(path: string, text: string, mode?: number): void {
  const temporary = temporaryBeside(path);
  try {
    writeFileSync(temporary, text, { mode, flush: true });
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
  syncFolder(dirname(path));
}

/** Until the folder is flushed, only the content of the file is sure to be on the disk, and not its name. */
function syncFolder(folder: string): void {
  try {
    const opened = openSync(folder, "r");
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch {
    // Not every system can do that with a folder.
  }
}
