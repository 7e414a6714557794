/** What is created once under a key, after a refused request that had it, and where two requests come at the same time. */
import { randomUUID } from "node:crypto";
import type { Alteration } from "../../wire/alteration.ts";
import { type Exchange, isRefusal, succeeded } from "../../wire/exchange.ts";
import { held, missing, type Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import type { Arguments } from "./arguments.ts";
import { type Described, idOf } from "./operation.ts";
import { type Sending, send } from "./send.ts";
import type { Difference } from "./view.ts";
import type { Watch } from "./watch.ts";

/** The defect of a request that is refused before its key means anything. */
function defectOf({ row: { signed } }: Described): Alteration {
  return signed === null
    ? { description: "without Authorization", authorization: () => null }
    : { description: `without ${signed.signature}`, signature: () => null };
}

/** The items that came to be between two looks. */
const newIn = (changes: readonly Difference[]) =>
  changes.filter(({ seen }) => seen.startsWith("was not there"));

/**
 * Creates something after a refused request under the same key, and twice at the same time under another one.
 *
 * @param body - One that is accepted.
 * @returns Nothing for an operation that shows nothing new.
 */
export async function retryCreation(
  run: Run,
  one: Described,
  args: Arguments,
  body: unknown,
  watch: Watch,
): Promise<readonly Fact[]> {
  if (!("201" in one.row.responses)) return [];
  const sending = (idempotencyKey: string): Sending => ({
    purpose: idOf("idempotency", one),
    body,
    idempotencyKey,
  });
  const judge = async (
    made: readonly Difference[],
    message: string,
    ...sent: readonly Exchange[]
  ): Promise<Fact[]> => {
    const exchanges = sent.map(({ id }) => id);
    const [change] = made;
    if (change === undefined)
      return [held("what was asked for under one key was created once", sent[0]?.id ?? "")];
    const seen = `${change.place} ${change.seen}`;
    if (!(await watch.isCalm())) return [missing(`${seen}; that may be somebody else's doing`, exchanges)];
    return [{ kind: "violated", message, expected: ["no change"], received: seen, exchanges }];
  };

  const alteration = defectOf(one);
  const key = sending(randomUUID());
  const refused = await send(run, one, args, { ...key, alteration });
  const created = await send(run, one, args, key);
  const made = newIn(await watch.expectChange());
  if (!isRefusal(refused) || !succeeded(created) || made.length === 0) return [];
  const again = await send(run, one, args, key);
  const facts = await judge(
    newIn(await watch.expectNone()),
    `A retry with the same idempotency key was applied again, after a request ${alteration.description} had come first under it.`,
    again,
    created,
    refused,
  );

  const other = sending(randomUUID());
  const both = await Promise.all([send(run, one, args, other), send(run, one, args, other)]);
  const seen = newIn([...(await watch.expectChange()), ...(await watch.expectNone())]);
  if (!both.some(succeeded) || seen.length === 0) return facts;
  const message = "Two requests that came at the same time with the same idempotency key were both applied.";
  return [...facts, ...(await judge(seen.slice(1), message, ...both))];
}
