import { requirement } from "../../generated/requirements.ts";
import { pages, placeOf } from "./nav.ts";

type Node = Record<string, unknown>;

/**
 * A copy of the description that shows open questions and requirements to readers: a line of links at the
 * end of each description text replaces our own `x-` keywords.
 */
export function annotated<T extends object>(document: T): T {
  const { info, "x-unspecified": open, ...rest } = document as Node & { info: Node };
  // The questions about the whole service belong in the introduction.
  return visit({ ...rest, info: { ...info, "x-unspecified": open } }) as T;
}

function visit(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(visit);
  if (typeof node !== "object" || node === null) return node;
  const {
    "x-unspecified": open = [],
    "x-requirement": stated,
    "x-requirement-required": _presence,
    ...rest
  } = node as Node;
  const out: Node = {};
  for (const [key, value] of Object.entries(rest)) {
    // An example is data and is left unchanged.
    out[key] = key === "example" || key === "examples" ? value : visit(value);
  }
  const lines = [
    ...(open as string[]).map((id) => `- Open question: [${requirement(id).question}](${placeOf(id)})`),
    ...(typeof stated === "string" ? [`- Rule: [${stated}](${pages.requirements.file}#${stated})`] : []),
  ];
  if (typeof out.description === "string") out.description = unwrapped(out.description);
  if (lines.length > 0) out.description = `${String(out.description ?? "").trim()}\n\n${lines.join("\n")}\n`;
  return out;
}

/** Joins wrapped lines, which Redoc's search joins without a space; lists and the like keep their lines. */
function unwrapped(text: string): string {
  return text.replace(/(\S)\n(?=[\p{Letter}`(])/gu, "$1 ");
}
