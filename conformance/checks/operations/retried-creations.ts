/** What is created once under a key, after a refused request that had it, and where two requests come at the same time. */
import { randomUUID } from "node:crypto";
import { jsonText } from "../../base/json-text.ts";
import { isObject } from "../../base/shape.ts";
import { type Exchange, isRefusal, succeeded } from "../../wire/exchange.ts";
import { held, missing, type Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import type { Arguments } from "./arguments.ts";
import { idsMade } from "./going-on.ts";
import { type Described, idOf } from "./operation.ts";
import { refusedOf } from "./refused-first.ts";
import { isRelatedTo } from "./related.ts";
import { type Sending, send } from "./send.ts";
import type { Difference } from "./view.ts";
import { renewed, type Watch } from "./watch.ts";

/** The items that came to be between two looks. */
const newIn = (changes: readonly Difference[]) =>
  changes.filter(({ seen }) => seen.startsWith("was not there"));

/** New items of a list beyond as many as one creation makes there: what is created may have others beside it, as in a log. */
function beyond(made: readonly Difference[], byOne: readonly Difference[]): readonly Difference[] {
  const listOf = ({ place }: Difference) => place.split(" ", 1)[0];
  const usual = (list: string | undefined) => byOne.filter((change) => listOf(change) === list).length;
  return made.filter((change, index) => {
    const list = listOf(change);
    const before = made.slice(0, index).filter((other) => listOf(other) === list).length;
    return before >= usual(list) && usual(list) > 0;
  });
}

/** The body with the fewest properties, the given one among as short ones. */
function leastOf(body: unknown, others: readonly unknown[]): unknown {
  const count = (one: unknown) => (isObject(one) ? Object.keys(one).length : Number.POSITIVE_INFINITY);
  return others.reduce((least, other) => (count(other) < count(least) ? other : least), body);
}

/** How many items the lists of a body have, at any depth. */
function itemsIn(body: unknown): number {
  if (Array.isArray(body)) return body.reduce<number>((sum, one) => sum + itemsIn(one), body.length);
  return isObject(body) ? itemsIn(Object.values(body)) - Object.keys(body).length : 0;
}

/** The shortest body with more items in its lists than the given one; null where there is none. */
export function withMoreOf(body: unknown, others: readonly unknown[]): unknown {
  const more = others.filter((other) => itemsIn(other) > itemsIn(body));
  return more.toSorted((one, other) => jsonText(one).length - jsonText(other).length)[0] ?? null;
}

/**
 * Creates something after a refused request under the same key, and twice at the same time under another one.
 *
 * @param body - One that is accepted.
 * @param others - More of them: after the refused request comes the one that leaves the most out, and one with more items in
 *   its lists, as far as these are accepted.
 * @returns Nothing for an operation that shows nothing new.
 */
export async function retryCreation(
  run: Run,
  one: Described,
  args: Arguments,
  { body, others }: { readonly body: unknown; readonly others: readonly unknown[] },
  watch: Watch,
): Promise<readonly Fact[]> {
  if (!("201" in one.row.responses)) return [];
  const [least, longer] = [leastOf(body, others), withMoreOf(body, others)];
  /** Requests under one key are about one item, also where the first of them uses it up. */
  const sendUnder = async (idempotencyKey: string, sent = body) => {
    await renewed(args, watch);
    const path = { ...args.path };
    const same = { purpose: idOf("idempotency", one), body: sent, idempotencyKey };
    return {
      send: (different: Partial<Sending> = {}) => send(run, one, args, { ...same, ...different }),
      repeat: () => send(run, one, args, { ...same, path }),
    };
  };
  const judge = async (
    made: readonly Difference[],
    message: string,
    sent: readonly Exchange[],
    usual: readonly Difference[],
  ): Promise<Fact> => {
    const exchanges = sent.map(({ id }) => id);
    const [first] = made;
    const isRelated = isRelatedTo(
      one.row,
      sent,
      usual,
      true,
      idsMade(run.probe.session.exchanges, one, sent),
    );
    const change = made.find(isRelated) ?? first;
    if (change === undefined)
      return held("what was asked for under one key was created once", exchanges[0] ?? "");
    const seen = `${change.place} ${change.seen}`;
    if (!isRelated(change) || !(await watch.isCalm()))
      return missing(`${seen}; that may be somebody else's doing`, exchanges);
    return { kind: "violated", message, expected: ["no change"], received: seen, exchanges };
  };
  const afterRefused = async (sent: unknown): Promise<Fact[]> => {
    const defect = refusedOf(one);
    const same = await sendUnder(randomUUID(), sent);
    const refused = await same.send(defect);
    const created = await same.send();
    const made = newIn(await watch.expectChange());
    // A key that was refused may be used up, as the specification does not say.
    if (!isRefusal(refused) || !succeeded(created) || made.length === 0) return [];
    const again = await same.repeat();
    const ofOther =
      sent === longer
        ? ", whose body has more items in a list,"
        : ", whose body leaves out what may be left out,";
    const of = sent === body ? "" : ofOther;
    const message = `A retry with the same idempotency key${of} was applied again, after a request ${defect.alteration?.description} had come first under it.`;
    return [await judge(newIn(await watch.expectNone()), message, [again, created, refused], made)];
  };
  const atOnce = async (): Promise<Fact[]> => {
    const byOne = await (await sendUnder(randomUUID())).send();
    const usual = newIn([...(await watch.expectChange()), ...(await watch.expectNone())]);
    if (!succeeded(byOne) || usual.length === 0) return [];
    const same = await sendUnder(randomUUID());
    const both = await Promise.all([same.send(), same.repeat()]);
    const isRelated = isRelatedTo(
      one.row,
      both,
      usual,
      true,
      idsMade(run.probe.session.exchanges, one, both),
    );
    const all = newIn([...(await watch.expectChange()), ...(await watch.expectNone())]);
    // What others create meanwhile is none of the two.
    const seen = all.toSorted((a, b) => Number(isRelated(b)) - Number(isRelated(a)));
    if (!both.some(succeeded) || seen.length === 0) return [];
    const message =
      "Two requests that came at the same time with the same idempotency key were both applied.";
    return [await judge(beyond(seen, usual), message, [...both, byOne], usual)];
  };
  const facts: Fact[] = [];
  for (const sent of new Set([least, body, longer ?? body]))
    if (!facts.some(({ kind }) => kind === "violated")) facts.push(...(await afterRefused(sent)));
  return [...facts, ...(await atOnce())];
}
