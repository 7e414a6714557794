/** Replaces `@google-cloud/kms` in tests of the guide: the part of its interface that signs. */
import { constants, privateEncrypt } from "node:crypto";
import { expect, heldKey } from "./key.ts";

interface SignRequest {
  readonly name?: string | null;
  readonly digest?: { readonly sha256?: Uint8Array | string | null } | null;
}

interface SignResponse {
  readonly signature?: Uint8Array | string | null;
}

/** Prefix of a SHA-256 digest in a PKCS#1 v1.5 signature (RFC 8017, section 9.2). */
const digestInfo = Buffer.from("3031300d060960864801650304020105000420", "hex");

/** Signs a SHA-256 digest, RSASSA-PKCS1-v1_5. */
export class KeyManagementServiceClient {
  cryptoKeyVersionPath(
    project: string,
    location: string,
    ring: string,
    key: string,
    version: string,
  ): string {
    return `projects/${project}/locations/${location}/keyRings/${ring}/cryptoKeys/${key}/cryptoKeyVersions/${version}`;
  }

  async asymmetricSign({
    name,
    digest,
  }: SignRequest): Promise<[SignResponse, SignRequest | undefined, unknown]> {
    expect(/^projects\/.+\/cryptoKeyVersions\/\d+$/.test(name ?? ""), "name is no key version");
    const sha256 = digest?.sha256;
    expect(sha256 instanceof Uint8Array && sha256.byteLength === 32, "digest.sha256 is not 32 bytes");
    const key = { key: heldKey(), padding: constants.RSA_PKCS1_PADDING };
    return [{ signature: privateEncrypt(key, Buffer.concat([digestInfo, sha256])) }, undefined, undefined];
  }
}
