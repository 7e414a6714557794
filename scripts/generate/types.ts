import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { banner } from "./banner.ts";
import type { Document } from "./document.ts";

const program = fileURLToPath(new URL("types-program.js", import.meta.url));

/**
 * TypeScript types of the description, by openapi-typescript.
 *
 * The idempotency key is optional for callers: the client makes one where none is given. That is the
 * one place where the types say less than the description.
 *
 * @throws Error with the words of openapi-typescript when it cannot make them.
 */
export async function typesModule(document: Document): Promise<string> {
  const relaxed = structuredClone(document);
  for (const parameter of Object.values(relaxed.components.parameters ?? {})) {
    if (parameter["x-lifetime-seconds"] !== undefined) parameter.required = false;
  }
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "pipe"] });
  // Where it ends early, its exit code and words say why, not the pipe that is closed.
  child.stdin.on("error", () => {});
  child.stdin.end(JSON.stringify(relaxed));
  const [types, words, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  if (status !== 0) throw new Error(`the types cannot be made:\n${words}`);
  return banner + types;
}
