/** The catalogue of faults: each breaks one rule in one way, and names the checks that must find it. */
import { didYouMean } from "../base/nearest.ts";
import { own } from "./cards/index.ts";
import { accessFaults } from "./faults/access.ts";
import type { Fault } from "./faults/fault.ts";
import { fieldFaults } from "./faults/fields.ts";
import { listFaults } from "./faults/list.ts";
import { listResponseFaults } from "./faults/list-response.ts";
import { otherFaults } from "./faults/others.ts";
import { pageSizeFaults } from "./faults/page-size.ts";
import { signedHeaderFaults } from "./faults/signed-headers.ts";
import { spellingFaults } from "./faults/spelling.ts";
import { tokenFaults } from "./faults/token.ts";
import { tokenResponseFaults } from "./faults/token-response.ts";

export type { Fault } from "./faults/fault.ts";

/** Every fault, by area. */
export const faults: readonly Fault[] = [
  ...tokenFaults,
  ...tokenResponseFaults,
  ...pageSizeFaults,
  ...listFaults,
  ...listResponseFaults,
  ...fieldFaults,
  ...accessFaults,
  ...signedHeaderFaults,
  ...otherFaults,
  ...spellingFaults,
  ...own.faults,
];

/**
 * The fault with this name.
 *
 * @throws RangeError that suggests the nearest name.
 */
export function faultNamed(name: string): Fault {
  const found = faults.find((fault) => fault.name === name);
  if (found !== undefined) return found;
  const names = faults.map((fault) => fault.name);
  throw new RangeError(`there is no fault "${name}"; ${didYouMean(name, names, "--list faults shows them")}`);
}
