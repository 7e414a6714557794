import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { banner } from "./banner.ts";

interface Row {
  id: string;
  operation?: string | string[];
}

const schema = JSON.parse(
  readFileSync(new URL("../../openapi/requirements.schema.json", import.meta.url), "utf8"),
) as object;

/**
 * Reads requirements.yaml.
 *
 * @throws Error that names each row which does not have the form of requirements.schema.json, or whose
 *   id stands twice.
 */
export function readRequirements(yaml: string): Row[] {
  const document: unknown = parse(yaml);
  const validate = new Ajv2020({
    allErrors: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
  }).compile<{
    requirements: Row[];
  }>(schema);
  if (!validate(document)) {
    const lines = (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ""}`);
    throw new Error(`requirements.yaml:\n${lines.join("\n")}`);
  }
  const seen = new Set<string>();
  for (const { id } of document.requirements) {
    if (seen.has(id)) throw new Error(`requirements.yaml: ${id} stands twice`);
    seen.add(id);
  }
  return document.requirements;
}

/** The requirements as a typed table. */
export function requirementsModule(yaml: string): string {
  const rows = readRequirements(yaml).map((row) => ({
    ...row,
    operation: undefined,
    // For those who compare with the specification; nothing that is generated needs it.
    source: undefined,
    operations: row.operation === undefined ? [] : [row.operation].flat(),
  }));
  return `${banner}
/** Where a requirement comes from: said, following from what is said, or left open by the specification. */
export type Basis = "stated" | "derived" | "unspecified";

/** An answer that a server may reasonably give to an open question. */
export interface Answer {
  readonly id: string;
  readonly means: string;
}

/** One statement of the specification. */
export interface Requirement {
  readonly id: string;
  /** Heading of the specification; "/" separates levels. */
  readonly section: string;
  /** Operations it speaks of; none where it speaks of all or of no one. */
  readonly operations: readonly string[];
  readonly basis: Basis;
  readonly statement: string;
  /** What a derived requirement follows from. */
  readonly because?: string;
  readonly question?: string;
  /** What the client assumes while a question is open. */
  readonly assumption?: string;
  /** Why that assumption is safe. */
  readonly safe?: string;
  /** Known answers to an open question; the sandbox gives the first one. */
  readonly answers?: readonly Answer[];
  /** Why no probe can tell the answer. */
  readonly unobservable?: string;
}

const rows = ${JSON.stringify(rows, null, 2)} as const satisfies readonly Requirement[];

/** The id of a requirement. */
export type RequirementId = (typeof rows)[number]["id"];

/** The id of an open question. */
export type GapId = Extract<RequirementId, \`gap.\${string}\`>;

/** Every requirement, in the order of the specification. */
export const requirements: readonly (Requirement & { readonly id: RequirementId })[] = rows;

const byId = new Map<string, Requirement & { readonly id: RequirementId }>(rows.map((row) => [row.id, row]));

/**
 * The requirement with this id.
 *
 * @throws RangeError when there is none.
 */
export function requirement(id: string): Requirement & { readonly id: RequirementId } {
  const row = byId.get(id);
  if (row === undefined) throw new RangeError(\`there is no requirement \${id}\`);
  return row;
}
`;
}
