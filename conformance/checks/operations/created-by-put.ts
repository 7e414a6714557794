/** What a PUT creates under a new id can be read by that id, and is in its list. */
import { bodySent, type Exchange, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { acceptanceOf, neverAccepted } from "./acceptance.ts";
import type { Arguments } from "./arguments.ts";
import { bodiesInDoubt, judgeChoices } from "./created-choices.ts";
import { judgeCreated, judgeKept, judgeShown, lostOf, readCreated } from "./created-item.ts";
import { creationsOf, judgeValues } from "./created-values.ts";
import { afterwards } from "./creators.ts";
import { judgeGiven } from "./given-values.ts";
import { isListedSoon, lookElsewhere } from "./listed.ts";
import { judgeLocation, pathPattern } from "./location.ts";
import { freeChoices, listOfNew, type NewItem, notCreated, pathAbove, putNew } from "./new-item.ts";
import { callOf, type Described, idOf, nameOf, operationCheck, samplesOf } from "./operation.ts";
import { readItems } from "./pages.ts";
import { send } from "./send.ts";
import { judgeUnlisted } from "./unlisted.ts";
import { sameRead } from "./view.ts";
import { withOperation } from "./with-operation.ts";

const family = "created";

/** The check of a PUT that creates what its path names; none for any other operation. */
export function createdByPutCheck(one: Described): Check[] {
  if (one.row.creates === undefined) return [];
  return operationCheck(one, {
    family,
    title: "what it has created under a new id can be read by that id, and is listed",
    run: (run) =>
      withOperation(run, one, async (args) => {
        const found = await acceptanceOf(run, one, args);
        if (found.accepted === null) return [missing(neverAccepted(found))];
        const { id: pointer } = listOfNew(one).creates;
        const above = pathAbove(one, args.path);
        run.notify(`calls ${nameOf(one.row)} with ids that nothing has; ${afterwards(one)}`);
        const create = (body: unknown) => putNew(run, one, above, { purpose: idOf(family, one), body });
        const made: NewItem[] = [];
        // Of a few, one is left for what removes it.
        const few = await freeChoices(run, one, above);
        const most = few === null ? Number.POSITIVE_INFINITY : Math.max(few.length - 1, 1);
        const isRoom = () => made.length < most;
        const sent = () => made.map(({ exchange }) => exchange);
        // Another one comes after the first, so that a read of the last one is not a read of what was asked for.
        for (const body of found.bodies.length > 1 ? found.bodies : [...found.bodies, ...found.bodies])
          if (isRoom()) made.push(await create(body));
        for (const body of bodiesInDoubt(one.row, pointer, sent()))
          if (isRoom()) made.push(await create(body));
        const created = made.find(({ exchange }) => succeeded(exchange));
        if (created === undefined) return [notCreated(one, sent()).fact];
        return [
          ...(await judgeRead(run, one, created, sent())),
          await judgeListed(run, one, above, created, () => create(found.bodies[0])),
          ...judgeStatus(one, created.exchange),
          ...judgeReplacements(one, created.exchange, await putAgain(run, one, created)),
          ...(await judgeMadeAnew(run, one, created)),
          ...judgeLocation(created.exchange, pathPattern(one, above), created.id),
          ...judgeValues(one.row, pointer, sent()),
          ...judgeGiven(one.row, creationsOf(pointer, sent())),
          ...judgeChoices(one.row, pointer, sent()),
        ];
      }),
  });
}

/** What nothing had, a PUT creates, and says so by 201 (RFC 9110, section 9.3.4), where the description shows that. */
export function judgeStatus({ row }: Described, created: Exchange): readonly Fact[] {
  const status = created.response?.status;
  // One that was sent again may have created it the first time.
  if (!("201" in row.responses) || status === 202 || created.sentBefore > 0) return [];
  if (status === 201) return [held("what was created was answered 201", created.id)];
  return violations({
    message: `${nameOf(row)} does not say that it has created something.`,
    expected: ["201, since nothing had this id"],
    received: outcomeOf(created),
    exchanges: [created.id],
  });
}

/** Sends a PUT that has created something once more and again: then there is something to be replaced. */
async function putAgain(run: Run, one: Described, { path, exchange }: NewItem): Promise<readonly Exchange[]> {
  const args = { path, query: samplesOf(one).query, isLive: true };
  const again = () => send(run, one, args, { purpose: idOf(family, one), body: bodySent(exchange) });
  const hasOther = ["200", "204"].some((status) => status in one.row.responses);
  return hasOther && exchange.response?.status === 201 ? [await again(), await again()] : [];
}

/** What is there already is replaced, and nothing is created (RFC 9110, section 15.3.2), where another success is shown. */
export function judgeReplacements(
  { row }: Described,
  created: Exchange,
  again: readonly Exchange[],
): readonly Fact[] {
  const [first] = again.filter(({ response }) => response?.status === 201);
  // Somebody else may have removed it once.
  if (first === undefined || again.some(({ response }) => response?.status !== 201)) return [];
  return violations({
    message: `${nameOf(row)} says that it creates what it has created before.`,
    expected: ["200 or 204, since it replaces something"],
    received: outcomeOf(first),
    exchanges: [first.id, created.id],
  });
}

/** What was removed and is not found is created anew by the same PUT, which says so; it is removed again afterwards. */
async function judgeMadeAnew(
  run: Run,
  one: Described,
  { path, exchange }: NewItem,
): Promise<readonly Fact[]> {
  const remover = removerOf(one);
  const read = sameRead(one);
  if (remover === null || read === null || exchange.response?.status !== 201) return [];
  const purpose = idOf(family, one);
  const args = { path, query: {}, isLive: true };
  const remove = () => send(run, remover, args, { purpose, body: samplesOf(remover).bodies[0] });
  const removed = await remove();
  const isGone = [404, 410].includes((await ask(run, purpose, callOf(read, { path }))).response?.status ?? 0);
  if (!succeeded(removed) || !isGone) return [];
  const again = await send(run, one, args, { purpose, body: bodySent(exchange) });
  if (succeeded(again)) await remove();
  // A name may be used up for ever.
  return succeeded(again) ? judgeStatus(one, again) : [];
}

/** The operation that removes what a PUT creates; null without one. */
function removerOf({ row, description }: Described): Described | null {
  const found = Object.values(description.operations).find(
    ({ method, path }) => method === "DELETE" && path === row.path,
  );
  return found === undefined ? null : { row: found, description };
}

/** Judges the read of what was created, where the description has one. */
async function judgeRead(
  run: Run,
  one: Described,
  { id, path, exchange }: NewItem,
  all: readonly Exchange[],
): Promise<Fact[]> {
  const below = sameRead(one);
  if (below === null) return [];
  const { parameter, id: pointer } = listOfNew(one).creates;
  const creation = { below, parameter, pointer };
  const later = all.slice(all.indexOf(exchange) + 1);
  const isKept = (shown: Exchange) => lostOf(exchange, shown, later).length === 0;
  const shown = await readCreated(run, idOf(family, one), creation, path, isKept);
  return [
    judgeCreated(creation, id, exchange, shown),
    ...judgeShown(one.row, creation, exchange, shown),
    ...judgeKept(creation, exchange, shown, later),
  ];
}

/** Looks for what was created in its list, and for one more where that is not to be seen in time. */
async function judgeListed(
  run: Run,
  one: Described,
  above: Arguments["path"],
  created: NewItem,
  create: () => Promise<NewItem>,
): Promise<Fact> {
  const { creates, list } = listOfNew(one);
  const listing = { list, at: creates.id };
  if (await isListedSoon(run, listing, above, created))
    return held("what was created was listed", created.exchange.id);
  const all = [created];
  const again = async () => {
    const other = await create();
    all.push(other);
    return other;
  };
  const purpose = idOf(family, one);
  const elsewhere = await lookElsewhere(run, one, listing, above, { purpose, create: again });
  if (elsewhere.kind !== "missing") return elsewhere;
  const read = sameRead(one);
  const look = async (path: Arguments["path"]) =>
    read === null ? null : await ask(run, purpose, callOf(read, { path }));
  const unlisted = [];
  for (const { path, ...item } of all) unlisted.push({ ...item, shown: await look(path) });
  // Looked for to the end: nothing is left out of a long list.
  const items = await readItems(run, list, { path: above, query: {} }, purpose, { isWanted: () => false });
  return judgeUnlisted(one, list, unlisted, items);
}
