/** A request with a token that has expired is refused. */
import type { Check } from "../kit/check.ts";
import { judgeRefusal } from "../kit/refusal.ts";
import { expiredToken } from "../token-expiry.ts";
import { acceptedBodies, isGranted } from "./acceptance.ts";
import { type Described, idOf, operationCheck } from "./operation.ts";
import { send } from "./send.ts";
import { withOperation } from "./with-operation.ts";

const family = "token.dies";
const refused = { expected: "401", status: 401, isTimed: true } as const;

/** The check of one operation; all of them wait once, for the same token. */
export function expiredCheck(one: Described): Check[] {
  return operationCheck(one, {
    family,
    title: "a token is refused with 401 after expires_in seconds",
    requirements: ["auth.token.dies", "limits.token-lifetime"],
    stage: "last",
    run: async (run) => {
      const token = await expiredToken(run);
      return withOperation(run, one, async (args) => {
        const [body] = await acceptedBodies(run, one, args);
        const control = () => send(run, one, args, { purpose: "control", body });
        const before = await control();
        const used = await send(run, one, args, { purpose: idOf(family, one), body, token });
        const altered = { ...used, alteration: "with an expired token" };
        const after = await control();
        const granted = (exchange: typeof used) => isGranted(one.row, exchange);
        return [judgeRefusal({ before, altered, after }, { ...refused, granted })];
      });
    },
  });
}
