import { readFileSync } from "node:fs";
import { type Document, operationsOf, resolve } from "../generate/document.ts";

/** A parameter with what the description shows as its value. */
export interface DescribedParameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly example: unknown;
  readonly default: string | number | undefined;
}

/** An operation as the documentation shows it. */
export interface DescribedOperation {
  readonly id: string;
  readonly summary: string;
  /** The group it stands in. */
  readonly tag: string;
  readonly parameters: readonly DescribedParameter[];
  /** First example of the request body; undefined where there is no body. */
  readonly example: unknown;
}

/** The description with its operations picked out. */
export interface Described {
  readonly document: Document;
  readonly operations: readonly DescribedOperation[];
}

interface WithExamples {
  $ref?: string;
  summary?: string;
  tags?: string[];
  example?: unknown;
  examples?: unknown[] | Record<string, { value: unknown }>;
  default?: string | number;
  schema?: WithExamples;
}

/** The bundled description of this repository. */
export function describedApi(): Described {
  const text = readFileSync(new URL("../../generated/openapi.json", import.meta.url), "utf8");
  return describe(JSON.parse(text) as Document);
}

/** Picks operations, parameters and examples out of a description. */
export function describe(document: Document): Described {
  const operations = operationsOf(document).map(({ id, operation, parameters }) => {
    const body = operation.requestBody && resolve(document, operation.requestBody);
    const [media] = Object.values(body?.content ?? {}) as WithExamples[];
    return {
      id,
      summary: (operation as WithExamples).summary ?? id,
      tag: (operation as WithExamples).tags?.[0] ?? "",
      parameters: parameters.map((parameter) => {
        const { name, in: place, schema = {}, ...own } = parameter as typeof parameter & WithExamples;
        const known = resolve(document, schema);
        return { name, in: place, example: firstExample(own) ?? firstExample(known), default: known.default };
      }),
      example: media && firstExample(media),
    };
  });
  return { document, operations };
}

function firstExample({ example, examples }: WithExamples): unknown {
  if (example !== undefined) return example;
  if (Array.isArray(examples)) return examples[0];
  return Object.values(examples ?? {})[0]?.value;
}
