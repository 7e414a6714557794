import { type Duplex, Transform, type TransformCallback } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  type Inflate,
  type InflateRaw,
} from "node:zlib";

/** Like `fetch`: what has arrived is handed on at once, and a missing trailer is no error. */
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const lenientBrotli = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
};

/** The content codings that are asked for; Brotli over TLS only, where no proxy in between can fail at it. */
export const acceptEncoding = { "http:": "gzip, deflate", "https:": "br, gzip, deflate" } as const;

const decoders: Readonly<Record<string, () => Duplex>> = {
  gzip: () => createGunzip(lenient),
  "x-gzip": () => createGunzip(lenient),
  deflate: () => new AnyInflate(),
  br: () => createBrotliDecompress(lenientBrotli),
};

/** Codings applied one after another that are undone; each takes memory, and no server needs as many. */
const mostCodings = 5;

/**
 * Streams that undo the content codings of a response, in the order in which they are to be undone. A body
 * with a coding that is not known stays as it is, as `fetch` does.
 *
 * @param contentEncoding - The header; null if there is none.
 * @throws RangeError for more than 5 codings.
 * @see RFC 9110, section 8.4.
 */
export function decodersOf(contentEncoding: string | null): readonly Duplex[] {
  if (contentEncoding === null) return [];
  const names = contentEncoding.split(",").map((name) => name.trim().toLowerCase());
  if (names.length > mostCodings) throw new RangeError(`${names.length} content codings`);
  const known = names.every((name) => Object.hasOwn(decoders, name));
  return known ? names.reverse().flatMap((name) => decoders[name]?.() ?? []) : [];
}

/**
 * The coding "deflate": the zlib format by its definition, raw deflate in practice. The first byte tells.
 *
 * @see RFC 9110, section 8.4.1.2; RFC 1950, section 2.2: the lower half of the first byte is 8.
 */
class AnyInflate extends Transform {
  #inner: Inflate | InflateRaw | undefined;

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#inner ??= this.#begin(chunk[0] ?? 0);
    this.#inner.write(chunk, done);
  }

  override _flush(done: TransformCallback): void {
    if (this.#inner === undefined) done();
    else this.#inner.on("end", done).end();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#inner?.destroy();
    done(error);
  }

  #begin(firstByte: number): Inflate | InflateRaw {
    const inner = (firstByte & 0x0f) === 8 ? createInflate(lenient) : createInflateRaw(lenient);
    return inner.on("data", (chunk) => this.push(chunk)).on("error", (error) => this.destroy(error));
  }
}
