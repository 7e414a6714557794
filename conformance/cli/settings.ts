/** From flags and environment to a target. A flag wins over the environment, the environment over .env. */

import type { KeyObject } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { importSigningKey } from "../../src/signature/keys.ts";
import { nearest } from "../base/nearest.ts";
import { parseBaseUrl, type Target } from "../base/target.ts";
import { UsageError } from "../base/usage-error.ts";

/** Names of the environment variables. The secrets have no flag: flags are seen by other processes. */
export const variables = {
  baseUrl: "PARTNER_CARD_BASE_URL",
  clientId: "PARTNER_CARD_CLIENT_ID",
  clientSecret: "PARTNER_CARD_CLIENT_SECRET",
  signingKey: "PARTNER_CARD_SIGNING_KEY",
  signingKeyPassphrase: "PARTNER_CARD_SIGNING_KEY_PASSPHRASE",
} as const;

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables with our prefix that mean something elsewhere. */
const others: readonly string[] = ["ALLOW_WRITES", "CARD", "ONLY", "SKIP"].map(
  (name) => `PARTNER_CARD_${name}`,
);

/**
 * Makes sure that no variable with our prefix is misspelt: it would be ignored, and something else judged.
 *
 * @throws UsageError that suggests the nearest name.
 */
export function knownVariables(environment: Environment): void {
  const names = [...Object.values(variables), ...others];
  for (const name of Object.keys(environment)) {
    if (!name.startsWith("PARTNER_CARD_") || names.includes(name)) continue;
    const suggestion = nearest(name, names);
    throw new UsageError(
      `there is no variable ${name}; ${suggestion === null ? `known are ${names.join(", ")}` : `did you mean ${suggestion}?`}`,
    );
  }
}

/** Flags that describe the target. */
export interface TargetFlags {
  readonly "base-url"?: string | undefined;
  readonly "client-id"?: string | undefined;
  readonly "signing-key"?: string | undefined;
  readonly "signature-path"?: string | undefined;
}

/**
 * The environment with what a .env file adds to it.
 *
 * @param path - Path of the file; nothing is added where there is none.
 * @throws UsageError when it cannot be read.
 */
export function withEnvFile(environment: Environment, path = ".env"): Environment {
  if (!existsSync(path)) return environment;
  try {
    return { ...parseEnv(readFileSync(path, "utf8")), ...environment };
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${reason(error)}`);
  }
}

/**
 * Reads the target out of flags and environment.
 *
 * @throws UsageError that names the setting which is missing or wrong, and how to give it.
 */
export function readTarget(flags: TargetFlags, environment: Environment): Target {
  const baseUrl = flags["base-url"] ?? environment[variables.baseUrl];
  const clientId = flags["client-id"] ?? environment[variables.clientId];
  const clientSecret = environment[variables.clientSecret];
  if (!baseUrl) throw new UsageError(`no base URL: give --base-url URL or ${variables.baseUrl}`);
  if (!clientId) throw new UsageError(`no client id: give --client-id ID or ${variables.clientId}`);
  if (!clientSecret) {
    throw new UsageError(
      `no client secret: set ${variables.clientSecret} (there is no flag for it, on purpose)`,
    );
  }
  const path = flags["signature-path"] ?? "api";
  if (path !== "api" && path !== "full") {
    throw new UsageError(`--signature-path can be api or full, not "${path}"`);
  }
  try {
    return {
      ...parseBaseUrl(baseUrl),
      clientId,
      clientSecret,
      signingKey: readSigningKey(flags["signing-key"], environment),
      signaturePath: path,
      sandbox: false,
    };
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}

/**
 * The signing key: a file from the flag, a file or PEM from the environment, or null where neither is set.
 * The passphrase of an encrypted one comes from the environment.
 *
 * @throws UsageError when there is one that cannot be used.
 */
export function readSigningKey(flag: string | undefined, environment: Environment): KeyObject | null {
  const value = flag ?? environment[variables.signingKey];
  if (value === undefined || value === "") return null;
  const name = flag === undefined ? variables.signingKey : "--signing-key";
  const isPem = flag === undefined && value.includes("-----BEGIN");
  let pem = value;
  if (!isPem) {
    try {
      pem = readFileSync(value, "utf8");
    } catch (error) {
      throw new UsageError(
        `${name}: ${couldBePath(value) ? `${value} cannot be read: ${reason(error)}` : misplaced}`,
      );
    }
  }
  const passphrase = environment[variables.signingKeyPassphrase] || undefined;
  const encrypted = /ENCRYPTED/.test(pem);
  if (encrypted && passphrase === undefined) {
    throw new UsageError(
      `${name}: the key is encrypted; set ${variables.signingKeyPassphrase} to its passphrase (there is no flag for it, on purpose)`,
    );
  }
  try {
    return importSigningKey(pem, passphrase);
  } catch (error) {
    const from = encrypted ? ` (the passphrase is that of ${variables.signingKeyPassphrase})` : "";
    throw new UsageError(`${name}: ${reason(error)}${from}`);
  }
}

const misplaced = `what it holds (not shown) is not the name of a file; PEM text goes into ${variables.signingKey} as it is`;

/** False for what may be the key itself, which must not be shown. */
function couldBePath(value: string): boolean {
  return value.length <= 200 && !/[\r\n]|-----/.test(value);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
