/** The path of a list that belongs to something: which one it is read of. */
import { operations } from "../../../generated/operations.ts";
import { samples } from "../../../generated/samples.ts";
import { argumentsOf } from "../operations/arguments.ts";
import type { Run } from "./check.ts";
import type { PagedOperation } from "./paged.ts";

/**
 * A list with the values of its path parameters, which the links of the description bind to what the server shows.
 *
 * @throws Inconclusive where the server shows nothing that they can be bound to.
 */
export async function bound(run: Run, paged: PagedOperation): Promise<PagedOperation> {
  if (!paged.path.includes("{")) return paged;
  const { path } = await argumentsOf(run, { row: paged, description: { operations, samples } });
  return { ...paged, pathValues: path };
}
