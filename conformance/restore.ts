/** Puts the limits of the card back, whatever the run has done to them. */
import { documentedLimits } from "./card-compare.ts";
import { cardUnderTest, dailyOf, isFact, limitsOf } from "./card-under-test.ts";
import type { Run } from "./check.ts";
import type { Amount } from "./exact-json.ts";
import { jsonText } from "./json-text.ts";
import { makeRequest } from "./probe/request.ts";
import { type Exchange, outcomeOf, succeeded } from "./wire/exchange.ts";
import { isWrite } from "./wire/session.ts";

/** A write may take a while to be seen: milliseconds between looks. */
const patience = [200, 800, 2000, 5000, 10_000];

/**
 * Puts back every limit that differs from what it was, and reads the card to see that it did.
 *
 * @returns null when nothing is left changed; otherwise in words what is.
 */
export async function restore(run: Run): Promise<string | null> {
  const wrote = run.probe.session.exchanges.some(({ operation }) => isWrite(operation));
  if (!wrote) return null;
  const card = await cardUnderTest(run);
  if (isFact(card)) return null;
  const original = documentedLimits(card.original);
  const read = async () => {
    const snapshot = await card.read("restore");
    return snapshot === null ? null : { snapshot, limits: limitsOf(snapshot.cards.get(card.id)) };
  };
  const readRestored = async () => {
    let seen = await read();
    for (const pause of patience) {
      if (seen === null || differs(seen.limits).length === 0) break;
      await run.probe.session.sleep(pause);
      seen = await read();
    }
    return seen;
  };
  const fields = Object.keys(original);
  const differs = (limits: Record<string, unknown> | null) =>
    fields.filter((field) => jsonText(limits?.[field]) !== jsonText(original[field]));

  const before = await read();
  const changed = before === null ? ["daily"] : differs(before.limits);
  if (changed.length === 0) return null;
  let last: Exchange | null = null;
  const send = async (operation: "updateCardLimits" | "replaceCardLimits", body: unknown) => {
    const token = await run.probe.tokens.current();
    if (token === null) return;
    last = await run.probe.session.send({
      purpose: "restore",
      operation,
      build: () => makeRequest(run.probe.maker, { operation, path: { id: card.id }, body }, token.value),
    });
  };
  // Only daily is known to be patchable; the others are sent where they were changed.
  for (const field of changed) await send("updateCardLimits", { [field]: original[field] });
  const after = await readRestored();
  if (after !== null && differs(after.limits).length === 0) return null;
  await send("replaceCardLimits", card.body("replaceCardLimits", original.daily as Amount));
  const end = await readRestored();
  const left = end === null ? changed : differs(end.limits);
  if (left.length === 0) return null;
  const now = end === null ? "unknown" : jsonText(dailyOf(end.snapshot, card.id));
  const answered = last === null ? "no token" : outcomeOf(last);
  const success = last !== null && succeeded(last) ? ", although the write was accepted" : "";
  return `limits of ${card.id} could not be put back (${answered}${success}): ${left
    .map((field) => `${field} was ${jsonText(original[field])}${field === "daily" ? `, is ${now}` : ""}`)
    .join("; ")}`;
}
