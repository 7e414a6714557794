import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Document } from "./document.ts";

const redocly = fileURLToPath(new URL("../../node_modules/@redocly/cli/bin/cli.js", import.meta.url));
const config = fileURLToPath(new URL("../../redocly.yaml", import.meta.url));

/**
 * Bundles a description into one document with Redocly.
 *
 * @param description - Path of the OpenAPI description.
 * @throws Error with Redocly's own words when the description cannot be bundled.
 */
export function bundle(description: string): Document {
  const folder = mkdtempSync(join(tmpdir(), "partner-card-bundle-"));
  const output = join(folder, "openapi.json");
  try {
    execFileSync(process.execPath, [redocly, "bundle", description, "--config", config, "--output", output], {
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    });
    return JSON.parse(readFileSync(output, "utf8")) as Document;
  } catch (error) {
    const words = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    throw new Error(`${description} cannot be bundled:\n${words}`, { cause: error });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
