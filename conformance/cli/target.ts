/** Derives the target from flags and environment. A flag overrides the environment, the environment .env. */
import { parseBaseUrl, type Target } from "../base/target.ts";
import { UsageError } from "../base/usage-error.ts";
import { type Environment, variables } from "./environment.ts";
import { readSigningKey } from "./keys.ts";

/** Flags that describe the target. */
export interface TargetFlags {
  readonly "base-url"?: string | undefined;
  readonly "client-id"?: string | undefined;
  readonly "signing-key"?: string | undefined;
  readonly "signature-path"?: string | undefined;
}

/**
 * Reads the target from flags and environment.
 *
 * @throws UsageError that names the missing or wrong setting, and how to give it.
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
  const signaturePath = flags["signature-path"] ?? "api";
  if (signaturePath !== "api" && signaturePath !== "full") {
    throw new UsageError(`--signature-path can be api or full, not "${signaturePath}"`);
  }
  return {
    ...asUsage(() => parseBaseUrl(baseUrl)),
    clientId,
    clientSecret,
    signingKey: readSigningKey(flags["signing-key"], environment),
    signaturePath,
    sandbox: false,
  };
}

/**
 * Reads a setting.
 *
 * @throws UsageError with the message of the RangeError that rejects it.
 */
export function asUsage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message) : error;
  }
}
