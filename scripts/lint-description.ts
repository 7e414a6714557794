/**
 * Checks the description against Redocly's strict rules and our own rules in scripts/lint/.
 *
 *     tsx scripts/lint-description.ts [FILE…]     default: the description of this repository
 *
 * Prints one line per problem, `file:line:column rule message`, and exits 1 if there are any.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./generate/bundle.ts";
import { type Document, operationIdsOf } from "./generate/document.ts";
import { type Row, readRequirements } from "./generate/requirements.ts";
import { nameOf } from "./kit/file-name.ts";
import { runIfStarted } from "./kit/program.ts";
import { redocly } from "./redocly/run.ts";

/** One place where a description breaks a rule. */
export interface Problem {
  readonly rule: string;
  readonly message: string;
  /** File, relative to the root of the repository. */
  readonly file: string;
  /** JSON pointer into the description, for example `#/paths/~1v1~1card/get`. */
  readonly pointer: string;
  readonly line: number;
  readonly column: number;
}

interface Report {
  problems: {
    ruleId: string;
    message: string;
    location: { source: { ref: string }; pointer: string; start: { line: number; col: number } }[];
  }[];
}

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The problems found in some descriptions, in the order of the rules.
 *
 * @param files - Paths of OpenAPI descriptions; each has a requirements.yaml beside it.
 * @throws Error with Redocly's message when it cannot check them at all.
 */
export function lintDescriptions(files: readonly string[]): Problem[] {
  const run = redocly(["lint", ...files, "--format", "json", "--max-problems", "1000"]);
  // Redocly writes one JSON document per file, one after the other.
  const reports = run.stdout.split(/(?<=^\})(?=\{$)/m).filter((text) => text.trim() !== "");
  if (reports.length !== files.length) {
    throw new Error(`Redocly cannot judge ${files.join(", ")}:\n${run.stderr || run.stdout}`);
  }
  const problems = reports.flatMap((text) => (JSON.parse(text) as Report).problems);
  // Redocly divides without rounding, and finds that 19.99 is no multiple of 0.01; generation judges it.
  return problems
    .filter(({ message }) => !/ must be multiple of [0-9.e-]+\.$/.test(message))
    .map(({ ruleId, message, location: [place] }) => ({
      rule: ruleId,
      message,
      file: place === undefined ? "" : relative(root, resolve(root, place.source.ref)),
      pointer: place?.pointer ?? "",
      line: place?.start.line ?? 0,
      column: place?.start.col ?? 0,
    }));
}

/**
 * Reads a description and the requirements beside it, of which Redocly would only say that they cannot be read, or
 * that a rule of ours failed.
 *
 * @throws Error with `file:line:column: what is wrong`, one line for each mistake.
 */
function readable(description: string): { document: Document; rows: readonly Row[] } {
  const requirements = join(dirname(description), "requirements.yaml");
  for (const file of [description, requirements])
    if (!existsSync(file)) throw new Error(`${nameOf(file)} does not exist; is the path right?`);
  const document = bundle(description);
  const text = readFileSync(requirements, "utf8");
  return { document, rows: readRequirements(text, nameOf(requirements), operationIdsOf(document)) };
}

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  const files =
    args.length > 0 ? args.map((file) => resolve(file)) : [join(root, "openapi/partner-card.yaml")];
  const read = files.map((file) => ({ file, ...readable(file) }));
  const problems = lintDescriptions(files);
  for (const { file, line, column, rule, message } of problems) {
    console.error(`${file}:${line}:${column} ${rule} ${message}`);
  }
  if (problems.length > 0) return 1;
  // What generation would refuse, nobody should be told to be right.
  const { refuse } = await import("./generate/refuse.ts");
  for (const { file, document, rows } of read) refuse(document, file, rows);
  console.log("The description keeps every rule.");
  return 0;
}

await runIfStarted(import.meta.url, main);
