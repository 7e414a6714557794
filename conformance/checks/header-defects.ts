/** The defects of signed headers, for which a signed request must be refused: one row each, the same for every operation. */
import { randomBytes } from "node:crypto";
import { api } from "../../generated/operations.ts";
import { inWords } from "../base/seconds.ts";
import { swappedCase } from "../plan/operators.ts";
import { tampered } from "../plan/tampered.ts";
import type { Alteration, SignedParts } from "../wire/alteration.ts";
import { signedString } from "../wire/signed-string.ts";
import { type DefectCheck, defect } from "./defects.ts";
import { hasSiblings, siblingPath } from "./sibling-paths.ts";
import { mistakesIn } from "./signing-defects.ts";
import { misreadTimestamps, staleTimestamps } from "./timestamp-defects.ts";

const otherCase: Alteration = {
  description: "with a signature whose letters are in the other case",
  signature: swappedCase,
};

/** Of an operation that has none beside it, this is the right string, and not sent. */
const signedForSibling: readonly Alteration[] = hasSiblings
  ? [
      {
        description: "signed for something else that is done with the item",
        signed: (parts) => signedString({ ...parts, path: siblingPath(parts.path) ?? parts.path }),
      },
    ]
  : [];

/**
 * The signature of an earlier request, with another timestamp. A server that does without the timestamp in what is
 * signed expects just that, which has a check of its own: it gets one that is not right for it either.
 */
const ofEarlierRequest: Alteration = {
  description: "with the signature of an earlier request",
  timestamp: (seconds) => String(seconds - Math.round(api.timestampWindowSeconds / 2)),
  signature: (right, earlier) => {
    const last = earlier();
    return last === null || last === right ? tampered(right) : last;
  },
};

/** Signed for another method, as which a server that goes by such headers may carry the request out. */
const overriding: Alteration = {
  description: "signed for GET, which X-HTTP-Method-Override names",
  signed: (parts) => signedString({ ...parts, method: "GET" }),
  headers: () => [["X-HTTP-Method-Override", "GET"]],
};

/** A signature that is there and says nothing: a server may take it for a missing one, or for a wrong one. */
export const emptySignature: Alteration = { description: "with an empty signature", signature: () => "" };

