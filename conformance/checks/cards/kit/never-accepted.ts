/** What it means if a request exactly as specified is refused every time: pure decisions. */
import { type Exchange, quoted } from "../../../wire/exchange.ts";
import { contradictsByStatus } from "../../kit/refused-as-specified.ts";
import type { Fact } from "../../kit/verdict.ts";
import { limitFields } from "../limits.ts";
import { nameOf, type WriteOperation } from "../write-form.ts";
import type { CardUnderTest } from "./card-under-test.ts";

/** The result of trying to write. */
export interface Acceptance {
  readonly operation: WriteOperation;
  /** The card that accepts the write, in the accepted form; otherwise the first one that was tried. */
  readonly card: CardUnderTest;
  /** The write that was accepted; null if none was. */
  readonly accepted: Exchange | null;
  /** The writes as specified that were refused before that, or all of them. */
  readonly refused: readonly Exchange[];
  /** True if a write that changed nothing was accepted, so that no other way of signing need be tried. */
  readonly isKnown?: true;
  /** The same write with a signature that can't be right; null if it was not needed. */
  readonly unsigned: Exchange | null;
}

/** Statuses that ask to try again later; a conflict on every card, with every value, is not one of them. */
const passing: readonly number[] = [408, 423, 425, 429];

/** Words about the signature or the key. */
const ofSignature = /sign|\bkey\b|auth|credential|forbidden/i;
/** Words about the body or its media type; a path that ends with /limits does not count. */
const ofBody = new RegExp(
  `(?<![/\\w])(${limitFields.join("|")}|limits?|body|content.?type|media.?type)\\b`,
  "i",
);

/**
 * True if a refusal may be about the signature: 401 and 403 say so little that they always may. Any other
 * may if a signature that can't be right is refused in the same words, unless those are about the body.
 */
export function mayConcernSignature({ response }: Exchange, unsigned: Exchange | null): boolean {
  if (response === null || unsigned?.response == null) return false;
  if ([401, 403].includes(response.status)) return true;
  const isSame =
    response.status === unsigned.response.status && shape(response.text) === shape(unsigned.response.text);
  return isSame && (ofSignature.test(response.text) || !ofBody.test(response.text));
}

/** A text without the parts that may differ each time: numbers, and long words such as ids. */
function shape(text: string): string {
  return text.replace(/[0-9]+/g, "0").replace(/[\w-]{16,}/g, "…");
}

/** Ids of the exchanges that show that nothing was accepted. */
export function idsOf({ refused, unsigned }: Acceptance): string[] {
  return [...refused, ...(unsigned === null ? [] : [unsigned])].map(({ id }) => id);
}

/** Why nothing can be said about an operation, in the words used by every check of it. */
export function neverAccepted({ operation, refused }: Acceptance): string {
  const [first] = refused;
  const seen = first === undefined ? "there was no token" : quoted(first);
  return `${nameOf(operation)} was never accepted: ${seen}`;
}

/** What it says about the server that none of its writes as specified was accepted. */
export function judgeNeverAccepted(found: Acceptance): Fact {
  const { operation, refused, unsigned } = found;
  const exchanges = idsOf(found);
  const isBodyOpen = operation === "replaceCardLimits";
  const inVain = { kind: "missing", what: neverAccepted(found), exchanges } as const;
  const cards = new Set(refused.map(({ request }) => request.url)).size;
  const where = `${refused.length} times${cards > 1 ? `, on ${cards} cards` : ""}`;
  const contradiction = {
    kind: "violated",
    message: `${nameOf(operation)} exactly as specified is never accepted (${where}).`,
    expected: ["2xx"],
    received: refused[0] === undefined ? "nothing" : quoted(refused[0]),
    exchanges,
  } as const;
  if (refused.length < 2 || refused.some(({ response }) => response === null)) return inVain;
  if (refused.every((exchange) => contradictsByStatus(exchange, isBodyOpen))) return contradiction;
  if (refused.some((exchange) => mayConcernSignature(exchange, unsigned))) {
    return {
      ...inVain,
      what: `${inVain.what}; no usual mistake in signing explains it, so another public key may be registered than the one of --signing-key`,
    };
  }
  // The specification does not show the body of PUT, so a refusal may be about that.
  const isRefused = refused.every(
    ({ response }) => (response?.status ?? 0) >= 400 && (response?.status ?? 0) < 500,
  );
  const isPassing = refused.some(({ response }) => passing.includes(response?.status ?? 0));
  return isRefused && !isPassing && !isBodyOpen ? contradiction : inVain;
}
