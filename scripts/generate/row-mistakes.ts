import type { ErrorObject } from "ajv/dist/2020.js";

/** One mistake in requirements.yaml. */
export interface RowMistake {
  /** JSON pointer to where it stands. */
  readonly pointer: string;
  /** Which row it is, and what is wrong with it. */
  readonly message: string;
}

interface Row {
  readonly id?: unknown;
  readonly basis?: unknown;
}

/**
 * The differences that AJV found between requirements.yaml and requirements.schema.json, in words about rows.
 * What a key has to be is read from the `description` of its schema.
 *
 * @param errors - Errors of an AJV with `allErrors` and `verbose`.
 * @param document - The content of requirements.yaml.
 */
export function rowMistakes(errors: readonly ErrorObject[], document: unknown): RowMistake[] {
  const alternatives = errors
    .filter(({ keyword }) => keyword === "anyOf")
    .map(({ instancePath }) => instancePath);
  return errors.flatMap((error): RowMistake[] => {
    const [, index] = /^\/requirements\/(\d+)/.exec(error.instancePath) ?? [];
    const row = index === undefined ? undefined : rowAt(document, Number(index));
    // Without a right basis nobody knows which keys the row should have.
    if (row !== undefined && error.schemaPath.includes("/allOf/") && !isBasis(row.basis)) return [];
    // Where no alternative fits, that says it all, not how each of them fails.
    const isPart = alternatives.some((path) => error.instancePath.startsWith(path));
    const found = isPart && error.keyword !== "anyOf" ? undefined : explain(error, row);
    if (found === undefined) return [];
    const subject =
      index === undefined ? "" : `requirement ${typeof row?.id === "string" ? row.id : Number(index) + 1}: `;
    const at = found.key === undefined ? "" : `/${found.key}`;
    return [{ pointer: error.instancePath + at, message: subject + found.words }];
  });
}

function rowAt(document: unknown, index: number): Row {
  return (document as { requirements: (Row | null)[] }).requirements[index] ?? {};
}

function isBasis(basis: unknown): boolean {
  return basis === "stated" || basis === "derived" || basis === "unspecified" || basis === "practice";
}

/** What an error means, and the key under its place that it is about; nothing for one that only sums up others. */
function explain(error: ErrorObject, row: Row | undefined): { key?: string; words: string } | undefined {
  const { keyword, params, data, instancePath } = error;
  const schema = error.parentSchema ?? {};
  const inRow = instancePath.split("/").slice(3).join(".");
  const name = inRow || (row === undefined ? instancePath.slice(1) || "the file" : "the row");
  const is = `${name} is ${JSON.stringify(data)}`;
  const wanted = `it has to be ${schema.description}`;
  switch (keyword) {
    case "enum":
      return { words: `${is}; allowed are ${(params.allowedValues as string[]).join(", ")}` };
    case "required":
      // That one of two is missing is told by oneOf.
      if (error.schemaPath.includes("/oneOf/")) return undefined;
      return {
        words: `${inRow === "" ? "" : `${inRow}: `}${params.missingProperty} is missing${inRow === "" && row && isBasis(row.basis) ? ` from this ${row.basis} row` : ""}`,
      };
    case "oneOf":
      return params.passingSchemas === null
        ? { words: "answers is missing; give it, or say under unobservable why no probe can tell" }
        : { key: "unobservable", words: "answers and unobservable exclude each other; take one of them out" };
    case "additionalProperties": {
      const allowed = Object.keys((schema.properties ?? {}) as object).join(", ");
      const key = params.additionalProperty as string;
      return { key, words: `${key} is not known here; allowed are ${allowed}` };
    }
    case "false schema":
      return {
        words: `${name} does not belong in ${row?.basis === "unspecified" ? "an" : "a"} ${row?.basis} row; take it out, or correct the basis`,
      };
    case "type":
      return {
        words: `${is}, not ${params.type === "string" ? "a text" : `an ${params.type}`}; ${wanted}`,
      };
    case "anyOf":
    case "not":
    case "pattern":
    case "minLength":
    case "minItems":
      return { words: `${is}; ${wanted}` };
    default:
      return undefined;
  }
}
