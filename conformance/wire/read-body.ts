/** Reads the whole body of a response, with a limit on its bytes before and after content decoding. */
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { Ended } from "./failure.ts";

/**
 * The body with its content coding removed.
 *
 * @param end - Ends the exchange, so that no more of the body is received.
 * @throws Ended `too-large` for a body above the limit, `malformed` for one that does not match its coding.
 */
export async function readBody(
  incoming: IncomingMessage,
  maximumBytes: number,
  end: (error: Error) => void,
): Promise<Buffer> {
  // Made only where it is needed: the stack of an error takes longer to write down than a short body to read.
  const tooLarge = () => new Ended("too-large", `the body is larger than ${maximumBytes} bytes`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length;
    if (size > maximumBytes) {
      const error = tooLarge();
      end(error);
      throw error;
    }
    chunks.push(chunk as Buffer);
  }
  const body = Buffer.concat(chunks);
  const coding = incoming.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (coding === "identity" || coding === "" || body.length === 0) return body;
  const decode = decoders[coding];
  if (decode === undefined) throw new Ended("malformed", `the body is in the content coding ${coding}`);
  return decode(body, { maxOutputLength: maximumBytes }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    throw new Ended("malformed", `the body is not in the content coding ${coding}: ${error.message}`);
  });
}

type Decode = (body: Buffer, options: zlib.ZlibOptions & zlib.BrotliOptions) => Promise<Buffer>;

const gunzip: Decode = promisify(zlib.gunzip);
const inflate: Decode = promisify(zlib.inflate);
const inflateRaw: Decode = promisify(zlib.inflateRaw);

/** Content codings (RFC 9110, section 8.4.1). Some servers send deflate without its zlib wrapper. */
const decoders: Readonly<Record<string, Decode>> = {
  gzip: gunzip,
  "x-gzip": gunzip,
  deflate: (body, options) => (((body[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(body, options),
  br: promisify(zlib.brotliDecompress),
};
