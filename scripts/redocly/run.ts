import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

/** The result of a Redocly command. */
export interface RedoclyRun {
  /** Exit code; 1 if the process was ended by a signal. */
  readonly status: number;
  readonly stdout: string;
  /** Standard error in plain text, without Redocly's box about an old Node version; never empty after a signal. */
  readonly stderr: string;
}

/**
 * Runs the installed Redocly CLI in the root of the repository, so that it finds redocly.yaml there, and with
 * telemetry and update checks turned off.
 *
 * @param args - Command and options, as `["lint", "openapi/partner-card.yaml"]`; other paths are absolute.
 */
export function redocly(args: readonly string[]): RedoclyRun {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const { status, stdout, stderr, signal, error } = spawnSync(
    process.execPath,
    ["node_modules/@redocly/cli/bin/cli.js", ...args],
    {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    },
  );
  if (error !== undefined) throw error;
  const ended = signal === null ? "" : `Redocly was ended by ${signal}`;
  return { status: status ?? 1, stdout, stderr: [plainWords(stderr), ended].filter(Boolean).join("\n") };
}

/** What Redocly says, without colours and without its boxes, which it draws on Node 20 before every message. */
export function plainWords(stderr: string): string {
  const lines = stripVTControlCharacters(stderr).split("\n");
  return lines
    .filter((line) => !/^\s*[╔║╚]/.test(line))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
