/**
 * `npm run generate`: builds everything in generated/ from the hand-written files in openapi/.
 *
 *     npm run generate                     write the files
 *     npm run generate -- --check          write nothing; exit 1 and name each stale file
 *     npm run generate -- --description FILE --requirements FILE --out DIR
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bundle } from "./generate/bundle.ts";
import { fieldsModule } from "./generate/fields.ts";
import { operationsModule } from "./generate/operations.ts";
import { requirementsModule } from "./generate/requirements.ts";
import { samplesModule } from "./generate/samples.ts";
import { typesModule } from "./generate/types.ts";
import { validatorsDeclaration, validatorsModule } from "./generate/validators.ts";
import { runIfStarted } from "./program.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Creates every generated file from a description and its requirements.
 *
 * @param description - Path of the OpenAPI 3.1 description.
 * @param requirements - Path of requirements.yaml.
 * @returns File name to content; the same input produces the same bytes.
 */
export async function generate(description: string, requirements: string): Promise<Map<string, string>> {
  const document = bundle(description);
  return new Map([
    ["openapi.json", `${JSON.stringify(document, null, 2)}\n`],
    ["types.ts", await typesModule(document)],
    ["operations.ts", operationsModule(document)],
    ["fields.ts", fieldsModule(document)],
    ["samples.ts", samplesModule(document)],
    ["validators.js", validatorsModule(document)],
    ["validators.d.ts", validatorsDeclaration(document)],
    ["requirements.ts", requirementsModule(readFileSync(requirements, "utf8"))],
  ]);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      check: { type: "boolean", default: false },
      description: { type: "string", default: join(root, "openapi/partner-card.yaml") },
      requirements: { type: "string", default: join(root, "openapi/requirements.yaml") },
      out: { type: "string", default: join(root, "generated") },
    },
  });
  const files = await generate(values.description, values.requirements);
  const stale = [...files].filter(([name, text]) => {
    const path = join(values.out, name);
    return !existsSync(path) || readFileSync(path, "utf8") !== text;
  });
  if (values.check) {
    for (const [name] of stale) {
      console.error(`${relative(process.cwd(), join(values.out, name))} is stale; run npm run generate`);
    }
    return stale.length === 0 ? 0 : 1;
  }
  mkdirSync(values.out, { recursive: true });
  for (const [name, text] of stale) writeFileSync(join(values.out, name), text);
  console.log(
    stale.length === 0 ? "generated/ is up to date" : `wrote ${stale.map(([name]) => name).join(", ")}`,
  );
  return 0;
}

await runIfStarted(import.meta.url, main);
