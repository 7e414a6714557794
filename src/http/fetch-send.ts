import { signalOf } from "../core/abort.ts";
import { checkFunction, positive } from "../core/checks.ts";
import { ResponseError } from "../core/errors.ts";
import { BodyText, cutShort, isRedirect, tooLarge } from "./body-text.ts";
import { type Send, sendStep } from "./send.ts";

/** The part of `fetch` that the client uses: small enough to fit any runtime and library. */
export type FetchLike = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly redirect: "manual";
    readonly signal: AbortSignal;
  },
) => Promise<Response>;

/**
 * The sending step on top of `fetch`.
 *
 * Redirects are not followed: a 307 would carry signature, idempotency key and body to another origin.
 *
 * @param fetch - Undefined for the global one, which is looked up on each call, so that a later replacement
 *   is used.
 * @param ownMaxBytes - A lower limit than that of the client, in bytes after content decoding.
 */
export function fetchSend(fetch?: FetchLike, ownMaxBytes = Number.POSITIVE_INFINITY): Send {
  checkFunction("fetch", fetch);
  positive("ownMaxBytes", ownMaxBytes, Number.POSITIVE_INFINITY);
  return sendStep(ownMaxBytes, async ({ method, url, headers, body }, end, maxBytes) => {
    const init = { method, headers: { ...headers }, signal: signalOf(end), redirect: "manual" } as const;
    const send: FetchLike = fetch ?? globalThis.fetch;
    const response = await send(url, body === undefined ? init : { ...init, body });
    const { status, headers: received } = response;
    if (response.type === "opaqueredirect" || isRedirect(status)) {
      // Nothing reads this body; unless cancelled, its socket would not be reused.
      response.body?.cancel().catch(() => undefined);
      return { status, headers: received, text: "" };
    }
    return { status, headers: received, text: await textOf(response, maxBytes) };
  });
}

async function textOf(response: Response, maxBytes: number): Promise<string> {
  const { status, headers, body } = response;
  const declared = headers.get("content-length");
  const isPlain = declared !== null && !headers.has("content-encoding");
  if (isPlain && Number(declared) > maxBytes) {
    body?.cancel().catch(() => undefined);
    throw tooLarge(status, maxBytes);
  }
  if (!isPlain && body !== null) return readText(status, body, maxBytes);
  return response.text().catch((cause: unknown) => {
    throw cutShort(status, cause);
  });
}

async function readText(status: number, body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const text = new BodyText(status, maxBytes);
  try {
    // Leaving the loop closes the stream and its connection.
    for await (const chunk of body) text.add(chunk);
  } catch (cause) {
    throw cause instanceof ResponseError ? cause : cutShort(status, cause);
  }
  return text.toString();
}
