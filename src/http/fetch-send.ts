import { checkFunction, positive } from "../core/checks.ts";
import { cutShort, readText, type Send, sendStep, tooLarge } from "./send.ts";

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
  return sendStep(ownMaxBytes, async ({ method, url, headers, body }, signal, maxBytes) => {
    const init = { method, headers: { ...headers }, signal, redirect: "manual" } as const;
    const send: FetchLike = fetch ?? globalThis.fetch;
    const response = await send(url, body === undefined ? init : { ...init, body });
    const { status, headers: received } = response;
    if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
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
