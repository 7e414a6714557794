/**
 * If a write as specified is refused but the same write is accepted in another way, the server knows the key
 * and verifies something other than what is specified.
 */
import { outcomeOf } from "../../wire/exchange.ts";
import { type Check, held, missing } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { acceptance } from "./kit/acceptance.ts";
import { judgeFirstByte } from "./kit/first-byte.ts";
import { type Acceptance, neverAccepted } from "./kit/never-accepted.ts";
import { writeCheck } from "./kit/write-check.ts";
import { writeOperations } from "./write-form.ts";

function judgeScheme(found: Acceptance): Fact {
  const { accepted, refused, card } = found;
  const ids = refused.map(({ id }) => id);
  if (accepted === null) return missing(neverAccepted(found), ids.slice(0, 1));
  const { way } = card.form;
  if (way === null) return held("the specified signature is accepted", accepted.id);
  if (way.open !== undefined)
    return held(`a write ${way.description} is accepted (${way.open})`, accepted.id);
  const [outcome = "a refusal"] = refused.map(outcomeOf);
  return {
    kind: "violated",
    message: `A write as specified is refused, but the same write ${way.description} is accepted; the rest of this run is sent in that way.`,
    expected: [
      "Base64 of the RSA signature with SHA-256 over method, path and timestamp, joined with no separator",
    ],
    received: `${outcome} as specified, accepted ${way.description}`,
    exchanges: [accepted.id, ...ids],
  };
}

/** Checks of the way in which signatures are verified. */
export const signatureSchemeChecks: readonly Check[] = writeOperations.map((operation) =>
  writeCheck(operation, {
    id: "signature.scheme",
    title: "the specified signature is the one that is verified",
    requirements: [
      "auth.signature.algorithm",
      "auth.signature.string",
      "auth.signature.key",
      ...(operation === "updateCardLimits" ? (["patch.merge-patch"] as const) : []),
    ],
    run: (run) =>
      run.withCardLock(async () => {
        const found = await acceptance(run, operation);
        const isUsual = found.accepted !== null && found.card.form.way === null;
        return [judgeScheme(found), ...(isUsual ? await judgeFirstByte(run, found.card) : [])];
      }),
  }),
);
