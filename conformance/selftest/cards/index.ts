/** Conforming servers of the card API: the only file that others import from here. */
export { variations } from "./variations.ts";
