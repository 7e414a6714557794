/** What the sandbox knows of the card API beyond its description: the only file that others import from here. */
import { hasCards } from "../../base/card-list.ts";
import type { OwnParts } from "../own.ts";
import { seededCards } from "./cards.ts";
import { cardFieldFaults } from "./faults/fields.ts";
import { headerFaults } from "./faults/headers.ts";
import { readFaults } from "./faults/reads.ts";
import { writeFaults } from "./faults/writes.ts";
import { checkNames, recordings } from "./names.ts";
import { writeLimits } from "./write.ts";

// For tests, and for the conforming servers of the card API.
export { type Card, makeCards } from "./cards.ts";
export { objectIn } from "./limits-body.ts";
export { cardIn, cardsOf } from "./state.ts";

const parts: OwnParts = {
  items: { listCards: seededCards },
  handlers: { replaceCardLimits: writeLimits, updateCardLimits: writeLimits },
  faults: [...readFaults, ...cardFieldFaults, ...headerFaults, ...writeFaults],
  checkNames,
  recordings,
};

/** The card API's own parts of the sandbox; none where the description is that of another API. */
export const own: OwnParts = hasCards
  ? parts
  : { items: {}, handlers: {}, faults: [], checkNames: {}, recordings: [] };
