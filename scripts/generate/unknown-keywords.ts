/** Keywords that say nothing to a validator: mostly typing mistakes, each a rule that never applies. */
import type { Ajv2020 } from "ajv/dist/2020.js";
import { validatorAt } from "./ajv.ts";
import type { Document } from "./document.ts";
import { misspeltFormat } from "./formats.ts";
import { Refusal } from "./refusal.ts";
import { schemaPlaces } from "./schema-places.ts";

/** Refuses a schema with a keyword that AJV does not know or a misspelt format, at the innermost part that has it. */
export function refuseUnknownKeywords(document: Document, ajv: Ajv2020, fragment: string): void {
  const mistake = (place: string) => {
    try {
      validatorAt(ajv, place);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  if (mistake(fragment) === null) return;
  const inner = schemaPlaces(document, fragment).findLast((place) => mistake(place.fragment) !== null);
  const at = inner?.fragment ?? fragment;
  const problem = mistake(at) ?? "";
  throw new Refusal(
    at,
    `no validator can be made: ${problem}; ${remedyOf(problem)}, or say it in the description`,
  );
}

/** What to write instead, by what AJV says. */
function remedyOf(problem: string): string {
  if (problem.includes('"nullable"')) return 'write null as one more type, as in type: [string, "null"]';
  const [, format = ""] = /unknown format "([^"]+)"/.exec(problem) ?? [];
  const meant = misspeltFormat(format);
  return meant === undefined ? "correct it" : `write ${meant} if you mean that`;
}
