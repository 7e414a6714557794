import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";

/** Rules that tie the description to requirements.yaml, which stands in the same folder. */

/** Every `x-requirement` and `x-requirement-required` names a row of requirements.yaml that is not a question. */
export function requirementExists() {
  return everyKeyword(["x-requirement", "x-requirement-required"], (id, basis) => {
    if (basis === undefined) return `${id} is no row of requirements.yaml. Add the row or correct the id.`;
    if (basis === "unspecified") return `${id} is an open question. Name it under x-unspecified instead.`;
    if (basis === "client") return `${id} is a rule for clients. Name one about the service instead.`;
    return undefined;
  });
}

/** Every entry of `x-unspecified` names a row of requirements.yaml with the basis unspecified. */
export function gapExists() {
  return everyKeyword(["x-unspecified"], (id, basis) => {
    if (basis === undefined) return `${id} is no row of requirements.yaml. Add the row or correct the id.`;
    if (basis !== "unspecified")
      return `${id} is ${basis}, not unspecified. Name it under x-requirement instead.`;
    return undefined;
  });
}

/** Every operation of a path names the rule that it is answered, and rows of requirements.yaml speak of it. */
export function operationHasRequirement() {
  let known;
  return {
    Paths: {
      Operation(operation, { report, location }) {
        known ??= new Set(
          rowsBeside(location.source.absoluteRef).flatMap((row) => (row.party ? [] : (row.operation ?? []))),
        );
        const { operationId, "x-requirement": requirement } = operation;
        if (requirement === undefined) {
          report({
            message: `No rule says that ${operationId} is answered. Name a row of requirements.yaml under x-requirement.`,
            location: location.key(),
          });
        }
        if (!known.has(operationId)) {
          report({
            message: `No row of requirements.yaml speaks of ${operationId}. Add one with operation: ${operationId}.`,
            location: location.child(["operationId"]),
          });
        }
      },
    },
  };
}

/**
 * A visitor that judges each id under some keywords wherever they stand, beside a `$ref` too.
 *
 * @param {string[]} keywords
 * @param {(id: string, basis: string | undefined) => string | undefined} judge - The message, where there is one.
 */
function everyKeyword(keywords, judge) {
  let bases;
  const visit = (node, { report, location }) => {
    if (typeof node !== "object" || node === null) return;
    // The first node is the root, so its file tells the folder even where a document has several files.
    bases ??= new Map(
      rowsBeside(location.source.absoluteRef).map(({ id, basis, party = basis }) => [id, party]),
    );
    for (const keyword of keywords) {
      for (const id of [node[keyword] ?? []].flat()) {
        const message = judge(id, bases.get(id));
        if (message !== undefined) report({ message, location: location.child([keyword]) });
      }
    }
  };
  return { any: visit, ref: visit };
}

/** Rows by their file: three rules read it, for each description that is checked. */
const read = new Map();

function rowsBeside(description) {
  const file = join(dirname(description), "requirements.yaml");
  if (!read.has(file)) read.set(file, parse(readFileSync(file, "utf8")).requirements);
  return read.get(file);
}
