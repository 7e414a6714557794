/**
 * Where a write as specified is refused, but the same write is taken in another way, the server knows the key
 * and verifies something else than is specified.
 */

import { outcomeOf } from "../wire/exchange.ts";
import { acceptance } from "./kit/acceptance.ts";
import { type Check, held, missing } from "./kit/check.ts";
import { neverAccepted } from "./kit/refused-as-specified.ts";
import { type WriteName, writeOperations } from "./writes-refused.ts";

const scheme = (name: WriteName): Check => ({
  id: `signature.scheme.${name}`,
  title: `${name.toUpperCase()}: the specified signature is the one that is verified`,
  requirements: [
    "auth.signature.algorithm",
    "auth.signature.string",
    "auth.signature.key",
    ...(name === "patch" ? (["patch.merge-patch"] as const) : []),
  ],
  access: "write",
  stage: "request",
  run: (run) =>
    run.withCardLock(async () => {
      const found = await acceptance(run, writeOperations[name]);
      const { accepted, refused, card } = found;
      if (accepted === null) {
        const [first] = refused;
        return [missing(neverAccepted(found), first === undefined ? [] : [first.id])];
      }
      const { way } = card.form;
      if (way === null) return [held("the specified signature is accepted", accepted.id)];
      if (way.open !== undefined)
        return [held(`a write ${way.description} is accepted (${way.open})`, accepted.id)];
      const [first] = refused;
      return [
        {
          kind: "violated",
          message: `A write as specified is refused, but the same write ${way.description} is accepted; the rest of this run is sent in that way.`,
          expected: [
            "Base64 of the RSA signature with SHA-256 over method, path and timestamp, joined with no separator",
          ],
          received: `${first === undefined ? "a refusal" : outcomeOf(first)} as specified, accepted ${way.description}`,
          exchanges: [accepted.id, ...refused.map(({ id }) => id)],
        },
      ];
    }),
});

/** Checks of the way in which signatures are verified. */
export const signatureSchemeChecks: readonly Check[] = [scheme("patch"), scheme("put")];
