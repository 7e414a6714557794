/**
 * Words of a description without the breaks of its lines: a sentence means the same wherever a line was full, and ends with its
 * paragraph, or with its point in a list.
 */
import type { Document } from "./document.ts";

/** Keys whose values are data, in which white space means what it says. */
const data = new Set(["example", "examples", "default", "enum", "const", "value"]);
/** Keys below which each name is that of something, whatever it is called. */
const named = new Set(
  `properties patternProperties $defs definitions dependentSchemas schemas responses parameters headers links callbacks
  requestBodies pathItems paths securitySchemes content`.split(/\s+/),
);

/** The same description with each `description` in one line. Pure. */
export function inOneLine(document: Document): Document {
  return oneLine(document, false) as Document;
}

function oneLine(node: unknown, isOfNames: boolean): unknown {
  if (Array.isArray(node)) return node.map((one) => oneLine(one, false));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (isOfNames) return [key, oneLine(value, false)];
      if (data.has(key)) return [key, value];
      return key === "description" && typeof value === "string"
        ? [key, lineOf(value)]
        : [key, oneLine(value, named.has(key))];
    }),
  );
}

function lineOf(words: string): string {
  const ended = words.trim().replace(/([^\s.;:!?])[^\S\n]*(?:\n\s*\n\s*|\n\s*(?=(?:[-*]|\d+\.) ))/g, "$1. ");
  return ended.replace(/\s+/g, " ");
}
