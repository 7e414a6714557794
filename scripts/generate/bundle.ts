import { resolve } from "node:path";
import { redocly } from "../redocly/run.ts";
import type { Document } from "./document.ts";

/**
 * Bundles a description into one document with Redocly.
 *
 * @param description - Path of the OpenAPI description.
 * @throws Error with Redocly's own words when the description cannot be bundled.
 */
export function bundle(description: string): Document {
  const { status, stdout, stderr } = redocly(["bundle", resolve(description), "--ext", "json"]);
  if (status !== 0) throw new Error(`${description} cannot be bundled:\n${stderr}`);
  return JSON.parse(stdout) as Document;
}
