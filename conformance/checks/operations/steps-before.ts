/** What has to be asked of a new item before an operation can be: a report needs a line, and to be submitted, to be approved. */
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import type { Run } from "../kit/check.ts";
import type { Arguments } from "./arguments.ts";
import { type Described, isOnce, isWrite, nameOf, pathParameters, type Row, samplesOf } from "./operation.ts";
import { send } from "./send.ts";

/** What the search for steps is told. */
interface Search {
  readonly run: Run;
  /** Makes a new item. */
  readonly make: () => Promise<Arguments>;
  /** How many more items are made for it at most. */
  left: number;
}

/** How many new items are made at most to find out what has to be asked first. */
const mostTried = 40;

/**
 * Finds the operations that have to be asked of a new item, one after the other, so that another one can be: to restore
 * something, it has to be removed first. None where nothing has to, and null where it is in conflict whatever was asked.
 *
 * @throws Inconclusive if no new item can be made.
 */
export function stepsBefore(
  run: Run,
  one: Described,
  make: () => Promise<Arguments>,
): Promise<readonly Described[] | null> {
  return run.memoize(`steps before ${one.row.id}`, () => search({ run, make, left: mostTried }, one, []));
}

/** @param seen - Ids of the operations for which it is a step itself. */
async function search(
  about: Search,
  one: Described,
  seen: readonly string[],
): Promise<readonly Described[] | null> {
  const known = about.run.recall<Map<string, readonly Described[]>>("steps before", new Map());
  const found = known.get(one.row.id);
  if (found !== undefined) return found;
  const first = await afterSteps(about, one, []);
  if (first !== null && !isInConflict(one, first)) return [];
  /** Steps that a new item does not allow either, but may once something was asked before them. */
  const refused: Described[] = [];
  for (const step of stepsOf(one)) {
    if (about.left <= 0) return null;
    const sent = await afterSteps(about, one, [step]);
    if (sent === null) refused.push(step);
    else if (isAllowed(one, sent)) return keep([step]);
  }
  for (const step of refused.filter(({ row }) => isOnce(row) && !seen.includes(row.id))) {
    const before = await search(about, step, [...seen, one.row.id]);
    if (before === null || before.length === 0 || about.left <= 0) continue;
    const sent = await afterSteps(about, one, [...before, step]);
    if (sent !== null && isAllowed(one, sent)) return keep([...before, step]);
  }
  return null;

  function keep(steps: readonly Described[]): readonly Described[] {
    known.set(one.row.id, steps);
    return steps;
  }
}

/** Asks an operation of a new item after these steps; null where one of them is refused. */
async function afterSteps(
  about: Search,
  one: Described,
  steps: readonly Described[],
): Promise<Exchange | null> {
  about.left -= 1;
  const args = await about.make();
  if (!(await carryOut(about.run, steps, args))) return null;
  const [body] = samplesOf(one).bodies;
  return send(about.run, one, args, { purpose: "arguments", body });
}

/** Asks steps of an item, one after the other; false where one is refused, after which no other is asked. */
export async function carryOut(run: Run, steps: readonly Described[], args: Arguments): Promise<boolean> {
  for (const step of steps) {
    const [body] = samplesOf(step).bodies;
    run.notify(`calls ${nameOf(step.row)} on what this run has created, since others need it`);
    if (!succeeded(await send(run, step, args, { purpose: "arguments", body }))) return false;
  }
  return true;
}

/** True where what an item is in is refused: without a body, nothing but its item can be what is. */
function isInConflict({ row }: Described, { response }: Exchange): boolean {
  return response?.status === 409 || (response?.status === 422 && row.mediaType === null);
}

/** True where nothing but what a body holds can be what is refused. */
function isAllowed({ row }: Described, sent: Exchange): boolean {
  return succeeded(sent) || (row.mediaType !== null && [400, 422].includes(sent.response?.status ?? 0));
}

/** The operations that change the same new items, or add something to them: those without a body go first. */
export function stepsOf({ row, description }: Described): readonly Described[] {
  const itemOf = ({ creations = {} }: Row) => Object.values(creations).map(({ operation }) => operation);
  const [creator] = itemOf(row);
  return Object.values(description.operations)
    .filter((other) => other.id !== row.id && isWrite(other))
    .filter((other) => other.mediaType === null || other.method === "POST")
    .sort((a, b) => Number(a.mediaType !== null) - Number(b.mediaType !== null))
    .filter((other) => pathParameters(other).join() === pathParameters(row).join())
    .filter((other) => creator !== undefined && itemOf(other).includes(creator))
    .map((other) => ({ row: other, description }));
}
