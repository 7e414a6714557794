/** What was below an item, such as the notes of a card, is not found any more once that item is removed. */
import { type Exchange, outcomeOf, succeeded } from "../../wire/exchange.ts";
import type { Run } from "../kit/check.ts";
import { onInconclusive } from "../kit/inconclusive.ts";
import type { Fact } from "../kit/verdict.ts";
import type { Arguments } from "./arguments.ts";
import { type Described, idOf, nameOf, pathParameters, samplesOf } from "./operation.ts";
import { send } from "./send.ts";
import { readSoon } from "./watch.ts";

/** Of how many operations it is looked at. */
const mostBelow = 4;

/** The operations below the path of another one that need nothing else, read or replace, and can be answered with 404. */
export function operationsBelow({ row, description }: Described): readonly Described[] {
  const known = pathParameters(row);
  return Object.values(description.operations)
    .filter(
      ({ method, path, responses, ...other }) =>
        path.startsWith(`${row.path}/`) &&
        ["GET", "PUT", "PATCH"].includes(method) &&
        "404" in responses &&
        pathParameters({ path }).every((name) => known.includes(name)) &&
        other.scopes !== null,
    )
    .slice(0, mostBelow)
    .map((other) => ({ row: other, description }));
}

/** An operation below an item, and the request of it that was carried out while the item was there. */
interface Served {
  readonly below: Described;
  readonly exchange: Exchange;
}

/** Those that the server carries out for an item that is there. */
export async function servedBelow(run: Run, one: Described, args: Arguments): Promise<readonly Served[]> {
  const served: Served[] = [];
  for (const below of operationsBelow(one)) {
    const exchange = await requestOf(run, one, below, args);
    if (exchange !== null && succeeded(exchange)) served.push({ below, exchange });
  }
  return served;
}

/** What they contradict once the item is gone. */
export async function judgeBelow(
  run: Run,
  one: Described,
  args: Arguments,
  served: readonly Served[],
  removed: Exchange,
): Promise<readonly Fact[]> {
  const facts: Fact[] = [];
  for (const { below, exchange: before } of served) {
    const isGone = (exchange: Exchange | null) => exchange === null || !succeeded(exchange);
    // What is read may come late, or from a cache.
    const after = await readSoon(run, () => requestOf(run, one, below, args), isGone);
    if (after === null || !succeeded(after)) continue;
    facts.push({
      kind: "violated",
      message: `${nameOf(one.row)} was accepted, and ${nameOf(below.row)} is carried out as before, though the item in its path is not found by its id.`,
      expected: ["404, as for what is not there"],
      received: outcomeOf(after),
      exchanges: [before.id, removed.id, after.id],
      isLasting: true,
    });
  }
  return facts;
}

/** One request of an operation below; null where it can't be sent. */
function requestOf(run: Run, one: Described, below: Described, { path }: Arguments) {
  const [body] = samplesOf(below).bodies;
  const args = { path, query: samplesOf(below).query, isLive: true };
  return onInconclusive(send(run, below, args, { purpose: idOf("removed", one), body }), () => null);
}
