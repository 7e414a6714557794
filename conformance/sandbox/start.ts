/** A sandbox on a socket, with credentials that are given or made for it. */
import { generateKeyPair, type KeyObject, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { Target } from "../base/target.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "./app.ts";
import { type ServeOptions, serve } from "./serve.ts";

/** What may be set for a started sandbox. */
export type StartOptions = Partial<Omit<SandboxOptions, "publicKey">> & ServePlace;

/** Where a sandbox is served. */
export interface ServePlace extends ServeOptions {
  /** Port on loopback; any free one unless given. */
  port?: number;
}

/** A sandbox that is being served, with credentials that its owner knows. */
export interface ServedSandbox {
  readonly sandbox: Sandbox;
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** A sandbox that is being served, with credentials made for it. */
export interface StartedSandbox extends ServedSandbox {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The partner's private key, made for this sandbox. */
  readonly signingKey: KeyObject;
  /** The sandbox as something to judge. */
  readonly target: Target;
}

/**
 * Serves a sandbox.
 *
 * @throws the listen error, for example EADDRINUSE.
 */
export async function serveSandbox(options: SandboxOptions & ServePlace): Promise<ServedSandbox> {
  const sandbox = createSandbox(options);
  const served = await serve(sandbox.fetch, options.port ?? 0, options);
  return { sandbox, baseUrl: served.baseUrl + (options.prefix ?? ""), close: served.close };
}

/** A client id for a sandbox that is given none. */
export const madeUpClientId = "sandbox-partner";

/** A client secret for a sandbox that is given none. */
export function makeClientSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** A key pair for a sandbox that is given no public key. */
export function makeKeyPair(): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  return promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
}

/**
 * Makes a key pair and a secret, and serves a sandbox that knows them.
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
