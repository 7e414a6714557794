/** A list comes in the order that the words about it say, on all its pages, where none is asked for. */
import { listingOf } from "../../base/listing.ts";
import { type Check, inapplicable } from "../kit/check.ts";
import { type Described, nameOf, operationCheck } from "./operation.ts";
import { judgeOrder, judgeRepeated, tellingValues } from "./order-facts.ts";
import { readTwice, readWhole } from "./sorted-list.ts";
import { withOperation } from "./with-operation.ts";

const family = "ordered";

/** The check of a list whose words say in which order it comes; none for any other operation. */
export function usualOrderCheck(one: Described): Check[] {
  const usual = listingOf(one.row)?.usualOrder;
  if (usual === undefined) return [];
  const order = { ...usual, value: "" };
  return operationCheck(one, {
    family,
    title: `it lists its items by ${usual.pointer.slice(1)}, ${usual.direction}`,
    run: (run) =>
      withOperation(run, one, async (args) => {
        // What another check writes meanwhile would stand elsewhere.
        const { count, list } = await run.withCardLock(async () => {
          const { items } = await readWhole(run, one, args);
          const asked = { parameter: null, order, count: items.length };
          return { count: items.length, list: await readTwice(run, one, args, asked) };
        });
        if (list === null) return [inapplicable("the list changes while it is read")];
        const facts = [judgeOrder(one, list), judgeRepeated(one, list)].filter((fact) => fact !== null);
        const few = `of ${count} items, fewer than ${tellingValues} show another value`;
        return facts.length > 0
          ? facts
          : [inapplicable(`${nameOf(one.row)} lists too little to tell: ${few}`)];
      }),
  });
}
