/** Why nothing can be said of a client. */
import { succeeded } from "../wire/exchange.ts";
import type { Evidence } from "./evidence.ts";
import { viewOf } from "./view.ts";

/** What is said where no request has come, with why that may be. */
export const nothingCame =
  "no request has come; is the base URL that of this run, does a proxy variable (HTTP_PROXY, NO_PROXY) stand between, does the client refuse http, or is it still being built?";

/** What has to be seen of a client before it can be said to conform, one line each; empty if all was. */
export function whyUnseen(evidence: Evidence): readonly string[] {
  const { seen, tokens, calls } = viewOf(evidence);
  if (seen.length === 0) return [nothingCame];
  if (tokens.length === 0) return ["the client was never given a token: no token request was as specified"];
  return calls.some(succeeded) ? [] : ["no call of the client was ever accepted"];
}
