/** The path of a list that belongs to something: which one it is read of. */
import { operations } from "../../../generated/operations.ts";
import { samples } from "../../../generated/samples.ts";
import { argumentsOf } from "../operations/arguments.ts";
import type { Run } from "./check.ts";
import type { PagedOperation } from "./paged.ts";

/**
 * Does something with a list once the values of its path parameters are known, which the links of the description bind
 * to what the server shows; at once where there are none.
 *
 * @throws Inconclusive where the server shows nothing that they can be bound to.
 */
export function withPath<T>(
  run: Run,
  paged: PagedOperation,
  work: (paged: PagedOperation) => Promise<T>,
): Promise<T> {
  if (!paged.path.includes("{")) return work(paged);
  const found = argumentsOf(run, { row: paged, description: { operations, samples } });
  return found.then(({ path }) => work({ ...paged, pathValues: path }));
}
