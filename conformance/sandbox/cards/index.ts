/** What the sandbox knows of the card API beyond its description: the only file that others import from here. */
export { type Card, type Limits, makeCards, shapeCards } from "./cards.ts";
export { cardFieldFaults } from "./faults/fields.ts";
export { writeFaults } from "./faults/writes.ts";
export { readChanges } from "./limits-body.ts";
