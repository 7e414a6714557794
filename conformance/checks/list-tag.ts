/** The ETag of a list that other checks read, wherever one is sent: it means the same where the description shows none. */
import { operations } from "../../generated/operations.ts";
import { samples } from "../../generated/samples.ts";
import type { Check } from "./kit/check.ts";
import { mainList, ofList, type PagedOperation } from "./kit/paged.ts";
import { judgeTags } from "./operations/same-tag.ts";

function ofTags(paged: PagedOperation): Check {
  const one = { row: paged, description: { operations, samples } };
  return ofList(paged, {
    id: "list.entity-tag",
    title: "what has changed has another ETag",
    requirements: ["list.request"],
    stage: "log",
    run: async (run) => judgeTags(one, run.probe.session.exchanges),
  });
}

/** The check of the main list over a whole run, for which it sends nothing. */
export const listTagChecks: readonly Check[] = mainList === null ? [] : [ofTags(mainList)];
