import { circumstances } from "../../sandbox/faults/circumstances.ts";
import { under } from "../../sandbox/faults/under.ts";
import { faults } from "../../sandbox/faults.ts";
import type { Seams } from "../../sandbox/seams.ts";
import { mutantNamed, type Pool } from "./draw.ts";
import { mirrors } from "./mirrors.ts";

/** Every fault of the catalogue, every mirror, and every circumstance. */
export const pool: Pool = { candidates: [...faults, ...mirrors], circumstances };

/** The seams of the mutant with this name. @throws RangeError for a part that there is not. */
export function mutantSeams(name: string): Partial<Seams> {
  const mutant = mutantNamed(name, pool);
  return under(mutant.circumstances, mutant.candidate.seams);
}
