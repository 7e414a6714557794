import { pipeline, type Readable } from "node:stream";
import { BodyText, cutShort } from "./body-text.ts";
import { decodersOf } from "./decoding.ts";
import type { ReceivedHeaders } from "./raw-headers.ts";
import type { WireResponse } from "./send.ts";

/** What becomes of a response; what is said after the first time changes nothing. */
export interface Receiver {
  readonly maxBytes: number;
  readonly done: (response: WireResponse) => void;
  /** Ends the connection as well: nothing reads what else may come. */
  readonly fail: (error: unknown) => void;
}

/**
 * Reads and decodes the body of a response.
 *
 * @param source - The body as it comes; its errors mean that it was cut short.
 */
export function receive(
  source: Readable,
  { status, headers }: { readonly status: number; readonly headers: ReceivedHeaders },
  { maxBytes, done, fail }: Receiver,
): void {
  const cut = (cause: unknown) => fail(cutShort(status, cause));
  source.on("error", cut);
  const text = new BodyText(status, maxBytes);
  const add = (chunk: Uint8Array) => {
    try {
      text.add(chunk);
    } catch (error) {
      fail(error);
    }
  };
  try {
    const [first, ...others] = decodersOf(headers.get("content-encoding"));
    const body = first === undefined ? source : pipeline([source, first, ...others], (e) => e && cut(e));
    body.on("data", add).on("end", () => done({ status, headers, text: text.toString() }));
  } catch (error) {
    cut(error);
  }
}
