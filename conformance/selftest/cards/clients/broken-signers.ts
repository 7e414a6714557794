/** Clients that sign wrongly: one for each usual mistake that is not an open question. */
import { api } from "../../../../generated/operations.ts";
import { type SigningMistake, signingMistakes } from "../../../wire/signing-mistakes.ts";
import type { Broken } from "./ours.ts";
import { changing, isWrite, signedAnew, timestamp } from "./wires.ts";

/** Encodings whose texts are no standard Base64; those of the others are, of something else. */
const otherAlphabets: readonly (string | undefined)[] = ["base64url", "unpadded", "lines"];

function ruleOf({ signing, timestamp: time }: SigningMistake): string {
  if (time !== undefined) return "client.write.timestamp";
  return otherAlphabets.includes(signing?.encoding) ? "client.write.base64" : "client.write.signature";
}

/** Mistakes that need a prefix of the base URL, or a query, to be any. */
const needsMore = /^path\.(with|without)-(prefix|query)$/;

/** One client for each mistake. */
export const brokenSigners: readonly Broken[] = signingMistakes
  .filter(({ open, id }) => open === undefined && !needsMore.test(id))
  .map((mistake) => ({
    name: `signs.${mistake.id}`,
    breaks: ruleOf(mistake),
    scenario: "calm-patch",
    swap: changing(isWrite, (sent, workshop) => {
      const time =
        mistake.timestamp?.(Number(sent.headers[timestamp]), api.timestampWindowSeconds) ?? undefined;
      return signedAnew(sent, workshop, {
        ...(time === undefined ? {} : { time }),
        ...(mistake.signed === undefined ? {} : { signed: mistake.signed }),
        ...(mistake.signing === undefined ? {} : { way: mistake.signing }),
      });
    }),
  }));
