/** The environment variables of the command, the .env file that adds to them, and files named by settings. */
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { messageOf } from "../base/run-ended.ts";
import { UsageError } from "../base/usage-error.ts";
import { suggested } from "./flags.ts";

/** Names of the environment variables. Secrets have no flag: other processes can see flags. */
export const variables = {
  baseUrl: "PARTNER_CARD_BASE_URL",
  clientId: "PARTNER_CARD_CLIENT_ID",
  clientSecret: "PARTNER_CARD_CLIENT_SECRET",
  signingKey: "PARTNER_CARD_SIGNING_KEY",
  signingKeyPassphrase: "PARTNER_CARD_SIGNING_KEY_PASSPHRASE",
} as const;

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables with our prefix that have another purpose. */
const others: readonly string[] = ["ALLOW_WRITES", "CARD", "ONLY", "SKIP", "SCENARIO", "TASK"].map(
  (name) => `PARTNER_CARD_${name}`,
);

/**
 * Makes sure that no variable with our prefix is misspelt: it would be ignored, and the wrong thing judged.
 *
 * @throws UsageError that suggests the nearest name.
 */
export function knownVariables(environment: Environment): void {
  const names = [...Object.values(variables), ...others];
  for (const name of Object.keys(environment)) {
    if (!name.startsWith("PARTNER_CARD_") || names.includes(name)) continue;
    const hint = suggested(name, names) ?? `known are ${names.join(", ")}`;
    throw new UsageError(`there is no variable ${name}; ${hint}`);
  }
}

/**
 * The environment, extended by a .env file.
 *
 * @param path - Path of the file; nothing is added if it does not exist.
 * @throws UsageError when it cannot be read.
 */
export function withEnvFile(environment: Environment, path = ".env"): Environment {
  return existsSync(path) ? { ...parseEnv(readText(path)), ...environment } : environment;
}

/**
 * Reads a file that a setting names.
 *
 * @param setting - The flag or variable, for the error.
 * @throws UsageError when it cannot be read; a value that may be a key instead of a path is not shown.
 */
export function readText(path: string, setting?: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const isPath = path.length <= 200 && !/[\r\n]|-----/.test(path);
    const problem = isPath
      ? `${path} cannot be read: ${messageOf(error)}`
      : `give the name of a file, not its content (not shown here); only ${variables.signingKey} takes PEM text as it is`;
    throw new UsageError(setting === undefined ? problem : `${setting}: ${problem}`);
  }
}
