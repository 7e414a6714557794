import { parseBaseUrl } from "./base-url.ts";
import { onlooker } from "./callbacks.ts";
import { type PartnerCardError, RequestError } from "./errors.ts";
import { allScopes } from "./operation-calls.ts";
import type { CallOptions, ClientOptions } from "./options.ts";
import { checkedSigner } from "./signature/checked-signer.ts";
import { importSigningKey } from "./signature/keys.ts";
import { rsaSigner, type Signer } from "./signature/signer.ts";
import type { CallSettings } from "./transport/call.ts";
import { isTransient } from "./transport/decide.ts";
import { defaultLimits } from "./transport/send.ts";

/** Options, checked and with their defaults. */
export type Config = ReturnType<typeof readOptions>;

/**
 * Checks the options of a client, so that a mistake is found at the start and not with the first write.
 *
 * @throws RequestError `invalid-configuration` or `invalid-signing-key`, naming the option.
 */
export function readOptions(options: ClientOptions) {
  if (typeof options !== "object" || options === null) throw refused("options", "must be an object");
  const retries = typeof options.retries === "number" ? { max: options.retries } : (options.retries ?? {});
  const scopes = options.scopes ?? allScopes();
  if (!Array.isArray(scopes) || !scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))) {
    throw refused("scopes", "must be a list of scope names (RFC 6749, section 3.3)");
  }
  return {
    base: parseBaseUrl(text("baseUrl", options.baseUrl)),
    clientId: text("clientId", options.clientId),
    clientSecret: text("clientSecret", options.clientSecret),
    scopes,
    signer: signerOf(options),
    signaturePath: oneOf("signaturePath", options.signaturePath, ["api", "full"]),
    validateResponses: oneOf("validateResponses", options.validateResponses, ["off", "warn", "throw"]),
    attemptMs: positive("timeouts.attemptMs", options.timeouts?.attemptMs, 10_000),
    totalMs: positive("timeouts.totalMs", options.timeouts?.totalMs, 30_000),
    maxRetries: count("retries.max", retries.max, 2),
    baseMs: positive("retries.baseMs", retries.baseMs, 300),
    capMs: positive("retries.capMs", retries.capMs, 8_000),
    retryAfterCapMs: positive("retries.retryAfterCapMs", retries.retryAfterCapMs, 30_000),
    retryBudget: positive("retries.budget", retries.budget, 100),
    retryable: retries.when === undefined ? isTransient : harmless(retries.when),
    maxResponseBytes: positive("maxResponseBytes", options.maxResponseBytes, defaultLimits.maxBytes),
  } as const;
}

/**
 * A predicate that throws, or that answers later, finds nothing worth a retry; the error it was asked about is
 * the one to be told.
 */
function harmless(when: (error: PartnerCardError) => boolean): (error: PartnerCardError) => boolean {
  return (error) => Boolean(onlooker(() => when(error)));
}

/** The settings of one call: the client's, where the call has none of its own. */
export function settingsOf(config: Config, options: CallOptions): CallSettings {
  return {
    totalMs: positive("timeoutMs", options.timeoutMs, config.totalMs, "invalid-argument"),
    attemptMs: config.attemptMs,
    maxRetries: count("retries", options.retries, config.maxRetries, "invalid-argument"),
    baseMs: config.baseMs,
    capMs: config.capMs,
    retryAfterCapMs: config.retryAfterCapMs,
    retryable: config.retryable,
    signal: options.signal,
    idempotencyKey: options.idempotencyKey,
  };
}

function signerOf(options: ClientOptions): Signer | undefined {
  const { signer, signingKey, signerPublicKey } = options;
  if (signer !== undefined && signingKey !== undefined) {
    throw refused("signer", "and signingKey exclude each other; pass one of them");
  }
  if (signingKey !== undefined) return rsaSigner(importSigningKey(signingKey, options.passphrase));
  if (signer === undefined) return undefined;
  if (typeof signer.sign !== "function") throw refused("signer", "must have a method sign");
  return signerPublicKey === undefined ? signer : checkedSigner(signer, signerPublicKey);
}

type Code = "invalid-configuration" | "invalid-argument";

function refused(name: string, problem: string, code: Code = "invalid-configuration"): RequestError {
  return new RequestError(code, `${name} ${problem}.`, { cause: { option: name } });
}

function text(name: string, value: unknown): string {
  if (typeof value === "string" && value.trim() !== "") return value;
  throw refused(name, value === undefined ? "is missing" : "must be text that is not empty");
}

function oneOf<const T extends string>(name: string, value: T | undefined, values: readonly [T, ...T[]]): T {
  if (value === undefined) return values[0];
  if (values.includes(value)) return value;
  throw refused(name, `must be one of ${values.join(", ")}`);
}

function positive(name: string, value: number | undefined, otherwise: number, code?: Code): number {
  if (value === undefined) return otherwise;
  if (typeof value === "number" && value > 0) return value;
  throw refused(name, "must be a number greater than zero", code);
}

function count(name: string, value: number | undefined, otherwise: number, code?: Code): number {
  if (value === undefined) return otherwise;
  if (Number.isInteger(value) && value >= 0) return value;
  throw refused(name, "must be a whole number, zero or more", code);
}
