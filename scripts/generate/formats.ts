/** Which formats that no validator knows are annotations, and which are typing mistakes. */
import { fullFormats } from "ajv-formats/dist/formats.js";
import { nearMiss } from "../../src/core/near-miss.ts";

const validated = Object.keys(fullFormats);

/** Formats that are called almost like one that is validated, and mean something else. */
const others = ["iri", "iri-reference", "urn", "uint32", "uint64", "cuid", "guid", "ksuid", "ulid"];

/**
 * Whether a format says something that nobody here validates, such as that a text is the code of a currency: to a
 * validator that is an annotation (JSON Schema 2020-12, Validation, section 7.2.3). What is misspelt is none, as it
 * would be a rule that never applies.
 */
export function isAnnotation(format: string): boolean {
  return !validated.includes(format) && misspeltFormat(format) === undefined;
}

/** The validated format that was probably meant; undefined for one of these, and for a name that is near none of them. */
export function misspeltFormat(format: string): string | undefined {
  const meant = others.includes(format) ? undefined : nearMiss(format, validated);
  // Who writes another number means it: int16 is no slip of int32.
  return meant !== undefined && withoutDigits(format) === withoutDigits(meant) ? undefined : meant;
}

function withoutDigits(name: string): string {
  return name.replace(/[0-9]/g, "");
}
