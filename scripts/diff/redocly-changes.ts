import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../../conformance/base/shape.ts";
import { type Document, methods, type Parameter } from "../generate/document.ts";
import { pointerTo } from "../kit/json-pointer.ts";
import { inTemporaryFolder } from "../kit/temporary-folder.ts";
import { redocly } from "../redocly/run.ts";

/** One change as Redocly reports it. */
export interface RedoclyChange {
  /** JSON pointer to what is added, removed or modified, with names of the newer document where both have it. */
  readonly path: string;
  readonly kind: "added" | "removed" | "modified";
  readonly impact: "major" | "minor" | "patch";
  /** The key that has another value, of something modified; `key` where the name of the whole is another one. */
  readonly property?: string;
  /** What its rules say; none where no rule speaks of the change, and `impact` is only a default. */
  readonly verdicts: readonly unknown[];
  readonly base?: Side;
  readonly revision?: Side;
}

/** A change on one side: where it is, and the value there, if there is one. */
export interface Side {
  readonly pointer: string;
  readonly value?: unknown;
}

/**
 * The changes between two documents by Redocly's compatibility rules.
 *
 * @throws Error with Redocly's words when it cannot compare them.
 */
export function redoclyChanges(base: Document, revision: Document): RedoclyChange[] {
  return inTemporaryFolder((folder) => {
    const named = { base: withNamedParameters(base), revision: withNamedParameters(revision) };
    const files = Object.entries(named).map(([name, { document }]) => {
      const file = join(folder, `${name}.json`);
      writeFileSync(file, JSON.stringify(document));
      return file;
    });
    const run = redocly(["diff", ...files, "--format", "json", "--fail-on", "none"]);
    if (run.status !== 0 || run.stdout === "")
      throw new Error(`the descriptions cannot be compared:\n${run.stderr}`);
    const { changes } = JSON.parse(run.stdout) as { changes: RedoclyChange[] };
    return changes
      .filter(({ path }) => !path.startsWith(`#/${byName}/`))
      .map(({ base, revision, ...change }) => ({
        ...change,
        ...(base && { base: { ...base, pointer: named.base.realPointer(base.pointer) } }),
        ...(revision && { revision: { ...revision, pointer: named.revision.realPointer(revision.pointer) } }),
      }));
  });
}

/** Where the parameters of all operations stand by their names, for Redocly alone. */
const byName = "x-parameters";

/**
 * A document in which operations refer to their parameters. Of two lists Redocly takes those items for the same whose
 * text is alike, or that refer to the same place: a parameter is the same by its name, however else it has changed.
 */
function withNamedParameters(original: Document) {
  const document = JSON.parse(JSON.stringify(original, withoutUnseen)) as Document;
  const parameters: Record<string, Parameter> = {};
  const pointers = new Map<string, string>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method];
      // Redocly takes another scope for another security.
      delete operation?.security;
      if (operation?.parameters === undefined) continue;
      operation.parameters = operation.parameters.map((parameter, index) => {
        const identity = JSON.stringify([path, method, parameter.in, parameter.name]);
        const key = Buffer.from(identity).toString("base64url");
        parameters[key] = parameter;
        const place = pointerTo(["paths", path, method, "parameters", String(index)]);
        pointers.set(`#/${byName}/${key}`, `#${place}`);
        return { $ref: `#/${byName}/${key}` } as Parameter;
      });
    }
  }
  const realPointer = (pointer: string) =>
    pointer.replace(/^#\/x-parameters\/[^/]+/, (place) => pointers.get(place) ?? place);
  return { document: { ...document, [byName]: parameters }, realPointer };
}

/**
 * Leaves out what its rules do not know, x- keys, and what they would look up in components that are gone, the mapping
 * of a discriminator. What becomes of both is told in unseen-changes.ts.
 */
function withoutUnseen(key: string, value: unknown): unknown {
  if (key.startsWith("x-")) return undefined;
  const { propertyName } = (key === "discriminator" && isObject(value) ? value : {}) as Record<
    string,
    unknown
  >;
  return typeof propertyName === "string" ? { propertyName } : value;
}
