import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parseYaml } from "../kit/yaml-file.ts";
import { banner } from "./banner.ts";
import { linesOf } from "./refusal.ts";
import { type RowMistake, rowMistakes } from "./row-mistakes.ts";

/** A row of requirements.yaml, as far as its form is not only checked but used. */
export interface Row {
  id: string;
  basis: string;
  /** Who is held to it; the service where it is absent. */
  party?: "client";
  settled?: string;
  answers?: { id: string }[];
  operation?: string | string[];
  /** What in the section of the specification says so. */
  source?: string | string[];
}

const schema = JSON.parse(
  readFileSync(new URL("../../openapi/requirements.schema.json", import.meta.url), "utf8"),
) as object;

/**
 * Reads requirements.yaml.
 *
 * @param yaml - The text of the file.
 * @param name - What the file is called in a message, such as `openapi/requirements.yaml`.
 * @param operations - The operationIds of the description; not given where rows are read without one.
 * @throws Error with one line per mistake, `name:line:column: requirement id: what is wrong`, where the text is no
 *   YAML, a row does not have the form of requirements.schema.json, an id stands twice, or a row names an operation
 *   that the description does not have.
 */
export function readRequirements(yaml: string, name: string, operations?: readonly string[]): Row[] {
  const document = parseYaml(yaml, name);
  const validate = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    // It is used once.
    code: { optimize: false },
  }).compile<{
    requirements: Row[];
  }>(schema);
  const mistakes = validate(document)
    ? [
        ...doubles(document.requirements),
        ...unknownAnswers(document.requirements),
        ...(operations === undefined ? [] : unknownOperations(document.requirements, operations)),
      ]
    : rowMistakes(validate.errors ?? [], document);
  if (mistakes.length === 0) return (document as { requirements: Row[] }).requirements;
  throw new Error(linesOf(mistakes, yaml, name));
}

function unknownAnswers(rows: readonly Row[]): RowMistake[] {
  return rows.flatMap(({ id, settled, answers = [] }, index) => {
    const known = answers.map((answer) => answer.id);
    if (settled === undefined || known.includes(settled)) return [];
    return [
      {
        pointer: `/requirements/${index}/settled`,
        message: `requirement ${id}: settled is "${settled}"; allowed are its answers ${known.join(", ")}`,
      },
    ];
  });
}

function unknownOperations(rows: readonly Row[], known: readonly string[]): RowMistake[] {
  return rows.flatMap(({ id, operation = [] }, index) => {
    const odd = [operation].flat().find((one) => !known.includes(one));
    if (odd === undefined) return [];
    return [
      {
        pointer: `/requirements/${index}/operation`,
        message: `requirement ${id}: the description has no operation ${odd}; it has ${known.join(", ")}`,
      },
    ];
  });
}

function doubles(rows: readonly Row[]): RowMistake[] {
  return rows.flatMap(({ id }, index) =>
    rows.findIndex((row) => row.id === id) === index
      ? []
      : [
          {
            pointer: `/requirements/${index}/id`,
            message: `requirement ${id}: this id stands twice; give one of both another`,
          },
        ],
  );
}

/** The requirements as a typed table. */
export function requirementsModule(read: readonly Row[]): string {
  const all = read.map((row) => ({
    ...row,
    operation: undefined,
    // For those who compare with the specification; nothing that is generated needs it.
    source: undefined,
    operations: row.operation === undefined ? [] : [row.operation].flat(),
  }));
  const rows = all.filter(({ party }) => party === undefined);
  const clientRows = all.filter(({ party }) => party === "client");
  return `${banner}
/**
 * Where a requirement comes from: said, following from what is said, or left open by the specification; or, for a
 * client, advised by others.
 */
export type Basis = "stated" | "derived" | "unspecified" | "practice";

/** An answer that a server may reasonably give to an open question. */
export interface Answer {
  readonly id: string;
  readonly means: string;
}

/** One statement of the specification. */
export interface Requirement {
  readonly id: string;
  /** Who is held to it; the service where it is absent. */
  readonly party?: "client";
  /** Heading of the specification; "/" separates levels. */
  readonly section: string;
  /** Operations it speaks of; none where it speaks of all or of no one. */
  readonly operations: readonly string[];
  readonly basis: Basis;
  readonly statement: string;
  /** What a derived requirement follows from, or who advises a practice. */
  readonly because?: string;
  readonly question?: string;
  /** What the client assumes while a question is open. */
  readonly assumption?: string;
  /** Why that assumption is safe. */
  readonly safe?: string;
  /** Known answers to an open question; the sandbox gives the first one. */
  readonly answers?: readonly Answer[];
  /** The answer with which the specification has closed a question: any other one is then wrong. */
  readonly settled?: string;
  /** Why no probe can tell the answer. */
  readonly unobservable?: string;
}

const rows = ${JSON.stringify(rows, null, 2)} as const satisfies readonly Requirement[];

/** The id of a requirement about the service. */
export type RequirementId = (typeof rows)[number]["id"];

/** The id of an open question. */
export type GapId = Extract<RequirementId, \`gap.\${string}\`>;

/** Every requirement about the service, in the order of the specification. */
export const requirements: readonly (Requirement & { readonly id: RequirementId })[] = rows;

/** Every rule that a client is held to, in the order of what it does. */
export const clientRequirements: readonly Requirement[] = ${JSON.stringify(clientRows, null, 2)};

const byId = new Map<string, Requirement>([...rows, ...clientRequirements].map((row) => [row.id, row]));

/**
 * The requirement with this id, whoever is held to it.
 *
 * @throws RangeError when there is none.
 */
export function requirement(id: string): Requirement {
  const row = byId.get(id);
  if (row === undefined) throw new RangeError(\`there is no requirement \${id}\`);
  return row;
}
`;
}
