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

/** The temporary name of a file until it is moved into place. */
function temporaryBeside(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
}

/** True for the name of a temporary file of this path, whichever process wrote it. */
export function isTemporary(name: string, path: string): boolean {
  const start = `.${basename(path)}.`;
  return name.startsWith(start) && /^[0-9]+\.tmp$/.test(name.slice(start.length));
}

/**
 * Tries what {@link replaceFile} will do, since permissions alone do not show whether a disk accepts a file.
 * Leaves nothing behind.
 *
 * @throws the file system error.
 */
export function assertReplaceable(path: string): void {
  if (existsSync(path)) accessSync(path, constants.W_OK);
  const temporary = temporaryBeside(path);
  closeSync(openSync(temporary, "w"));
  rmSync(temporary);
}

/**
 * Writes a file completely or not at all, even on power loss: to a temporary file beside it, then a move.
 *
 * @param mode - Permissions of the file; the default ones unless given.
 * @throws the file system error; the previous content is then unchanged.
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

/** Until the folder is flushed, only the content of the file is certain to be on disk, not its name. */
function syncFolder(folder: string): void {
  try {
    const opened = openSync(folder, "r");
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch {
    // Not every system can flush a folder.
  }
}
