/** Probes of a paginated operation: pages of every size, walks, and what stands in a page. */
import { type Operation, operations } from "../../../generated/operations.ts";
import { does, type ProbeOf } from "./probe.ts";

/** More pages than a list in a sandbox has; a list that never ends is left. */
const mostPages = 40;

/** Reads page after page; `size` null leaves the number of items out. */
const walk = (size: number | null): ProbeOf =>
  does(size === null ? "a walk" : `a walk by ${size}`, async (partner, operation) => {
    const { paginated }: Operation = operations[operation];
    if (paginated === null) return;
    const { parameter, pageSize } = paginated;
    const sized = size === null || pageSize === null ? {} : { [pageSize.parameter]: String(size) };
    let cursor: string | null = null;
    for (let page = 0; page < mostPages; page += 1) {
      const draft = partner.draft(operation);
      const at: Record<string, string> = cursor === null ? {} : { [parameter]: cursor };
      cursor = partner.cursorIn(
        operation,
        await partner.send({ ...draft, query: { ...draft.query, ...sized, ...at } }),
      );
      if (cursor === null) return;
    }
  });

/** The probes of a paginated operation. */
export const listProbes: readonly ProbeOf[] = [walk(null), walk(5), walk(25), walk(1)];
