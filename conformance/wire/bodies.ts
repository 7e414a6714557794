/** Where the bodies of a run are kept: small ones in memory, large ones in a file once they become many. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives a body that was kept, as often as it is asked for. */
export type KeptBody = () => Buffer;

/** The bodies of one run. */
export interface Bodies {
  /** Keeps a body until {@link Bodies.close}. */
  keep(body: Buffer): KeptBody;
  /** Gives memory and disk free; what was kept in the file cannot be read any more. */
  close(): void;
}

/** How much of the bodies stays in memory. */
export interface BodiesOptions {
  /** Bytes of large bodies that stay in memory. */
  readonly memoryBytes?: number;
  /** Folder of the file; that for temporary files unless given. */
  readonly folder?: string;
}

/** Up to this size in bytes, which is that of every token and error body, a body never goes to the disk. */
const small = 16_384;

/** Keeps a body in memory. */
export const inMemory: Bodies["keep"] = (body) => () => body;

/**
 * Bodies of one run. The file is made when it is needed, for its owner only. It has no name any more from
 * then on, so that it is gone when the process is, however that ends. Where it cannot be written to (a full
 * disk), bodies stay in memory.
 */
export function createBodies({ memoryBytes = 16 * 1024 * 1024, folder }: BodiesOptions = {}): Bodies {
  let inUse = 0;
  let size = 0;
  let file: number | null = null;
  let leave = () => {};

  function open(): number {
    const own = mkdtempSync(join(folder ?? tmpdir(), "partner-card-bodies-"));
    const opened = openSync(join(own, "bodies"), "wx+", 0o600);
    // Systems that keep the name of an open file give it up when the file is closed.
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
