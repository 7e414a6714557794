/** Items that a PUT of the same path makes of what is there, such as the membership of a card: a DELETE removes those alone. */

import { valueAt } from "../../../src/core/json.ts";
import { succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import type { Run } from "../kit/check.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import { isGone } from "../kit/refused-as-specified.ts";
import { acceptedBodies } from "./acceptance.ts";
import { triedOf } from "./amount.ts";
import { type Arguments, argumentsOf, inPath, type OwnItem } from "./arguments.ts";
import { left } from "./creators.ts";
import { sourceOf } from "./listed-items.ts";
import { pathPattern } from "./location.ts";
import { hasMadeNew } from "./maker.ts";
import { callOf, type Described, nameOf, pathParameters } from "./operation.ts";
import { readItems } from "./pages.ts";
import { send } from "./send.ts";
import { sameRead } from "./view.ts";

/** For how many it is tried where no read shows what is there: that is replaced then. */
const mostReplaced = 3;
/** For how many it is tried where a read shows it. */
const mostRead = 11;

/**
 * The paths for which a PUT is tried: that of what there is one or none of, or else those of some items that are listed.
 *
 * @throws Inconclusive if nothing shows any.
 */
async function pathsFor(
  run: Run,
  maker: Described,
  { path, isLive }: Arguments,
): Promise<readonly Arguments["path"][]> {
  if (pathParameters(maker.row).length === 0) {
    run.notify(`calls ${nameOf(maker.row)}; ${left}`);
    return [path];
  }
  const source = sourceOf(maker);
  if (!isLive || source === null)
    throw new Inconclusive(`nothing shows what ${nameOf(maker.row)} can be called for`);
  const { list, parameter, pointer } = source;
  run.notify(`calls ${nameOf(maker.row)} for some of what ${nameOf(list.row)} shows; ${left}`);
  const items = await readItems(run, list, await argumentsOf(run, list), "arguments");
  return triedOf(items, sameRead(maker) === null ? mostReplaced : mostRead).flatMap((item) => {
    const value = inPath(valueAt(item, pointer));
    return value === null ? [] : [{ ...path, [parameter]: value }];
  });
}

/** True if this run has read that there was nothing at a path, and was told then that it has made it. */
function hasMade(run: Run, maker: Described, path: Arguments["path"]): boolean {
  const place = pathPattern(maker, path);
  const sent = run.probe.session.exchanges.filter(({ request }) => place.test(new URL(request.url).pathname));
  const made = sent.findIndex(
    (exchange) => exchange.operation === maker.row.id && hasMadeNew(maker, exchange),
  );
  const read = sameRead(maker)?.row.id;
  return sent.slice(0, Math.max(made, 0)).some((one) => one.operation === read && isGone(one));
}

/**
 * Arguments with an item that the run has made by a PUT, and makes again each time that it was removed.
 *
 * @throws Inconclusive if nothing shows what it can be made of, or all that was tried is there already.
 */
export async function madeByPut(run: Run, one: Described, maker: Described): Promise<Arguments> {
  const args = await argumentsOf(run, maker);
  const paths = await pathsFor(run, maker, args);
  const read = sameRead(maker);
  const isThere = async (path: Arguments["path"]) => {
    const shown = read === null ? null : await ask(run, "arguments", callOf(read, { path }));
    // A 201 alone says so as well.
    return shown !== null && ("201" in maker.row.responses ? succeeded(shown) : !isGone(shown));
  };
  // Before anything is made, so that it is known what was there.
  if (pathParameters(maker.row).length === 0) await isThere(args.path);
  const [body] = await acceptedBodies(run, maker, args);
  const make = async (path: Arguments["path"]) => {
    const made = await send(run, maker, { ...args, path }, { purpose: "arguments", body });
    return hasMadeNew(maker, made);
  };
  for (const path of paths) {
    // What is there already would be replaced, and what the run has made it may remove.
    if ((await isThere(path)) ? !hasMade(run, maker, path) : !(await make(path))) continue;
    const own: OwnItem = {
      isUsedUp: false,
      note: ({ response }) => {
        own.isUsedUp ||= response !== null && response.status < 300;
      },
      renew: async () => {
        if (!(await make(path)))
          throw new Inconclusive(`${nameOf(maker.row)} did not make anew what ${nameOf(one.row)} removes`);
        own.isUsedUp = false;
      },
    };
    return { path, query: args.query, isLive: true, isCreated: true, item: own };
  }
  throw new Inconclusive(
    `${nameOf(maker.row)} makes nothing new of what was tried, and ${nameOf(one.row)} removes nothing else`,
  );
}
