import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";

/** Rules that tie the description to requirements.yaml, which stands in the same folder. */

/** Every `x-requirement` and `x-requirement-required` names a row of requirements.yaml that is not a question. */
export function requirementExists() {
  return everyKeyword(["x-requirement", "x-requirement-required"], (id, basis) => {
    if (basis === undefined) return `${id} is no row of requirements.yaml. Add the row or correct the id.`;
    if (basis === "unspecified") return `${id} is an open question. Name it under x-unspecified instead.`;
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
    bases ??= basesBeside(location.source.absoluteRef);
    for (const keyword of keywords) {
      for (const id of [node[keyword] ?? []].flat()) {
        const message = judge(id, bases.get(id));
        if (message !== undefined) report({ message, location: location.child([keyword]) });
      }
    }
  };
  return { any: visit, ref: visit };
}

function basesBeside(description) {
  const { requirements } = parse(readFileSync(join(dirname(description), "requirements.yaml"), "utf8"));
  return new Map(requirements.map(({ id, basis }) => [id, basis]));
}
