/** What it means if a request exactly as specified is refused: pure decisions. */
import type { Exchange } from "../../wire/exchange.ts";

/** Statuses with which a server says that it does not have what is asked for, or can't do it. */
const notServed: readonly number[] = [404, 405, 410, 501];

/**
 * True if the response to a request as specified contradicts the specification, whatever its reasons: no such
 * path, method or media type, a redirect, or a failure of the server. 503 only asks to wait.
 *
 * @param isMediaTypeOpen - True if the specification does not show the media type of the body.
 */
export function contradictsByStatus({ response }: Exchange, isMediaTypeOpen = false): boolean {
  const status = response?.status ?? 0;
  return (
    notServed.includes(status) ||
    (status === 415 && !isMediaTypeOpen) ||
    (status >= 500 && status !== 503) ||
    (status >= 300 && status < 400)
  );
}

/** True for a response that nothing is there: that may be so since somebody removed it, or since it has ended. */
export function isGone({ response }: Exchange): boolean {
  return response?.status === 404 || response?.status === 410;
}
