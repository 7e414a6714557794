import { checks } from "../../conformance/checks/index.ts";
import { faults } from "../../conformance/sandbox/faults.ts";
import { type RequirementId, requirements } from "../../generated/requirements.ts";

/** What holds a server to one requirement. */
export interface Cover {
  /** Ids of the checks of the suite. */
  readonly checks: readonly string[];
  /** Names of the faults of the sandbox that break it, and that these checks catch. */
  readonly faults: readonly string[];
}

/** Which checks and faults belong to which requirement. */
export type Coverage = ReadonlyMap<RequirementId, Cover>;

/** The coverage as the suite and the catalogue of faults have it. */
export function coverage(): Coverage {
  return new Map(
    requirements.map(({ id }) => [
      id,
      {
        checks: checks.filter((check) => check.requirements.includes(id)).map((check) => check.id),
        faults: withoutVariants(faults.filter(({ breaks }) => breaks === id).map(({ name }) => name)),
      },
    ]),
  );
}

/** A fault that breaks both writes has a variant for each of them; the fault itself stands for all three. */
function withoutVariants(names: readonly string[]): string[] {
  return names.filter(
    (name) => !names.includes(name.replace(/\.(?:patch|put)$/, "")) || !/\.(?:patch|put)$/.test(name),
  );
}
