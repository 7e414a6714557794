import { circumstances } from "../../sandbox/faults/circumstances.ts";
import { faults } from "../../sandbox/faults.ts";
import type { Pool } from "./draw.ts";
import { mirrors } from "./mirrors.ts";

/** Every fault of the catalogue, every mirror, and every circumstance. */
export const pool: Pool = { candidates: [...faults, ...mirrors], circumstances };
