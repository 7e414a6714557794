/** A sandbox on a socket, with given or generated credentials. */
import { generateKeyPair, type KeyObject, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { Target } from "../base/target.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "./app.ts";
import { directHandler } from "./direct.ts";
import { listen, listenerOf, type ServeOptions } from "./serve.ts";

/** Options of a started sandbox. */
export type StartOptions = Partial<Omit<SandboxOptions, "publicKey">> & ServePlace;

/** Where a sandbox is served. */
export interface ServePlace extends ServeOptions {
  /** Port on loopback; any free one unless given. */
  port?: number;
}

/** A running sandbox whose credentials the caller knows. */
export interface ServedSandbox {
  readonly sandbox: Sandbox;
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** A running sandbox with generated credentials. */
export interface StartedSandbox extends ServedSandbox {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The partner's private key, generated for this sandbox. */
  readonly signingKey: KeyObject;
  /** The sandbox as a target to judge. */
  readonly target: Target;
}

/**
 * Serves a sandbox.
 *
 * @throws the listen error, for example EADDRINUSE.
 */
export async function serveSandbox(options: SandboxOptions & ServePlace): Promise<ServedSandbox> {
  const sandbox = createSandbox(options);
  const prefix = options.prefix ?? "";
  const listener = listenerOf(sandbox.fetch, directHandler(sandbox, prefix));
  const served = await listen(listener, options.port ?? 0, options);
  return { sandbox, baseUrl: served.baseUrl + prefix, close: served.close };
}

/** The client id of a sandbox if none is given. */
export const madeUpClientId = "sandbox-partner";

/** A client secret for a sandbox if none is given. */
export function makeClientSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** A key pair for a sandbox if no public key is given. */
export function makeKeyPair(): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  return promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
}

/**
 * Generates a key pair and a secret, and serves a sandbox that accepts them.
 *
 * @throws the listen error, for example EADDRINUSE.
 */
export async function startSandbox(options: StartOptions = {}): Promise<StartedSandbox> {
  const { publicKey, privateKey } = await makeKeyPair();
  const clientId = options.clientId ?? madeUpClientId;
  const clientSecret = options.clientSecret ?? makeClientSecret();
  const served = await serveSandbox({ ...options, clientId, clientSecret, publicKey });
  const prefix = options.prefix ?? "";
  return {
    ...served,
    clientId,
    clientSecret,
    signingKey: privateKey,
    target: {
      baseUrl: served.baseUrl,
      prefix,
      clientId,
      clientSecret,
      signingKey: privateKey,
      signaturePath: "api",
      sandbox: true,
    },
  };
}
