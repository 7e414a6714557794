/** What the sandbox knows of the card API beyond its description: the only file that others import from here. */
import { operations, responseSchema } from "../../../generated/operations.ts";
import { validators } from "../../../generated/validators.js";
import { hasCards } from "../../base/cards/index.ts";
import type { OwnParts } from "../own.ts";
import { sampleItems } from "../samples.ts";
import { type Card, seededCards } from "./cards.ts";
import { cardFieldFaults } from "./faults/fields.ts";
import { headerFaults } from "./faults/headers.ts";
import { readFaults } from "./faults/reads.ts";
import { writeFaults } from "./faults/writes.ts";
import { checkNames, recordings, type Write, writes } from "./names.ts";
import { writeLimits } from "./write.ts";

// For tests, and for the conforming servers of the card API.
export { type Card, makeCards } from "./cards.ts";
export { objectIn } from "./limits-body.ts";
export { cardIn, cardsOf } from "./state.ts";

/** True where a write may be answered with a card, or its limits; what the description shows instead is served from it. */
function isAnsweredByCard({ operation }: Write): boolean {
  const schema = responseSchema(operations[operation], 200);
  const [card] = sampleItems("listCards", 1, 1) as Card[];
  return schema === null || [card, card?.limits].some((answer) => validators[schema](answer));
}

const parts: OwnParts = {
  items: { listCards: seededCards },
  handlers: Object.fromEntries(
    writes.filter(isAnsweredByCard).map(({ operation }) => [operation, writeLimits]),
  ),
  faults: [...readFaults, ...cardFieldFaults, ...headerFaults, ...writeFaults],
  checkNames,
  recordings,
};

/** The card API's own parts of the sandbox; none where the description is that of another API. */
export const own: OwnParts = hasCards
  ? parts
  : { items: {}, handlers: {}, faults: [], checkNames: {}, recordings: [] };
