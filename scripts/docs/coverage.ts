import { existsSync, readFileSync } from "node:fs";
import { checks } from "../../conformance/checks/index.ts";
import type { ClientMatrix } from "../../conformance/selftest/client-matrix.ts";
import type { Matrix } from "../../conformance/selftest/matrix.ts";
import { requirements } from "../../generated/requirements.ts";
import { clientMatrixFile, matrixFile } from "./nav.ts";

/** What verifies one requirement. */
export interface Cover {
  /** Ids of the checks of the suite. */
  readonly checks: readonly string[];
  /** Names of the sandbox faults that break it and were caught by these checks. */
  readonly faults: readonly string[];
}

/** Which checks and faults belong to which requirement. */
export type Coverage = ReadonlyMap<string, Cover>;

/** The kill matrix as last written: which checks found which fault. null where there is none. */
export function readMatrix(): Matrix | null {
  return existsSync(matrixFile) ? (JSON.parse(readFileSync(matrixFile, "utf8")) as Matrix) : null;
}

/** The same for the judge of clients. null where there is none. */
export function readClientMatrix(): ClientMatrix | null {
  return existsSync(clientMatrixFile)
    ? (JSON.parse(readFileSync(clientMatrixFile, "utf8")) as ClientMatrix)
    : null;
}

/** The coverage as declared by the suite and proved by the kill matrix. */
export function coverage(matrix: Matrix | null): Coverage {
  const caught = (matrix?.faults ?? []).filter(({ failed }) => failed.length > 0);
  return new Map(
    requirements.map(({ id }) => [
      id,
      {
        checks: checks.filter((check) => check.requirements.includes(id)).map((check) => check.id),
        faults: withoutVariants(caught.filter(({ breaks }) => breaks === id).map(({ fault }) => fault)),
      },
    ]),
  );
}

/** A fault of several operations has a variant for each of them, `NAME.VARIANT`; only the fault itself is listed. */
function withoutVariants(names: readonly string[]): string[] {
  return names.filter((name) => !names.includes(name.replace(/\.[^.]+$/, "")));
}
