import { api } from "../../generated/operations.ts";
import { guarded } from "../core/callbacks.ts";
import {
  checkFunction,
  checkMethods,
  checkNames,
  checkSignal,
  kindOf,
  oneOf,
  positive,
  text,
  whole,
  wrongOption,
} from "../core/checks.ts";
import type { PartnerCardError } from "../core/errors.ts";
import { defaultLimits } from "../http/send.ts";
import type { CallSettings } from "../pipeline/context.ts";
import { isTransient } from "../pipeline/decide.ts";
import { parseBaseUrl } from "../request/base-url.ts";
import { checkedSigner } from "../signature/checked-signer.ts";
import { importSigningKey } from "../signature/keys.ts";
import { rsaSigner, type Signer } from "../signature/signer.ts";
import { type CallOptions, type ClientOptions, optionNames, retryNames, timeoutNames } from "./options.ts";

/** Options, checked and with defaults filled in. */
export type Config = ReturnType<typeof readOptions>;

/**
 * Checks the options of a client, so that a mistake shows up at startup and not on the first write.
 *
 * @throws RequestError `invalid-configuration` or `invalid-signing-key`, naming the option.
 */
export function readOptions(options: ClientOptions) {
  checkNames("options", options, Object.keys(optionNames), "invalid-configuration");
  const { timeouts = {}, retries: given = {}, scopes = api.scopes } = options;
  const retries = typeof given === "number" ? { max: given } : given;
  checkNames("timeouts", timeouts, Object.keys(timeoutNames), configuration);
  checkNames("retries", retries, Object.keys(retryNames), configuration);
  if (!Array.isArray(scopes) || !scopes.every(isScope)) {
    throw wrongOption("scopes", "must be a list of scope names (RFC 6749, section 3.3)");
  }
  checkFunction("retries.when", retries.when);
  const { max = 2 } = retries;
  const when = guarded(retries.when);
  checkFunction("fetch", options.fetch);
  checkFunction("send", options.send);
  if (options.fetch !== undefined && options.send !== undefined) {
    throw wrongOption("send", "and fetch exclude each other; pass one of them");
  }
  checkMethods("tokenStore", options.tokenStore, ["get", "set", "delete"], ["add", "deleteIf"]);
  checkMethods("logger", options.logger, ["debug", "info", "warn", "error"]);
  return {
    base: parseBaseUrl(text("baseUrl", options.baseUrl)),
    clientId: text("clientId", options.clientId),
    clientSecret: text("clientSecret", options.clientSecret),
    scopes,
    signer: signerOf(options),
    signaturePath: oneOf("signaturePath", options.signaturePath, ["api", "full"]),
    validateResponses: oneOf("validateResponses", options.validateResponses, ["off", "warn", "throw"]),
    unsafeNumbers: oneOf("unsafeNumbers", options.unsafeNumbers, ["warn", "throw"]),
    attemptMs: positive("timeouts.attemptMs", timeouts.attemptMs, 10_000),
    totalMs: positive("timeouts.totalMs", timeouts.totalMs, 30_000),
    maxRetries: whole("retries.max", max, { least: 0 }, configuration),
    baseMs: positive("retries.baseMs", retries.baseMs, 300),
    capMs: positive("retries.capMs", retries.capMs, 8_000),
    retryAfterCapMs: positive("retries.retryAfterCapMs", retries.retryAfterCapMs, 30_000),
    retryBudget: positive("retries.budget", retries.budget, 100),
    // If it throws or returns a promise, nothing is retried: the caller gets the original error.
    retryable: retries.when === undefined ? isTransient : (error: PartnerCardError) => Boolean(when(error)),
    maxResponseBytes: positive("maxResponseBytes", options.maxResponseBytes, defaultLimits.maxBytes),
  } as const;
}

const configuration = "invalid-configuration";

function isScope(scope: unknown): scope is string {
  return typeof scope === "string" && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope);
}

/**
 * The settings of one call: its own, or else the client's.
 *
 * @throws RequestError `invalid-argument`, naming the option.
 */
export function settingsOf(config: Config, options: CallOptions): CallSettings {
  const { idempotencyKey, retries = config.maxRetries } = options;
  return {
    totalMs: positive("timeoutMs", options.timeoutMs, config.totalMs, "invalid-argument"),
    attemptMs: config.attemptMs,
    maxRetries: whole("retries", retries, { least: 0 }),
    baseMs: config.baseMs,
    capMs: config.capMs,
    retryAfterCapMs: config.retryAfterCapMs,
    retryable: config.retryable,
    signal: checkSignal(options.signal),
    idempotencyKey:
      idempotencyKey === undefined ? undefined : text("idempotencyKey", idempotencyKey, "invalid-argument"),
  };
}

function signerOf(options: ClientOptions): Signer | undefined {
  const { signer, signingKey, signerPublicKey, passphrase } = options;
  if (signer !== undefined && signingKey !== undefined) {
    throw wrongOption("signer", "and signingKey exclude each other; pass one of them");
  }
  if (passphrase !== undefined && typeof passphrase !== "string") {
    throw wrongOption("passphrase", `must be a string, not ${kindOf(passphrase)}`);
  }
  if (signerPublicKey !== undefined && signer === undefined) {
    throw wrongOption("signerPublicKey", "is of use only with signer; leave it out");
  }
  if (signingKey !== undefined) return rsaSigner(importSigningKey(signingKey, passphrase));
  checkMethods("signer", signer, ["sign"]);
  return signer === undefined || signerPublicKey === undefined
    ? signer
    : checkedSigner(signer, signerPublicKey);
}
