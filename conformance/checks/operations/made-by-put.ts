/** Items that a PUT of the same path makes of what is there, such as the membership of a card: a DELETE removes those alone. */

import { valueAt } from "../../../src/core/json.ts";
import { succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import type { Run } from "../kit/check.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import { acceptedBodies } from "./acceptance.ts";
import { triedOf } from "./amount.ts";
import { type Arguments, argumentsOf, inPath, type OwnItem } from "./arguments.ts";
import { left } from "./creators.ts";
import { sourceOf } from "./listed-items.ts";
import { callOf, type Described, nameOf } from "./operation.ts";
import { readItems } from "./pages.ts";
import { send } from "./send.ts";
import { sameRead } from "./view.ts";

/** For how many it is tried: what is there is replaced, where no read shows that it is there. */
const mostTried = 3;

/**
 * Arguments with an item that the run has made by a PUT, and makes again each time that it was removed.
 *
 * @throws Inconclusive if nothing shows what it can be made of, or all that was tried is there already.
 */
export async function madeByPut(run: Run, one: Described, maker: Described): Promise<Arguments> {
  const args = await argumentsOf(run, maker);
  const source = sourceOf(maker);
  if (!args.isLive || source === null)
    throw new Inconclusive(`nothing shows what ${nameOf(maker.row)} can be called for`);
  const { list, parameter, pointer } = source;
  run.notify(`calls ${nameOf(maker.row)} for some of what ${nameOf(list.row)} shows; ${left}`);
  const [body] = await acceptedBodies(run, maker, args);
  const make = async (path: Arguments["path"]) => {
    const made = await send(run, maker, { ...args, path }, { purpose: "arguments", body });
    return made.response?.status === 201;
  };
  const items = await readItems(run, list, await argumentsOf(run, list), "arguments");
  const read = sameRead(maker);
  for (const item of triedOf(items, mostTried)) {
    const path = { ...args.path, [parameter]: inPath(valueAt(item, pointer)) ?? "" };
    // What is there already would be replaced.
    const isThere = read !== null && succeeded(await ask(run, "arguments", callOf(read, { path })));
    if (isThere || !(await make(path))) continue;
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
