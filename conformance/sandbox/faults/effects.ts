/** What an accepted write does wrong. */
import { applyChange } from "../change.ts";
import type { Seams } from "../seams.ts";

/** The bodies already applied, by the state of the sandbox. */
const applied = new WeakMap<object, Set<string>>();

/** Carries a body out once, whatever idempotency key it comes with again. */
export const oncePerBody: Seams["apply"] = (change, { state, request: { body } }) => {
  const bodies = applied.get(state) ?? new Set();
  applied.set(state, bodies);
  if (!bodies.has(body)) applyChange(change);
  bodies.add(body);
};
