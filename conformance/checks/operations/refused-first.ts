/** A request that is refused, for checks of what comes after it. */
import { validators } from "../../../generated/validators.js";
import type { Alteration } from "../../wire/alteration.ts";
import type { Described } from "./operation.ts";
import type { Sending } from "./send.ts";

/** A request that is refused, after all else was found right where that is possible. */
export function refusedOf({ row: { body, signed } }: Described): Pick<Sending, "body" | "alteration"> {
  const empty = {};
  if (body !== null && !validators[body](empty))
    return { body: empty, alteration: { description: "with an empty body" } };
  const alteration: Alteration =
    signed === null
      ? { description: "without Authorization", authorization: () => null }
      : { description: `without ${signed.signature}`, signature: () => null };
  return { alteration };
}
