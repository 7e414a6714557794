/** Work that calls an operation: writes one after the other, and what can be put back is put back. */
import { jsonText } from "../../base/json-text.ts";
import { shortened } from "../../base/text.ts";
import { succeeded } from "../../wire/exchange.ts";
import type { Run } from "../kit/check.ts";
import { Inconclusive, ifConclusive } from "../kit/inconclusive.ts";
import type { Arguments } from "./arguments.ts";
import { afterwards, left } from "./creators.ts";
import { mostListed } from "./listed-items.ts";
import { makeRoom } from "./make-room.ts";
import { type Described, followsWrite, isWrite, nameOf } from "./operation.ts";
import { oppositeOf, withOpposite } from "./opposite.ts";
import { itemArguments } from "./own-items.ts";
import { onWhat, originalOf, putBack } from "./put-back.ts";

/** What an operation is called on, in words. */
function onItems(found: Arguments): string {
  if (found.item === undefined) return onWhat(found);
  return found.isCreated === true
    ? " on what this run has created"
    : `${onWhat(found)} and on up to ${mostListed - 1} others`;
}

/**
 * Does work that calls an operation. Nothing else writes meanwhile, if it may change something, and afterwards
 * its change is put back where a request of the operation can say so, or its opposite does it.
 *
 * @throws Inconclusive if it can't be called at all.
 */
export async function withOperation<T>(
  run: Run,
  one: Described,
  work: (args: Arguments) => Promise<T>,
): Promise<T> {
  const { row } = one;
  if (row.signed !== null && run.target.signingKey === null) {
    throw new Inconclusive("no signing key was given, so nothing can be signed");
  }
  if (!isWrite(row)) {
    const found = () => itemArguments(run, one);
    const isAfterWrites = row.creations !== undefined || followsWrite(one);
    return work(await (isAfterWrites ? run.withCardLock(found) : found()));
  }
  return run.withCardLock(async () => {
    await makeRoom(run, one);
    const found = await itemArguments(run, one);
    if (!found.isLive)
      throw new Inconclusive(
        `nothing shows on what ${nameOf(row)} can be called: no link of a read leads to it, and the id of an example may be one that exists`,
      );
    const original = await originalOf(run, one, found);
    const what = `calls ${nameOf(row)}${onItems(found)}`;
    run.notify(
      original === null
        ? `${what}; ${row.creates === undefined ? afterwards(one) : left}`
        : `${what} and puts back what it changes (now ${shortened(jsonText(original.value), 200)})`,
    );
    const args = withOpposite(run, one, found);
    const names = [row.id, oppositeOf(one)?.row.id];
    const { length } = run.probe.session.exchanges;
    try {
      return await work(args);
    } finally {
      const sent = run.probe.session.exchanges.slice(length);
      const isAccepted = sent.some((one) => names.includes(one.operation ?? "") && succeeded(one));
      if (original !== null) await putBack(run, one, args, original, isAccepted);
      // What another operation makes as it was is not left as the last request has made it.
      const { leave } = found.item ?? {};
      if (leave !== undefined) await ifConclusive(leave());
    }
  });
}
