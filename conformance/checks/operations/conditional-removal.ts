/** A DELETE whose If-Match holds an earlier ETag removes nothing (RFC 9110, section 13.1.1). */
import { type Exchange, isPlainRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import { type Check, held, inapplicable, missing, type Run } from "../kit/check.ts";
import { readBack } from "../kit/paged.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { acceptedBodies } from "./acceptance.ts";
import type { Arguments } from "./arguments.ts";
import { otherThan } from "./condition-facts.ts";
import { removes } from "./creators.ts";
import { isStrong } from "./entity-tag.ts";
import { callOf, type Described, idOf, nameOf, operationCheck } from "./operation.ts";
import { representationOf } from "./representation.ts";
import { send } from "./send.ts";
import { sameRead } from "./view.ts";
import { renewed } from "./watch.ts";
import { withOperation } from "./with-operation.ts";

const family = "if-match";
/** How many items have to be removed with an earlier ETag: of one, somebody else's doing may be told. */
const telling = 2;

/** The check of a DELETE that takes the ETag of what it removes as If-Match; none where nothing changes that ETag. */
export function conditionalRemovalCheck(one: Described): Check[] {
  const [source, changer] = [sameRead(one), changerOf(one)];
  if (one.row.ifMatch === undefined || !removes(one.row) || source === null || changer === null) return [];
  return operationCheck(one, {
    family,
    title: "with an earlier ETag as If-Match it removes nothing, and with the present one it does",
    run: (run) =>
      withOperation(run, one, async (args) => {
        const removed: Exchange[] = [];
        for (let time = 0; time < telling; time += 1) {
          await renewed(args, null);
          const found = await removeChanged(run, one, args, source, changer);
          if ("kind" in found) return [found];
          removed.push(found);
        }
        return violations({
          message: `${nameOf(one.row)} removes what had changed since its If-Match was shown.`,
          expected: ["412, or another refusal, of an earlier ETag"],
          received: removed.map(outcomeOf).join(" and "),
          exchanges: removed.map(({ id }) => id),
        });
      }),
  });
}

/** A write of the same path that changes what is there; null without one. */
function changerOf({ row, description }: Described): Described | null {
  const found = Object.values(description.operations).find(
    ({ method, path }) => (method === "PUT" || method === "PATCH") && path === row.path,
  );
  return found === undefined ? null : { row: found, description };
}

/**
 * Changes an item of the run's own, and removes it with the ETag from before: the request that removed it, or what else
 * came of that.
 */
async function removeChanged(
  run: Run,
  one: Described,
  { path, query, item }: Arguments,
  source: Described,
  changer: Described,
): Promise<Exchange | Fact> {
  const purpose = idOf(family, one);
  // The same item for all of it, though it is changed in between.
  const args: Arguments = { path: { ...path }, query, isLive: true, isCreated: true };
  const shown = await representationOf(run, source, args);
  const first = await shown.now();
  if (!isStrong(first.tag)) return inapplicable(`${nameOf(source.row)} shows no strong ETag`);
  const bodies = await acceptedBodies(run, changer, args);
  const changed = await send(run, changer, args, { purpose, body: otherThan(bodies, first.body) });
  if (!succeeded(changed)) return missing(`it was not changed before: ${outcomeOf(changed)}`, [changed.id]);
  const { tag } = await shown.afterWrite(first);
  if (!isStrong(tag) || tag === first.tag) return missing("another ETag was not shown after it was changed");
  const remove = async (condition: string, description?: string) => {
    const headers = [["If-Match", condition]] as const;
    const alteration = description === undefined ? {} : { alteration: { description } };
    const exchange = await send(run, one, args, { purpose, headers, ...alteration });
    if (succeeded(exchange)) item?.note(exchange);
    return exchange;
  };
  const stale = await remove(first.tag, "with an earlier ETag as If-Match");
  if (succeeded(stale)) {
    const { response } = await ask(run, readBack, callOf(source, { path: args.path }));
    const isGone = [404, 410].includes(response?.status ?? 0);
    return isGone ? stale : missing(`it was answered ${outcomeOf(stale)}, and is still there`, [stale.id]);
  }
  const present = await remove(tag);
  return succeeded(present) && isPlainRefusal(stale)
    ? held("a removal with an earlier ETag was refused", stale.id)
    : missing(`${nameOf(one.row)} was not accepted with the present ETag (${outcomeOf(present)})`, [
        present.id,
      ]);
}
