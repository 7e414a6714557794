/** What an operation creates stands in the list that has its path, and not in that of another item. */
import { valueAt } from "../../../src/core/json.ts";
import { listingOf as listedBy } from "../../base/listing.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing } from "../kit/check.ts";
import { acceptanceOf, neverAccepted } from "./acceptance.ts";
import { inPath } from "./arguments.ts";
import { type Creation, creationsBelow } from "./created-item.ts";
import { judgeValues } from "./created-values.ts";
import { isListedSoon, type Listing, lookElsewhere } from "./listed.ts";
import { judgeLocation, pathPattern } from "./location.ts";
import { type Described, idOf, nameOf, operationCheck } from "./operation.ts";
import { send } from "./send.ts";
import { withOperation } from "./with-operation.ts";

const family = "created";

/** The list that has the path of an operation which creates its items; null without one, or where a read shows each. */
function listingOf(one: Described): (Creation & Listing) | null {
  const { row, description } = one;
  const creations = creationsBelow(one);
  const [creation] = creations;
  const list = Object.values(description.operations).find(
    (other) => other.method === "GET" && other.path === row.path && listedBy(other)?.id != null,
  );
  const isRead = creations.some(({ below }) => below.row.method === "GET");
  if (creation === undefined || list === undefined || isRead) return null;
  return { ...creation, list: { row: list, description }, at: listedBy(list)?.id?.pointer ?? "" };
}

/** The check of an operation that creates what a list alone shows; none for any other operation. */
export function listedCheck(one: Described): Check[] {
  const listing = listingOf(one);
  if (listing === null) return [];
  return operationCheck(one, {
    family,
    title: "what it has created is in the list of the same path",
    run: (run) =>
      withOperation(run, one, async (args) => {
        const found = await acceptanceOf(run, one, args);
        if (found.accepted === null) return [missing(neverAccepted(found))];
        const create = (body: unknown) => send(run, one, args, { purpose: idOf(family, one), body });
        const created = [found.accepted];
        for (const body of found.bodies.slice(1)) created.push(await create(body));
        const last = created.findLast(succeeded) ?? found.accepted;
        const id = createdId(listing, last);
        if (id === null) return [missing(`${nameOf(one.row)} shows no ${listing.parameter}`, [last.id])];
        const again = async () => {
          const exchange = await create(found.bodies[0]);
          return { exchange, id: createdId(listing, exchange) };
        };
        const looking = { purpose: idOf(family, one), create: again };
        return [
          (await isListedSoon(run, listing, args.path, { exchange: last, id }))
            ? held("what was created was listed", last.id)
            : await lookElsewhere(run, one, listing, args.path, looking),
          ...judgeLocation(last, pathPattern(listing.below, args.path), id),
          ...judgeValues(one.row, listing.pointer, created),
        ];
      }),
  });
}

/** The id that a response shows of what was created; null where it shows none. */
function createdId({ pointer }: Creation, { response }: Exchange): string | null {
  return inPath(valueAt(response?.json, pointer));
}
