/** Items that a PUT of the same path makes of what is there, such as the membership of a card: a DELETE removes those alone. */

import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { listingOf } from "../../base/listing.ts";
import { succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import type { Run } from "../kit/check.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import { isGone } from "../kit/refused-as-specified.ts";
import { acceptedBodies } from "./acceptance.ts";
import { triedOf } from "./amount.ts";
import { type Arguments, argumentsOf, inPath, type OwnItem } from "./arguments.ts";
import { left } from "./creators.ts";
import { type Source, sourceOf } from "./listed-items.ts";
import { pathPattern } from "./location.ts";
import { hasMadeNew } from "./maker.ts";
import { listAbove } from "./named-item.ts";
import { callOf, type Described, nameOf, pathParameters } from "./operation.ts";
import { readItems } from "./pages.ts";
import { send } from "./send.ts";
import { type Difference, readView, sameRead } from "./view.ts";
import { startWatch } from "./watch.ts";

/** For how many it is tried where no read shows what is there, and may be replaced. */
const mostReplaced = 3;
/** For how many it is tried where a read or a list shows it. */
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
  const most = sameRead(maker) === null && listOfNames(maker) === null ? mostReplaced : mostRead;
  const last = pathParameters(maker.row).at(-1) ?? "";
  const values = maker.row.choices?.[last];
  // What a PUT with a body replaces is lost where nothing shows what is there.
  const isSafe = maker.row.mediaType === null || most === mostRead;
  if (isLive && values !== undefined && isSafe) {
    run.notify(`calls ${nameOf(maker.row)} for what ${last} may be; ${left}`);
    return triedOf(values, most).map((value) => ({ ...path, [last]: value }));
  }
  const source = sourceOf(maker);
  if (!isLive || source === null)
    throw new Inconclusive(`nothing shows what ${nameOf(maker.row)} can be called for`);
  const { parameter } = source;
  const elsewhere = alsoShownBy(maker, source);
  const { list, pointer } = elsewhere ?? source;
  run.notify(`calls ${nameOf(maker.row)} for some of what ${nameOf(list.row)} shows; ${left}`);
  const idsIn = async (from: Pick<Source, "list" | "pointer">, args: Pick<Arguments, "path" | "query">) =>
    (await readItems(run, from.list, args, "arguments")).flatMap(
      (item) => inPath(valueAt(item, from.pointer)) ?? [],
    );
  const own = elsewhere === null ? [] : await idsIn(source, { path, query: {} });
  const ids = (await idsIn({ list, pointer }, await argumentsOf(run, list))).filter(
    (id) => !own.includes(id),
  );
  return triedOf(ids, most).map((id) => ({ ...path, [parameter]: id }));
}

/**
 * Where else the ids of a list are shown, if that holds what is made already, such as the members of a group: null where it
 * does not, or nothing else shows them.
 */
function alsoShownBy(maker: Described, { list }: Source): Pick<Source, "list" | "pointer"> | null {
  if (listAbove(maker)?.row.id !== list.row.id) return null;
  const { description } = list;
  const schema = listingOf(list.row)?.id?.schema ?? null;
  const other = Object.values(description.operations).find(
    (row) =>
      row.id !== list.row.id &&
      row.method === "GET" &&
      pathParameters(row).length === 0 &&
      schema !== null &&
      listingOf(row)?.id?.schema === schema,
  );
  const pointer = other === undefined ? undefined : listingOf(other)?.id?.pointer;
  return other === undefined || pointer === undefined ? null : { list: { row: other, description }, pointer };
}

/** The list above a path, where it knows its items by what the path names, such as the limits of a card by their category. */
function listOfNames(maker: Described): Described | null {
  const list = listAbove(maker);
  const pointer = list && listingOf(list.row)?.id?.pointer;
  return pointer === `/${pathParameters(maker.row).at(-1)}` ? list : null;
}

/** True where that list shows what a path names. */
async function isListed(run: Run, maker: Described, path: Arguments["path"]): Promise<boolean> {
  const list = listOfNames(maker);
  const name = pathParameters(maker.row).at(-1) ?? "";
  const { [name]: id, ...above } = path;
  if (list === null) return false;
  const isWanted = (item: unknown) => inPath(valueAt(item, `/${name}`)) === id;
  const items = await readItems(run, list, { path: above, query: {} }, "arguments", { isWanted });
  return items.some(isWanted);
}

/** True if this run has read that there was nothing at a path, and was told then that it has made it. */
function hasMade(run: Run, maker: Described, path: Arguments["path"]): boolean {
  const place = pathPattern(maker, path);
  const sent = run.probe.session.exchanges.filter(
    ({ request, alteration }) => alteration === null && place.test(new URL(request.url).pathname),
  );
  const made = sent.findIndex(
    (exchange) => exchange.operation === maker.row.id && hasMadeNew(maker, exchange),
  );
  const read = sameRead(maker)?.row.id;
  const last = sent.slice(0, Math.max(made, 0)).findLast((one) => one.operation === read);
  return last !== undefined && isGone(last);
}

/**
 * True for a change by which a value has come, such as a role among others, and nothing else has gone but a time: what stands
 * in the place of something else can't be removed without harm.
 */
export function brings(value: string, { was = "", is = "" }: Difference): boolean {
  const text = jsonText(value);
  const isTime = (token: string) => !Number.isNaN(Date.parse(token.slice(1, -1)));
  const gone = (was.match(/"[^"]*"/g) ?? []).filter((token) => !is.includes(token) && !isTime(token));
  return is.includes(text) && !was.includes(text) && gone.length === 0;
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
    if (read === null) return isListed(run, maker, path);
    const shown = await ask(run, "arguments", callOf(read, { path }));
    // A 201 alone says so as well.
    return "201" in maker.row.responses ? succeeded(shown) : !isGone(shown);
  };
  // Before anything is made, so that it is known what was there.
  if (pathParameters(maker.row).length === 0) await isThere(args.path);
  const [body] = await acceptedBodies(run, maker, args);
  const put = (path: Arguments["path"]) =>
    send(run, maker, { ...args, path }, { purpose: "arguments", body });
  const make = async (path: Arguments["path"]) => hasMadeNew(maker, await put(path));
  /** Makes it where nothing says that it was not there, but what is to be seen. */
  const makeSeen = async (path: Arguments["path"]) => {
    const watch = await startWatch(run, maker.row.id, () => readView(run, maker, { ...args, path }));
    const value = path[pathParameters(maker.row).at(-1) ?? ""] ?? "";
    return succeeded(await put(path)) && (await watch.expectChange()).some((change) => brings(value, change));
  };
  const makeFirst = "201" in maker.row.responses || read !== null ? make : makeSeen;
  for (const path of paths) {
    // What is there already would be replaced, and what the run has made it may remove.
    if ((await isThere(path)) ? !hasMade(run, maker, path) : !(await makeFirst(path))) continue;
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
