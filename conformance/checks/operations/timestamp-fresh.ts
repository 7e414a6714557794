/** A signed request with a timestamp that is old, but not too old, is accepted. */
import type { Check } from "../kit/check.ts";
import { judgeFreshTimestamps } from "../kit/fresh-timestamp.ts";
import { acceptedBodies } from "./acceptance.ts";
import { type Described, idOf, operationCheck } from "./operation.ts";
import { send } from "./send.ts";
import { withOperation } from "./with-operation.ts";

const family = "timestamp.fresh";

/** The check of a signed operation; none for another one. */
export function freshCheck(one: Described): Check[] {
  if (one.row.signed === null) return [];
  return operationCheck(one, {
    family,
    title: "a timestamp within the window is not refused for its age",
    requirements: ["auth.timestamp.fresh"],
    run: (run) =>
      withOperation(run, one, async (args) => {
        const [body] = await acceptedBodies(run, one, args);
        return judgeFreshTimestamps(run, (alteration) =>
          alteration === undefined
            ? send(run, one, args, { purpose: "control", body })
            : send(run, one, args, { purpose: idOf(family, one), body, alteration }),
        );
      }),
  });
}
