import { requirement } from "../../generated/requirements.ts";
import { pages } from "./nav.ts";

type Node = Record<string, unknown>;

/**
 * A copy of the description whose open questions and requirements a reader can see: a line of links at the
 * end of each description text, in place of our own `x-` keywords.
 */
export function annotated<T extends object>(document: T): T {
  const { info, "x-unspecified": open, ...rest } = document as Node & { info: Node };
  // The questions about the whole service have their place in the introduction.
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
    // An example is data; whatever it holds stays as it is.
    out[key] = key === "example" || key === "examples" ? value : visit(value);
  }
  const lines = [
    ...(open as string[]).map(
      (id) => `- Open question: [${requirement(id).question}](${pages.questions.file}#${id})`,
    ),
    ...(typeof stated === "string" ? [`- Rule: [${stated}](${pages.requirements.file}#${stated})`] : []),
  ];
  if (typeof out.description === "string") out.description = unwrapped(out.description);
  if (lines.length > 0) out.description = `${String(out.description ?? "").trim()}\n\n${lines.join("\n")}\n`;
  return out;
}

/** Redoc's search joins wrapped lines without a space between them. Lists and the like keep their lines. */
function unwrapped(text: string): string {
  return text.replace(/(\S)\n(?=[\p{Letter}`(])/gu, "$1 ");
}
