/** A sandbox with credentials of its own, on a socket: what the command starts and what embedded runs judge. */
import { generateKeyPair, type KeyObject, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { Target } from "../target.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "./app.ts";
import { serve } from "./serve.ts";

/** What may be set for a started sandbox. */
export type StartOptions = Partial<Omit<SandboxOptions, "publicKey">> & {
  /** Port on loopback; any free one unless given. */
  port?: number;
};

/** A sandbox that is being served. */
export interface StartedSandbox {
  readonly sandbox: Sandbox;
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The partner's private key, made for this sandbox. */
  readonly signingKey: KeyObject;
  /** The sandbox as something to judge. */
  readonly target: Target;
  close(): Promise<void>;
}

/**
 * Makes a key pair and a secret, and serves a sandbox that knows them.
 *
 * @throws the listen error, for example EADDRINUSE.
 */
export async function startSandbox(options: StartOptions = {}): Promise<StartedSandbox> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  const clientId = options.clientId ?? "sandbox-partner";
  const clientSecret = options.clientSecret ?? randomBytes(24).toString("base64url");
  const sandbox = createSandbox({ ...options, clientId, clientSecret, publicKey });
  const served = await serve(sandbox.fetch, options.port ?? 0);
  const prefix = options.prefix ?? "";
  const baseUrl = served.baseUrl + prefix;
  return {
    sandbox,
    baseUrl,
    clientId,
    clientSecret,
    signingKey: privateKey,
    target: {
      baseUrl,
      prefix,
      clientId,
      clientSecret,
      signingKey: privateKey,
      signaturePath: "api",
      sandbox: true,
    },
    close: served.close,
  };
}
