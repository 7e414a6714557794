/**
 * `npm run generate`: builds everything in generated/ from the hand-written files in openapi/.
 *
 *     npm run generate                     write the files
 *     npm run generate -- --check          write nothing; exit 1 and name each stale or extra file
 *     npm run generate -- --description FILE --requirements FILE --out DIR
 *     npm run generate -- --skip-types     leave types.ts as it is, which takes half of the time: where nothing is compiled
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Document } from "./generate/document.ts";
import type { Row } from "./generate/requirements.ts";
import { startTypes } from "./generate/types.ts";
import { nameOf } from "./kit/file-name.ts";
import { runIfStarted } from "./kit/program.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const sources = {
  description: join(root, "openapi/partner-card.yaml"),
  requirements: join(root, "openapi/requirements.yaml"),
};
const ownFolder = join(root, "generated");

/**
 * Creates every generated file from a description and its requirements.
 *
 * @param description - Path of the OpenAPI 3.1 description.
 * @param requirements - Path of requirements.yaml.
 * @param withTypes - False for every other file alone.
 * @returns File name to content; the same input produces the same bytes.
 * @throws Error that names file, line and column of what is wrong in either, one line for each reason.
 */
export async function generate(
  description: string,
  requirements: string,
  withTypes = true,
): Promise<Map<string, string>> {
  const end = new AbortController();
  try {
    // The types are made by another process: all the rest is loaded and made while it loads and works.
    const typesOf = withTypes ? startTypes(end.signal) : null;
    const { bundle } = await import("./generate/bundle.ts");
    const document = bundle(description);
    const types = typesOf?.(document);
    // Where the rest fails, that is told, and not what the compiler makes of it.
    types?.catch(() => undefined);
    const [{ refuse }, { readRequirements }, { operationIdsOf }] = await Promise.all([
      import("./generate/refuse.ts"),
      import("./generate/requirements.ts"),
      import("./generate/document.ts"),
    ]);
    const text = readFileSync(requirements, "utf8");
    const rows = readRequirements(text, nameOf(requirements), operationIdsOf(document));
    refuse(document, description, rows);
    const rest = await otherFiles(document, rows);
    return new Map(types === undefined ? rest : [["types.ts", await types], ...rest]);
  } finally {
    end.abort();
  }
}

/** Every generated file but the types. */
async function otherFiles(document: Document, rows: readonly Row[]): Promise<[name: string, text: string][]> {
  const [
    { withActions },
    { requirementsModule },
    { validatorsDeclaration, validatorsModule },
    { fieldsModule },
    { demandsModule },
    { samplesModule },
    { operationsModule },
  ] = await Promise.all([
    import("./generate/actions.ts"),
    import("./generate/requirements.ts"),
    import("./generate/validators.ts"),
    import("./generate/fields.ts"),
    import("./generate/demands.ts"),
    import("./generate/samples.ts"),
    import("./generate/operations.ts"),
  ]);
  const described = withActions(document);
  return [
    ["openapi.json", `${JSON.stringify(document, null, 2)}\n`],
    ["operations.ts", operationsModule(described, document)],
    ["fields.ts", fieldsModule(described)],
    ["demands.ts", demandsModule(described)],
    ["samples.ts", samplesModule(described)],
    ["validators.js", validatorsModule(described)],
    ["validators.d.ts", validatorsDeclaration(described)],
    ["requirements.ts", requirementsModule(rows)],
  ];
}

/** How a folder differs from these files: names of those that are missing or other there, and of those that nobody writes. */
function differences(files: ReadonlyMap<string, string>, folder: string) {
  const present = existsSync(folder) ? readdirSync(folder) : [];
  return {
    stale: [...files.keys()].filter(
      (name) => !present.includes(name) || readFileSync(join(folder, name), "utf8") !== files.get(name),
    ),
    extra: present.filter((name) => !files.has(name)),
  };
}

/** The differences as messages, one line each, that say what to do. */
function differenceLines({ stale, extra }: ReturnType<typeof differences>, folder: string): string[] {
  return [
    ...stale.map((name) => `${folder}/${name} is stale; run npm run generate`),
    ...extra.map((name) => `${folder}/${name} is not written by npm run generate; delete it`),
  ];
}

/**
 * What in generated/ is not as the description of this repository makes it, one line each that says what to do.
 *
 * @throws Error as {@link generate} does.
 */
export async function staleLines(): Promise<string[]> {
  const files = await generate(sources.description, sources.requirements);
  return differenceLines(differences(files, ownFolder), nameOf(ownFolder));
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      check: { type: "boolean", default: false },
      description: { type: "string", default: sources.description },
      requirements: { type: "string", default: sources.requirements },
      out: { type: "string", default: ownFolder },
      "skip-types": { type: "boolean", default: false },
    },
  });
  // What is stale is all of it.
  const withTypes = values.check || !values["skip-types"];
  const files = await generate(values.description, values.requirements, withTypes);
  const found = differences(files, values.out);
  if (values.check) {
    const lines = differenceLines(found, nameOf(values.out));
    for (const line of lines) console.error(line);
    return lines.length === 0 ? 0 : 1;
  }
  mkdirSync(values.out, { recursive: true });
  for (const name of found.stale) writeFileSync(join(values.out, name), files.get(name) ?? "");
  console.log(found.stale.length === 0 ? "generated/ is up to date" : `wrote ${found.stale.join(", ")}`);
  return 0;
}

await runIfStarted(import.meta.url, main);
