/** A request before it is signed and sent, in the parts that a circumstance or a defect can change. */
import { api, type Operation, type OperationId, operations } from "../../../generated/operations.ts";
import { type SignedParts, specifiedSignature } from "../../sandbox/verify.ts";
import type { SigningWay } from "../../wire/sign.ts";
import { foreignKey, sign, signingKey } from "../in-memory.ts";

/** The parts of a request. */
export interface Draft {
  readonly operation: OperationId;
  /** The path to send to, if it is not that of the operation. */
  readonly route?: string;
  /** Values of the path template. */
  readonly path: Readonly<Record<string, string>>;
  /** How a value of the path is written. */
  readonly spelling: (value: string) => string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly contentType: string | null;
  readonly accept: string | null;
  /** True for a body that comes in chunks. */
  readonly isChunked?: true;
  readonly token: string;
  /** The header that the token becomes; null to leave it out. */
  readonly authorization: (token: string) => string | null;
  /** The idempotency key; null to leave it out. */
  readonly key: string | null;
  /** The timestamp at a time in seconds; null to leave it out. */
  readonly timestamp: (seconds: number) => string | null;
  readonly covered: (parts: SignedParts) => string;
  readonly way: SigningWay;
  /** True to sign with a key that the server does not know. */
  readonly isForeign: boolean;
  /** The header that the right signature becomes; null to leave it out. */
  readonly signature: (right: string) => string | null;
  /** What arrives right after it, before it is answered. */
  readonly beside?: Draft;
}

/** What a request as specified has, whatever its operation. */
export const asSpecified = {
  spelling: encodeURIComponent,
  accept: "application/json",
  authorization: (token: string) => `Bearer ${token}`,
  timestamp: String,
  covered: specifiedSignature.covered,
  way: {},
  isForeign: false,
  signature: (right: string) => right,
} as const satisfies Partial<Draft>;

/**
 * The request of a draft.
 *
 * @param now - Milliseconds since the epoch.
 */
export async function requestOf(draft: Draft, now: number): Promise<Request> {
  const { method, path: template, scopes, idempotent, signed }: Operation = operations[draft.operation];
  const path =
    draft.route ??
    template.replace(/\{(\w+)\}/g, (_, name: string) => draft.spelling(draft.path[name] ?? ""));
  const seconds = Math.floor(now / 1000);
  const timestamp = draft.timestamp(seconds);
  const headers = new Headers();
  const put = (name: string, value: string | null) => {
    if (value !== null) headers.set(name, value);
  };
  put("accept", draft.accept);
  put("transfer-encoding", draft.isChunked === true ? "chunked" : null);
  put("content-type", draft.contentType);
  if (scopes !== null) put("authorization", draft.authorization(draft.token));
  if (idempotent !== null) put(idempotent, draft.key);
  if (signed !== null) {
    const data = draft.covered({ method, path, timestamp: timestamp ?? String(seconds) });
    const right = await sign(draft.isForeign ? foreignKey : signingKey, data, draft.way);
    put(api.headers.timestamp, timestamp);
    put(api.headers.signature, draft.signature(right));
  }
  const search = new URLSearchParams(draft.query).toString();
  const url = `http://sandbox.invalid${path}${search === "" ? "" : `?${search}`}`;
  // A body of bytes brings no content type of its own.
  const body = draft.body === null ? null : Buffer.from(draft.body, "utf8");
  return new Request(url, { method, headers, body });
}
