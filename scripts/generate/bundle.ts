import { readFileSync } from "node:fs";
import { resolve as absolute } from "node:path";
import { nameOf } from "../file-name.ts";
import { namesOf, valueAt } from "../json-pointer.ts";
import { redocly } from "../redocly/run.ts";
import { parseYaml } from "../yaml-file.ts";
import { placeOf } from "../yaml-place.ts";
import type { Document } from "./document.ts";

/**
 * A description as one document. One that stands in a single file is that document; only a description of several
 * files needs Redocly to join them, which takes longer than everything else here.
 *
 * @param description - Path of the OpenAPI description.
 * @param name - What the file is called in a message.
 * @throws Error that says where the file is no YAML or a `$ref` leads nowhere, as `name:line:column: …`, or with
 *   Redocly's own words when it cannot join the files.
 */
export function bundle(description: string, name = nameOf(description)): Document {
  const text = readText(description, name);
  const document = parseYaml(text, name) as Document | null;
  if (typeof document?.paths !== "object" || document.paths === null)
    throw new Error(`${name}:1:1: this is no OpenAPI description; it has no paths`);
  const references = referencesOf(document);
  for (const { pointer, target } of references) {
    if (!target.startsWith("#") || valueAt(document, namesOf(decodeURIComponent(target))) !== undefined)
      continue;
    const { line, column } = placeOf(text, pointer);
    throw new Error(
      `${name}:${line}:${column}: the $ref ${target} leads nowhere; correct it or add what it names`,
    );
  }
  if (references.every(({ target }) => target.startsWith("#"))) return extensionsLast(document);
  const { status, stdout, stderr } = redocly(["bundle", absolute(description), "--ext", "json"]);
  if (status !== 0) throw new Error(`${name} cannot be bundled:\n${stderr}`);
  return JSON.parse(stdout) as Document;
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
    const here = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return key === "$ref" && typeof value === "string"
      ? [{ pointer: here, target: value }]
      : referencesOf(value, here);
  });
}
