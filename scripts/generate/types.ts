import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { banner } from "./banner.ts";
import type { Document } from "./document.ts";

const program = fileURLToPath(new URL("types-program.js", import.meta.url));

/**
 * Starts the program that makes TypeScript types with openapi-typescript: it loads while the description is read.
 *
 * @param signal - Ends it.
 * @returns The types of a description, to be asked for once. It throws Error with the words of openapi-typescript where
 *   it cannot make them.
 */
export function startTypes(signal: AbortSignal): (document: Document) => Promise<string> {
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "pipe"], signal });
  // Where it ends early, its exit code and words say why, not the pipe that is closed; where it is ended, nobody asks.
  child.stdin.on("error", () => {});
  child.on("error", () => {});
  return async (document) => {
    child.stdin.end(JSON.stringify(withAlternativesInside(relaxed(document))));
    const [types, words, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    if (status !== 0) throw new Error(`the types cannot be made:\n${words}`);
    return banner + types;
  };
}

/**
 * The description with an idempotency key that callers may leave out: the client makes one where none is given. That
 * is the one place where the types say less than the description.
 */
function relaxed(document: Document): Document {
  const relaxed = structuredClone(document);
  for (const parameter of Object.values(relaxed.components?.parameters ?? {})) {
    if (parameter["x-lifetime-seconds"] !== undefined) parameter.required = false;
  }
  return relaxed;
}

/** Members whose values are no schemas, whatever they look like. */
const values = ["example", "examples", "default", "const", "enum", "value"];

/**
 * A copy in which an object with properties has its `anyOf` within `allOf`, which means the same: openapi-typescript
 * takes an `anyOf` beside properties for something else that the object may be in their place.
 */
export function withAlternativesInside<Node>(node: Node): Node {
  if (Array.isArray(node)) return node.map(withAlternativesInside) as Node;
  if (typeof node !== "object" || node === null) return node;
  const copied = Object.fromEntries(
    Object.entries(node).map(([name, part]) => [
      name,
      values.includes(name) ? part : withAlternativesInside(part),
    ]),
  );
  const { anyOf, ...rest } = copied;
  if (!Array.isArray(anyOf) || copied.properties === undefined) return copied as Node;
  return { ...rest, allOf: [...((copied.allOf as readonly unknown[] | undefined) ?? []), { anyOf }] } as Node;
}
