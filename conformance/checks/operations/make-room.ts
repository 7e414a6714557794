/** Services allow so many of a kind, such as ten changes ahead: where no more is taken, what a run has created and needs no more is removed. */
import { jsonText } from "../../base/json-text.ts";
import { bodySent, type Exchange } from "../../wire/exchange.ts";
import type { Run } from "../kit/check.ts";
import { creatorOf, endersIn, removersIn, removes } from "./creators.ts";
import { encoded } from "./going-on.ts";
import { type Described, pathParameters, type Row } from "./operation.ts";
import { referencesOf } from "./references.ts";
import { type Left, leftBehind, removeLeft } from "./remove-created.ts";

/**
 * Removes what the creations that an operation needs have left, where the last one was refused and one before was not; true
 * if there was any.
 */
export async function makeRoom(run: Run, one: Described): Promise<boolean> {
  let isMade = false;
  for (const creator of [one, creatorOf(one)?.one]) {
    if (creator === undefined || creator.row.creates !== undefined) continue;
    const log = run.probe.session.exchanges;
    const enders = endersIn(creator.description).filter(
      (ender) => ender.creator.one.row.id === creator.row.id,
    );
    // What is there for another operation to be asked of is not ended before that.
    const isTaken = creator === one && enders.length > 0 && namesOfItem(one);
    if (!isShort(creator.row, log, isTaken)) continue;
    const removers = [...removersIn(creator.description), ...enders];
    const ownLeft = leftBehind(creator.description, log, removers).filter(
      (left) => left.creator.id === creator.row.id,
    );
    const unused = ownLeft.filter((left) => !isNamed(left, log));
    await removeLeft(run, unused);
    isMade ||= unused.length > 0;
  }
  return isMade;
}

/**
 * Removes what the run has created first on one of these items, where each takes so many, and needs no more.
 *
 * @param one - What creates it.
 * @param ids - Ids of the items, as the last parameter of its path.
 * @returns The id of that item; null where nothing could be removed.
 */
export async function makeRoomOn(run: Run, one: Described, ids: ReadonlySet<string>): Promise<string | null> {
  const last = pathParameters(one.row).length - 1;
  const { exchanges } = run.probe.session;
  const itemOf = (left: Left) => Object.values(left.path)[last] ?? "";
  const unused = leftBehind(one.description, exchanges).filter(
    (left) => left.creator.id === one.row.id && ids.has(itemOf(left)) && !isNamed(left, exchanges),
  );
  for (const left of unused.toReversed().slice(0, mostTried)) {
    await removeLeft(run, [left]);
    const still = leftBehind(one.description, exchanges).map(({ path }) => jsonText(path));
    if (!still.includes(jsonText(left.path))) return itemOf(left);
  }
  return null;
}

/** How many things are tried until one can be removed. */
const mostTried = 3;

/** True where a body may name what belongs to the item of the path: each may be named once, until what names it is ended. */
function namesOfItem(one: Described): boolean {
  return [...referencesOf(one).values()].some(({ above }) => above.length > 0);
}

/**
 * True where requests as specified were accepted first, and the last one was in conflict with what there is.
 *
 * @param isTaken - True where what is created takes what others need then: once that was seen, it is so with each.
 */
export function isShort({ id }: Pick<Row, "id">, log: readonly Exchange[], isTaken = false): boolean {
  const statuses = log
    .filter((sent) => sent.operation === id && sent.alteration === null)
    .map(({ response }) => response?.status ?? 0);
  const first = statuses.indexOf(201);
  if (first < 0) return false;
  return isTaken ? statuses.slice(first).includes(409) : [409, 422].includes(statuses.at(-1) ?? 0);
}

/**
 * True where a path or a body has named it: whatever that was for may go on with it. What is only ended can still be read.
 */
function isNamed({ path, remover }: Left, log: readonly Exchange[]): boolean {
  const id = Object.values(path).at(-1) ?? "";
  const inPath = encoded(id);
  const isRead = (sent: Exchange) => sent.request.method === "GET" && !removes(remover.row);
  return log.some(
    (sent) =>
      !isRead(sent) &&
      (new URL(sent.request.url).pathname.split("/").includes(inPath) ||
        (sent.request.body !== null && jsonText(bodySent(sent)).includes(jsonText(id)))),
  );
}
