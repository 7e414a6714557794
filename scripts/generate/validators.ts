import { fileURLToPath } from "node:url";
import standalone from "ajv/dist/standalone/index.js";
import { buildSync } from "esbuild";
import { documentId, newAjv } from "./ajv.ts";
import { banner } from "./banner.ts";
import { newIdSchemasOf } from "./creations.ts";
import type { Document } from "./document.ts";
import { listedIdSchemasOf } from "./listings.ts";
import { itemIdSchemasOf } from "./pages.ts";
import { schemasOf } from "./schemas.ts";

/** Each schema's name with the identifier under which its validator is exported: one for each place. */
function exportsOf(document: Document) {
  const identifiers = new Map<string, string>();
  const named = [
    ...schemasOf(document),
    ...itemIdSchemasOf(document),
    ...listedIdSchemasOf(document),
    ...newIdSchemasOf(document),
  ];
  const all = [...new Map(named.map((one) => [one.name, one])).values()];
  return all.map(({ name, fragment }, index) => {
    // Words such as `default` have no capital, nor have AJV's names, such as `schema3`: those are no names for an export.
    const plain = /^[A-Za-z]\w*$/.test(name) && /[A-Z_]/.test(name);
    // What several operations refer to has several names, and is compiled once.
    const identifier = identifiers.get(fragment) ?? (plain ? name : `named${index}`);
    identifiers.set(fragment, identifier);
    return { name, fragment, identifier };
  });
}

/** Validators of every schema that has a name as one ES module without imports. */
export function validatorsModule(document: Document): string {
  const all = exportsOf(document);
  const refs = Object.fromEntries(all.map(({ identifier, fragment }) => [identifier, documentId + fragment]));
  const code = standalone.default(newAjv(document, true), refs);
  const members = all.map(({ name, identifier }) =>
    name === identifier ? name : `${JSON.stringify(name)}: ${identifier}`,
  );
  return banner + withoutImports(`${code}\nexport const validators = { ${members.join(", ")} };\n`);
}

/**
 * The code with what it requires of AJV and its formats in it, so that the package needs neither at run time.
 * Minified, since the names of modules would otherwise be paths of this machine.
 */
function withoutImports(code: string): string {
  if (!/\brequire\(/.test(code)) return code;
  const { outputFiles } = buildSync({
    stdin: { contents: code, resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    charset: "utf8",
    minify: true,
    write: false,
  });
  // AJV's helpers name themselves for a compiler to come, which there is none of.
  return (outputFiles[0]?.text ?? "").replace(/'require\("[^"']+"\)\.default'/g, '""');
}

/** Type declarations of {@link validatorsModule}. */
export function validatorsDeclaration(document: Document): string {
  const all = exportsOf(document);
  return `${banner}
/** One way in which a value differs from its schema. */
export interface SchemaError {
  /** JSON pointer to the value. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Tells whether a value fits a schema; the differences of the last call are in \`errors\`. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

${[...new Set(all.map(({ identifier }) => identifier))].map((one) => `export declare const ${one}: Validator;`).join("\n")}

/** Every validator by the name of its schema. */
export declare const validators: Readonly<Record<SchemaName, Validator>>;

/** Name of a schema of the description: a component, or the body, the response or the parameter that it stands in. */
export type SchemaName = ${all.map(({ name }) => JSON.stringify(name)).join(" | ")};
`;
}
