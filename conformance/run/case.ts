/** Reads a case: the check that is asked, and the combination of spellings in which its requests are sent. */
import { didYouMean } from "../base/nearest.ts";
import { UsageError } from "../base/usage-error.ts";
import type { Check } from "../checks/kit/check.ts";
import type { Case } from "../plan/case.ts";
import type { SpellingName } from "../plan/spellings.ts";

/** What a case may name. */
export interface Known {
  readonly checks: readonly Check[];
  readonly spellings: readonly SpellingName[];
}

/**
 * Reads "signature.missing.patch; content-type=charset; accept=absent".
 *
 * @throws UsageError that names the first word that is not known, and the nearest that is.
 */
export function readCase(text: string, { checks, spellings }: Known): Case {
  const [id = "", ...parts] = text.split(";").map((part) => part.trim());
  const check = checks.find((one) => one.id === id);
  const ids = checks.filter(isSpelled).map((one) => one.id);
  if (check === undefined || !ids.includes(id)) {
    const wrong = check === undefined ? `no check is "${id}"` : `${id} sends nothing in other spellings`;
    throw new UsageError(`--case: ${wrong}; ${didYouMean(id, ids, "partner-card requirements lists them")}`);
  }
  if (parts.length === 0) throw new UsageError(`--case: ${id} is followed by "; " and ${form}`);
  const found: SpellingName[] = [];
  for (const part of parts) {
    const spelling = readSpelling(part, spellings);
    if (found.some(({ dimension }) => dimension === spelling.dimension)) {
      throw new UsageError(`--case: ${spelling.dimension} is given twice`);
    }
    found.push(spelling);
  }
  return { check: id, spellings: found };
}

const form = "dimension=value, such as accept=absent";

function readSpelling(part: string, spellings: readonly SpellingName[]): SpellingName {
  const [, dimension = "", value = ""] = /^([^=]+)=(.+)$/.exec(part) ?? [];
  if (dimension === "") throw new UsageError(`--case: "${part}" is not ${form}`);
  const dimensions = [...new Set(spellings.map((one) => one.dimension))];
  if (!dimensions.includes(dimension)) {
    const otherwise = `there are ${dimensions.join(", ")}`;
    throw new UsageError(
      `--case: no dimension is "${dimension}"; ${didYouMean(dimension, dimensions, otherwise)}`,
    );
  }
  const values = spellings.filter((one) => one.dimension === dimension).map((one) => one.value);
  if (!values.includes(value)) {
    const otherwise = `it can be ${values.join(", ")}`;
    throw new UsageError(
      `--case: ${dimension} has no value "${value}"; ${didYouMean(value, values, otherwise)}`,
    );
  }
  return { dimension, value };
}

/** True for a check that sends what it judges in other spellings as well. */
function isSpelled({
  id,
  requirements: [main],
  defects = [],
  drawsFor = 0,
  walksAreSpelled,
}: Check): boolean {
  return (
    drawsFor > 0 ||
    main === "request.spelling" ||
    walksAreSpelled === true ||
    defects.some(({ check }) => check === id)
  );
}
