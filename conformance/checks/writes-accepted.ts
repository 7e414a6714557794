/** Writes exactly as specified are accepted at all. */
import { acceptance, idsOf, mayBeTheKey } from "./kit/acceptance.ts";
import { type Check, held } from "./kit/check.ts";
import { judgeNeverAccepted } from "./kit/refused-as-specified.ts";
import { type WriteName, writeOperations } from "./writes-refused.ts";

const accepted = (name: WriteName): Check => ({
  id: `write.accepted.${name}`,
  title: `${name.toUpperCase()}: a write exactly as specified is accepted`,
  requirements: name === "patch" ? ["patch.accepted"] : ["put.accepted"],
  access: "write",
  stage: "request",
  run: (run) =>
    run.withCardLock(async () => {
      const found = await acceptance(run, writeOperations[name]);
      return found.accepted === null
        ? [judgeNeverAccepted(found, mayBeTheKey(found), idsOf(found))]
        : [held("a write as specified was accepted", found.accepted.id)];
    }),
});

/** One check for each write operation. */
export const acceptedWriteChecks: readonly Check[] = [accepted("patch"), accepted("put")];
