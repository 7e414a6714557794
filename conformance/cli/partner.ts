/** The client that a served sandbox knows: as given, or made for this process. */
import type { KeyObject } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../base/usage-error.ts";
import { madeUpClientId, makeClientSecret, makeKeyPair } from "../sandbox/start.ts";
import { type Environment, variables } from "./environment.ts";
import { readPublicKey } from "./keys.ts";
import type { Started } from "./sandbox-texts.ts";

/** A client's credentials. */
export interface Partner {
  readonly clientId: string;
  readonly clientSecret: string;
  /** True if the secret is the user's own, which is not shown. */
  readonly hasOwnSecret: boolean;
  readonly publicKey: KeyObject;
  /** Null if the user has it. */
  readonly privateKey: KeyObject | null;
}

/**
 * Reads the credentials from flags and environment, and makes what is not given.
 *
 * @throws UsageError for an empty id, and for a key that cannot be used.
 */
export async function readPartner(
  values: { readonly "client-id": string | undefined; readonly "public-key": string | undefined },
  environment: Environment,
): Promise<Partner> {
  const { "client-id": id, "public-key": keyFile } = values;
  if (id === "") throw new UsageError("--client-id is empty");
  const secret = environment[variables.clientSecret] || null;
  const keys =
    keyFile === undefined ? await makeKeyPair() : { publicKey: readPublicKey(keyFile), privateKey: null };
  return {
    clientId: id ?? (environment[variables.clientId] || madeUpClientId),
    clientSecret: secret ?? makeClientSecret(),
    hasOwnSecret: secret !== null,
    ...keys,
  };
}

/** What a client needs to use what is served; the key that was made for it is a file until it is removed. */
export function handOut(
  { clientId, clientSecret, hasOwnSecret, privateKey }: Partner,
  baseUrl: string,
): { readonly started: Started; removeKey(): void } {
  const key = privateKey === null ? null : writeKey(privateKey);
  return {
    started: {
      baseUrl,
      clientId,
      clientSecret: hasOwnSecret ? null : clientSecret,
      signingKey: key?.file ?? null,
    },
    removeKey: () => key?.remove(),
  };
}

/** Writes the private key so that only this user can read it. */
function writeKey(key: KeyObject): { file: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "partner-card-sandbox-"));
  const file = join(folder, "signing-key.pem");
  writeFileSync(file, key.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
