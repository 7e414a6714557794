import type { ClientOptions } from "../client/options.ts";
import { fetchSend } from "../http/fetch-send.ts";
import { httpSend } from "../http/http-send.ts";
import { undiciSend } from "../http/undici-send.ts";

/** Every transport of the client, as the options that choose it. What one promises, all promise. */
export const transports: Readonly<Record<string, Pick<ClientOptions, "fetch" | "send">>> = {
  "the default": {},
  "a fetch of one's own": { fetch: (url, init) => fetch(url, init) },
  fetchSend: { send: fetchSend() },
  httpSend: { send: httpSend() },
  undiciSend: { send: undiciSend() },
};
