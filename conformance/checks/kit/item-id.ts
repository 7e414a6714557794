/** What the id of an item of the main list looks like. */
import { samples } from "../../../generated/samples.ts";
import { validators } from "../../../generated/validators.js";
import { mainList } from "./paged.ts";
import { type Item, idOf } from "./walk.ts";

const id = mainList?.paginated.id ?? null;

/** The form of an id, and an example of it from the description. */
export const itemId = {
  test: (value: string): boolean => id === null || id.schema === null || validators[id.schema](value),
  example:
    mainList === null ? "" : (idOf(mainList.paginated, (samples[mainList.id].items[0] ?? {}) as Item) ?? ""),
};
