/** Signature vectors: requests with known signatures (valid, invalid and open), for any implementation. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { GapId, RequirementId } from "../../generated/requirements.ts";

/** How the header value of a vector was made, correctly or not. */
export interface Made {
  /** What was signed. */
  readonly string: string;
  readonly key: "test-key" | "other-key";
  readonly digest: "sha256" | "sha512" | "sha1";
  readonly padding: "pkcs1" | "pss";
  readonly encoding: "base64" | "base64url" | "hex" | "base64-first-line" | "base64-percent-encoded" | "none";
}

/** What every vector has. */
export interface VectorBase {
  readonly id: string;
  readonly title: string;
  /** Why the request is valid, invalid or open. */
  readonly reason: string;
  /** The server's clock when the request arrives, in Unix seconds. */
  readonly serverTime: number;
  /** For a vector that is about the window: how many seconds its timestamp is older than is accepted, 0 for none. */
  readonly secondsPastWindow?: number;
  readonly request: {
    readonly method: "PUT" | "PATCH";
    readonly url: string;
    /** Path prefix of the base URL, empty if there is none. */
    readonly basePath: string;
    /** Value of the timestamp header. */
    readonly timestamp: string;
    /** Value of the signature header. */
    readonly signature: string;
  };
  /** The string that the request has to sign: method, path from /v1 on, timestamp. */
  readonly canonicalString: string;
  readonly made: Made;
}

/** A request that a server must accept. */
export interface ValidVector extends VectorBase {
  readonly validity: "valid";
  readonly requirement: RequirementId;
}

/** A request that a server must refuse. */
export interface InvalidVector extends VectorBase {
  readonly validity: "invalid";
  readonly requirement: RequirementId;
  /** The symptom that the author of the mistake sees. */
  readonly shows: string;
}

/** A request for which the specification does not say whether it is accepted. */
export interface OpenVector extends VectorBase {
  readonly validity: "open";
  /** The question, and the answers under which the request is accepted; null if no question asks about it. */
  readonly gap: { readonly id: GapId; readonly accepted: readonly string[] } | null;
}

/** A request with a signature, and how a server has to treat it. */
export type Vector = ValidVector | InvalidVector | OpenVector;

/** The vectors with the keys they were made with. */
export interface Vectors {
  readonly vectors: readonly Vector[];
  /** Paths of the private keys, PEM. */
  readonly privateKeys: Readonly<Record<Made["key"], string>>;
  /** Path of the public half of the test key, PEM. */
  readonly publicKey: string;
}

/** The file with the vectors. */
export const vectorsFile = new URL("signatures.json", import.meta.url);

/** Reads the vectors from signatures.json. */
export function loadVectors(): Vectors {
  const file = vectorsFile;
  const { keys, vectors } = JSON.parse(readFileSync(file, "utf8")) as {
    keys: { "test-key": { private: string; public: string }; "other-key": { private: string } };
    vectors: Vector[];
  };
  const path = (name: string) => fileURLToPath(new URL(name, file));
  return {
    vectors,
    privateKeys: {
      "test-key": path(keys["test-key"].private),
      "other-key": path(keys["other-key"].private),
    },
    publicKey: path(keys["test-key"].public),
  };
}

/** The part of the request's path that is signed in the specification: from /v1 on, without query. */
export function apiPath({ request }: VectorBase): string {
  return new URL(request.url).pathname.slice(request.basePath.length);
}
