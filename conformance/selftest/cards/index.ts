/** Conforming servers of the card API: the only file that others import from here. */
export { makeClientMatrix, wrongIn } from "./clients/matrix.ts";
export { commandOf, judgeAgain, type Repeated } from "./clients/steady.ts";
export { variations } from "./variations.ts";
