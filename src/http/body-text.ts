import { ConnectionError, ResponseError } from "../core/errors.ts";

/** Statuses of redirects; nothing reads their body. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

const utf8 = new TextDecoder();

/** The text of a body that arrives in parts. A declared length may be wrong, so the bytes are counted. */
export class BodyText {
  readonly #chunks: Uint8Array[] = [];
  readonly #status: number;
  readonly #maxBytes: number;
  #bytes = 0;

  /**
   * @param status - Status of the response, for the error.
   * @param maxBytes - Largest body, in bytes after content decoding.
   */
  constructor(status: number, maxBytes: number) {
    this.#status = status;
    this.#maxBytes = maxBytes;
  }

  /** Adds the next part. @throws ResponseError `response-too-large`. */
  add(chunk: Uint8Array): void {
    this.#bytes += chunk.byteLength;
    if (this.#bytes > this.#maxBytes) throw tooLarge(this.#status, this.#maxBytes);
    this.#chunks.push(chunk);
  }

  /** The whole body, from UTF-8; a byte order mark is left out. */
  toString(): string {
    const [first] = this.#chunks;
    return utf8.decode(this.#chunks.length > 1 ? joined(this.#chunks, this.#bytes) : first);
  }
}

/** Bytes of the largest body that is put together in memory that is kept. */
const mostKept = 1024 * 1024;

/** Memory for one body after another: to get it anew for each takes several times as long as to fill it. */
let kept = new Uint8Array(0);

/** The chunks as one, to be read before any others are joined. */
function joined(chunks: readonly Uint8Array[], bytes: number): Uint8Array {
  if (bytes > mostKept) return Buffer.concat(chunks);
  if (kept.byteLength < bytes) kept = new Uint8Array(Math.min(2 * bytes, mostKept));
  let end = 0;
  for (const chunk of chunks) {
    kept.set(chunk, end);
    end += chunk.byteLength;
  }
  return kept.subarray(0, end);
}

/** The error for a body that ends before it is complete. */
export function cutShort(status: number, cause: unknown): ConnectionError {
  return new ConnectionError("response-cut", `The response (${status}) was cut short.`, { status, cause });
}

/** The error for a body that is longer than allowed. */
export function tooLarge(status: number, maxBytes: number): ResponseError {
  const message = `The response is longer than ${maxBytes} bytes.`;
  return new ResponseError("response-too-large", message, { status, cause: { maxBytes } });
}