/** Defects of the signed headers; they apply to every signed operation. */
export const headerDefects: readonly DefectCheck[] = [
  defect({
    id: "idempotency-key.missing",
    question: "gap.idempotency.missing-status",
    title: "a write without Idempotency-Key is refused",
    requirements: ["auth.idempotency.required"],
    alterations: [{ description: `without ${api.headers.idempotencyKey}`, idempotencyKey: null }],
  }),
  defect({
    id: "idempotency-key.empty",
    title: "a write with an empty Idempotency-Key is refused",
    requirements: ["auth.idempotency.empty"],
    alterations: [{ description: `with an empty ${api.headers.idempotencyKey}`, idempotencyKey: "" }],
  }),
  defect({
    id: "timestamp.missing",
    question: "gap.timestamp.missing-status",
    title: "a write without a timestamp is refused",
    requirements: ["auth.timestamp.required"],
    alterations: [
      { description: `without ${api.headers.timestamp}`, timestamp: () => null },
      {
        description: `without ${api.headers.timestamp}, and signed without one`,
        timestamp: () => null,
        signed: (parts) => signedString({ ...parts, timestamp: "" }),
      },
    ],
  }),
  defect({
    id: "timestamp.malformed",
    title: "a timestamp that is no Unix time in seconds is refused",
    requirements: ["auth.timestamp.format"],
    alterations: [
      { description: "with an empty timestamp", timestamp: () => "" },
      { description: "with the timestamp yesterday", timestamp: () => "yesterday" },
      {
        description: "with the time in ISO 8601",
        timestamp: (seconds) => new Date(seconds * 1000).toISOString(),
      },
      {
        description: "with a timestamp that has letters at its end",
        timestamp: (seconds) => `${seconds}abc`,
      },
      {
        description: "with a timestamp that stands there twice",
        timestamp: (seconds) => `${seconds}, ${seconds}`,
      },
    ],
    drawn: misreadTimestamps,
  }),
  defect({
    id: "timestamp.stale",
    question: "gap.timestamp.stale-status",
    title: `a timestamp older than ${inWords(api.timestampWindowSeconds)} is rejected`,
    needsClock: true,
    requirements: ["auth.timestamp.stale", "limits.timestamp-age"],
    ...staleTimestamps,
  }),
  defect({
    id: "signature.missing",
    question: "gap.signature.missing-status",
    title: "a write without a signature is refused",
    requirements: ["auth.signature.required"],
    alterations: [{ description: `without ${api.headers.signature}`, signature: () => null }],
  }),
  defect({
    id: "signature.invalid",
    question: "gap.signature.bad-status",
    title: "what is no signature of the request is refused",
    requirements: ["auth.signature.verified"],
    alterations: [
      emptySignature,
      { description: "with a text that is no signature", signature: () => "not/a+signature!" },
      {
        description: "with random bytes as the signature",
        signature: () => randomBytes(256).toString(api.signature.encoding),
      },
      withBytes("with a signature in which one bit is changed", (right) => right.map(lastBitOfOne)),
      withBytes("with a signature that lacks its last byte", (right) => right.subarray(0, -1)),
      withBytes("with a signature that is one byte too long", (right) => [...right, 1]),
      // In hexadecimal digits, another case is the same signature.
      ...((api.signature.encoding as string) === "hex" ? [] : [otherCase]),
      withBytes("with a signature whose bytes come twice", (right) => [...right, ...right]),
      { description: "with the signature of an empty string", signed: () => "" },
      ofEarlierRequest,
    ],
  }),
  defect({
    id: "signature.algorithm",
    title: "another digest or encoding of the signature is refused",
    requirements: ["auth.signature.algorithm"],
    ...mistakesIn("algorithm"),
  }),
  defect({
    id: "signature.method",
    title: "a signature over another method is refused",
    requirements: ["auth.signature.method"],
    alterations: [
      ...mistakesIn("method").alterations,
      { description: "signed for GET", signed: (parts) => signedString({ ...parts, method: "GET" }) },
      overriding,
    ],
    drawn: mistakesIn("method").drawn,
  }),
  defect({
    id: "signature.path",
    title: "a signature over another path is refused",
    requirements: ["auth.signature.path"],
    alterations: [
      {
        description: "signed for another item",
        signed: (parts) => signedString({ ...parts, path: otherPath(parts) }),
      },
      ...["that is there", "whose id begins alike", "whose id ends alike"].map((which, index) => ({
        description: `signed for another item ${which}`,
        signed: (parts: SignedParts) =>
          signedString({ ...parts, path: pathOfOther(parts, index) ?? otherPath(parts, `${index + 2}`) }),
      })),
      {
        description: "signed for the path without its last part",
        signed: (parts) => signedString({ ...parts, path: parts.path.replace(/\/[^/]*$/, "") }),
      },
      ...signedForSibling,
      ...mistakesIn("path").alterations,
    ],
    drawn: mistakesIn("path").drawn,
  }),
  defect({
    id: "signature.timestamp",
    title: "a signature over another timestamp is refused",
    requirements: ["auth.signature.timestamp"],
    alterations: [
      {
        description: "signed for a timestamp ten seconds older than the one sent",
        signed: (parts) => signedString({ ...parts, timestamp: String(Number(parts.timestamp) - 10) }),
      },
      ...mistakesIn("timestamp").alterations,
    ],
    drawn: mistakesIn("timestamp").drawn,
  }),
  defect({
    id: "signature.string",
    title: "a signature over parts joined in another way is refused",
    requirements: ["auth.signature.string"],
    ...mistakesIn("string"),
  }),
  defect({
    id: "signature.key",
    title: "a signature by another key is refused",
    requirements: ["auth.signature.key"],
    alterations: [{ description: "signed by a key that is not the partner's", foreignKey: true }],
  }),
];

/** Several defects at once, which alone are each refused: that of a client that knows nothing of signatures. */
export const unsigned: DefectCheck = defect({
  id: "signature.none",
  title: "a write of somebody who knows nothing of signatures is refused",
  requirements: ["auth.signature.required"],
  alterations: [
    {
      description: `without ${api.headers.signature} and ${api.headers.timestamp}`,
      signature: () => null,
      timestamp: () => null,
    },
    {
      description: "without any of the headers of a signed write",
      signature: () => null,
      timestamp: () => null,
      idempotencyKey: null,
    },
  ],
});

/** With other bytes as the signature, in the encoding of the description. */
function withBytes(description: string, change: (right: Buffer) => Iterable<number>): Alteration {
  const { encoding } = api.signature;
  const signature = (right: string) =>
    Buffer.from(Uint8Array.from(change(Buffer.from(right, encoding)))).toString(encoding);
  return { description, signature };
}

/** The bytes with another last bit in the middle one. */
function lastBitOfOne(byte: number, index: number, { length }: Uint8Array): number {
  return index === Math.floor(length / 2) ? byte ^ 1 : byte;
}

/** The path with its last parameter made longer; one without parameters gets another end. */
function otherPath({ path, values }: SignedParts, added = "1"): string {
  const value = values?.at(-1);
  const at = value === undefined ? -1 : path.lastIndexOf(`/${value}`);
  const end = value === undefined || at === -1 ? path.length : at + 1 + value.length;
  return `${path.slice(0, end)}${added}${path.slice(end)}`;
}

/** The path of another item that is known to be there, however this one's is spelled; null where none is known. */
function pathOfOther({ path, apiPath, values, others = [] }: SignedParts, index: number): string | null {
  const other = others[index];
  const value = values?.at(-1);
  const at = value === undefined ? -1 : apiPath.split("/").lastIndexOf(value) - apiPath.split("/").length;
  const parts = path.split("/");
  return other === undefined || value === undefined ? null : parts.with(at, other).join("/");
}
