/** Stores the response bodies of a run: small ones in memory, large ones in a file once there are many. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Returns a stored body; can be called any number of times. */
export type KeptBody = () => Buffer;

/** The bodies of one run. */
export interface Bodies {
  /** Stores a body until {@link Bodies.close}. */
  keep(body: Buffer): KeptBody;
  /** Frees memory and disk; bodies stored in the file can no longer be read. */
  close(): void;
}

/** How many bytes of bodies stay in memory. */
export interface BodiesOptions {
  /** Bytes of large bodies that stay in memory. */
  readonly memoryBytes?: number;
  /** Folder for the file; by default the one for temporary files. */
  readonly folder?: string;
}

/** Bodies up to this size in bytes (every token and error body) are never written to disk. */
const small = 16_384;

/** Keeps a body in memory. */
export const inMemory: Bodies["keep"] = (body) => () => body;

/**
 * Stores the bodies of one run. The file is created when needed, readable by its owner only, and its name is
 * removed at once, so that it disappears with the process, however that ends. If it cannot be written (a
 * full disk), bodies stay in memory.
 */
export function createBodies({ memoryBytes = 16 * 1024 * 1024, folder }: BodiesOptions = {}): Bodies {
  let inUse = 0;
  let size = 0;
  let file: number | null = null;
  let leave = () => {};

  function open(): number {
    const own = mkdtempSync(join(folder ?? tmpdir(), "partner-card-bodies-"));
    const opened = openSync(join(own, "bodies"), "wx+", 0o600);
    // On systems that keep the name of an open file, it is removed when the file is closed.
    const remove = () => rmSync(own, { recursive: true, force: true });
    leave = () => {
      closeSync(opened);
      remove();
    };
    try {
      remove();
    } catch {}
    return opened;
  }

  function spill(body: Buffer): KeptBody {
    file ??= open();
    const [place, from] = [file, size];
    for (let at = 0; at < body.length; ) at += writeSync(place, body, at, body.length - at, from + at);
    const { length } = body;
    size += length;
    return () => {
      const read = Buffer.allocUnsafe(length);
      for (let at = 0; at < length; ) {
        const count = readSync(place, read, at, length - at, from + at);
        if (count === 0) throw new Error("a body that was kept for this run is gone");
        at += count;
      }
      return read;
    };
  }

  return {
    keep: (body) => {
      if (body.length <= small) return inMemory(body);
      if (inUse + body.length <= memoryBytes) {
        inUse += body.length;
        return inMemory(body);
      }
      try {
        return spill(body);
      } catch {
        return inMemory(body);
      }
    },
    close: () => {
      leave();
      leave = () => {};
    },
  };
}
