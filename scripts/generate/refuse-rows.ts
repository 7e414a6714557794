/** Refuses a description that names rows which requirements.yaml does not have, or has for something else. */
import { type Document, escaped } from "./document.ts";
import { Refusal } from "./refusal.ts";
import type { Row } from "./requirements.ts";

/** A refusal for each name under `x-requirement`, `x-requirement-required` and `x-unspecified` that names no such row. */
export function unknownRowsOf(document: Document, rows: readonly Row[]): Refusal[] {
  const known = new Map(rows.map(({ id, basis, party = basis }) => [id, party]));
  const visit = (node: unknown, fragment: string): Refusal[] => {
    if (typeof node !== "object" || node === null) return [];
    return Object.entries(node).flatMap(([key, value]): Refusal[] => {
      const at = `${fragment}/${escaped(key)}`;
      const problem = problems[key];
      if (problem === undefined) return visit(value, at);
      return [value].flat().flatMap((id) => {
        const message = problem(known.get(String(id)));
        return message === null ? [] : [new Refusal(at, `${id} ${message}`)];
      });
    });
  };
  return visit(document, "#");
}

const noRow = "is no row of requirements.yaml; add the row or correct the id";

/** What is wrong with a name, by the keyword that it stands under and the basis or the party of its row. */
const problems: Readonly<Record<string, (of: string | undefined) => string | null>> = {
  "x-requirement": ofRule,
  "x-requirement-required": ofRule,
  "x-unspecified": (of) => {
    if (of === undefined) return noRow;
    return of === "unspecified" ? null : `is ${of}, not unspecified; name it under x-requirement instead`;
  },
};

function ofRule(of: string | undefined): string | null {
  if (of === undefined) return noRow;
  if (of === "unspecified") return "is an open question; name it under x-unspecified instead";
  return of === "client" ? "is a rule for clients; name one about the service instead" : null;
}
