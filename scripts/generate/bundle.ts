import { readFileSync } from "node:fs";
import { resolve as absolute } from "node:path";
import { nameOf } from "../kit/file-name.ts";
import { namesOf, pointerTo, valueAt } from "../kit/json-pointer.ts";
import { parseYaml } from "../kit/yaml-file.ts";
import { placeOf } from "../kit/yaml-place.ts";
import { redocly } from "../redocly/run.ts";
import type { Document } from "./document.ts";
import { linesOf } from "./refusal.ts";
import { shapeMistakes } from "./shape.ts";

/**
 * A description as one document. One that stands in a single file is that document; only a description of several
 * files needs Redocly to join them, which takes longer than everything else here.
 *
 * @param description - Path of the OpenAPI description.
 * @param name - What the file is called in a message.
 * @throws Error that says where the file is no YAML, a `$ref` leads nowhere or to itself, or a value is of a kind that
 *   cannot stand in its place, as `name:line:column: …`, or with Redocly's own words when it cannot join the files.
 */
export function bundle(description: string, name = nameOf(description)): Document {
  const text = readText(description, name);
  const document = parseYaml(text, name) as Document | null;
  if (typeof document?.paths !== "object" || document.paths === null)
    throw new Error(`${name}:1:1: this is no OpenAPI description; it has no paths`);
  const references = referencesOf(document);
  for (const { pointer, target } of references) {
    const mistake = mistakeOf(document, target);
    if (mistake === undefined) continue;
    const { line, column } = placeOf(text, pointer);
    throw new Error(`${name}:${line}:${column}: the $ref ${target} ${mistake}`);
  }
  const whole = references.every(({ target }) => target.startsWith("#"))
    ? extensionsLast(document)
    : joined(description, name, document);
  const misshapen = shapeMistakes(whole);
  if (misshapen.length > 0) throw new Error(linesOf(misshapen, text, name));
  return whole;
}

/** The description with what it takes from other files in it, by Redocly. */
function joined(description: string, name: string, document: Document): Document {
  const { status, stdout, stderr } = redocly(["bundle", absolute(description), "--ext", "json"]);
  if (status === 0) return JSON.parse(stdout) as Document;
  const problems = [...stderr.matchAll(/^\[\d+\] (\S+:\d+:\d+) at (\S+)\n\n(.*)$/gm)].flatMap(
    ([, place, pointer = "", what]) => {
      const { $ref } = (valueAt(document, namesOf(pointer)) ?? {}) as { $ref?: string };
      // Redocly also names those that lead to the wrong one.
      return $ref?.startsWith("#") ? [] : [`${place}: ${what}; correct it or add what it names`];
    },
  );
  throw new Error(problems.length > 0 ? problems.join("\n") : `${name} cannot be bundled:\n${stderr}`);
}

/** What is wrong with a `$ref` within the document; undefined where it leads to something. */
function mistakeOf(document: Document, target: string, above: readonly string[] = []): string | undefined {
  if (!target.startsWith("#")) return undefined;
  if (above.includes(target)) return "comes back to itself; say what is meant instead";
  const node = valueAt(document, namesOf(decodeURIComponent(target)));
  if (node === undefined) return "leads nowhere; correct it or add what it names";
  const { $ref } = (node ?? {}) as { $ref?: unknown };
  return typeof $ref === "string" ? mistakeOf(document, $ref, [...above, target]) : undefined;
}

function readText(path: string, name: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(`${name} cannot be read; is the path right?`, { cause: error });
  }
}

/** The document with the `x-` keys of its root at the end, as Redocly's bundle has them: both ways give the same. */
function extensionsLast(document: Document): Document {
  const entries = Object.entries(document);
  const isExtension = ([key]: [string, unknown]) => key.startsWith("x-");
  return Object.fromEntries([
    ...entries.filter((entry) => !isExtension(entry)),
    ...entries.filter(isExtension),
  ]) as unknown as Document;
}

/** Every `$ref` with the JSON pointer to it. */
function referencesOf(node: unknown, pointer = ""): { pointer: string; target: string }[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    const here = pointer + pointerTo([key]);
    return key === "$ref" && typeof value === "string"
      ? [{ pointer: here, target: value }]
      : referencesOf(value, here);
  });
}
