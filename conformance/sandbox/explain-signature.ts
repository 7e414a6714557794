/** Finds the usual mistake in a refused signature. Runs only after verification has failed. */
import { constants, hash, type KeyObject, publicDecrypt, verify } from "node:crypto";
import { api } from "../../generated/operations.ts";
import type { SignedParts } from "../wire/alteration.ts";
import { type SigningWay, signedBytes } from "../wire/sign.ts";
import { possibleMistakes, type SigningMistake } from "../wire/signing-mistakes.ts";
import { decodeBase64, type SignatureRules, signatureHolds, specifiedSignature } from "./verify.ts";

/** A signature that was refused. */
export interface RefusedSignature {
  /** The partner's public key. */
  readonly key: KeyObject;
  /** The header of the signature as sent. */
  readonly header: string;
  /** The parts of the request that could have been signed. */
  readonly parts: SignedParts;
  /** The rules that refused it. */
  readonly rules: SignatureRules;
}

/** Words for the encodings and hashes that a description can name. */
const inText: Readonly<Record<string, string>> = {
  base64: "Base64",
  base64url: "Base64 for URLs",
  hex: "hex form",
};
const encoding = inText[api.signature.encoding] ?? api.signature.encoding;
const hashName = api.signature.hash.toUpperCase().replace(/^SHA(?=[0-9])/, "SHA-");

/**
 * Describes what is wrong with a signature, and what is expected instead. One mistake each in the encoding,
 * the hash and the string can be found in combination.
 */
export function explainSignature(refused: RefusedSignature): string {
  const { parts, rules } = refused;
  const padded = rules.paddings.includes("pkcs1") ? "RSA" : "RSA-PSS";
  const string = JSON.stringify(rules.covered(parts)).slice(1, -1);
  return `${diagnosis(refused)} Expected: the ${encoding} of the ${padded} signature with ${hashName} over ${string}`;
}

function diagnosis(refused: RefusedSignature): string {
  const { key, header, parts, rules } = refused;
  if (signatureHolds(key, parts, header, specifiedSignature)) {
    return "It is signed as specified, but this sandbox was started to want something else (--choose, --fault).";
  }
  const mistakes = possibleMistakes(parts);
  const decoded = [
    { made: [], bytes: rules.decode(header) },
    ...alternatives(mistakes, "encoding").map(({ made, way }) => ({ made, bytes: decode(header, way) })),
  ].flatMap(({ made, bytes }) => (bytes === null ? [] : [{ made, bytes }]));

  for (const { made, bytes } of decoded) {
    const others = signedMistakes(refused, bytes, mistakes);
    if (others === null) continue;
    const all = [...made, ...others];
    if (all.length > 0) return `It is ${all.map(inWords).join(", and ")}.`;
    return "It is made with the registered key, but over another string, which no usual mistake explains.";
  }
  const [first] = decoded;
  if (first === undefined) return `It is not ${encoding}.`;
  const length = Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8);
  return first.bytes.length === length
    ? "No usual mistake explains it; it may be made with another key than the registered one."
    : `It has ${first.bytes.length} bytes, and a signature by the registered key has ${length}; it may be made with another key, or be a hash or an HMAC.`;
}

function inWords({ description, open }: SigningMistake): string {
  return open === undefined ? description : `${description} (${open})`;
}

/** No mistake, plus each mistake in these parts of signing. */
function alternatives(mistakes: readonly SigningMistake[], ...parts: readonly (keyof SigningWay)[]) {
  const none: { made: readonly SigningMistake[]; way: SigningWay } = { made: [], way: {} };
  const others = mistakes
    .filter(({ signing }) => parts.some((part) => signing?.[part] !== undefined))
    .map((mistake) => ({ made: [mistake], way: mistake.signing ?? {} }));
  return [none, ...others];
}

/** The bytes of a header in this encoding, or null if it is in another one. */
function decode(header: string, { encoding }: SigningWay): Buffer | null {
  switch (encoding) {
    case "hex":
      return /^(?:[0-9a-f]{2})+$/i.test(header) ? Buffer.from(header, "hex") : null;
    case "base64url":
      return /^[\w-]*[-_][\w-]*={0,2}$/.test(header) ? Buffer.from(header, "base64url") : null;
    case "unpadded":
      return /^[A-Za-z0-9+/]+$/.test(header) ? Buffer.from(header, "base64") : null;
    case "lines":
      return /\s/.test(header) ? decodeBase64(header.replace(/\s+/g, "")) : null;
    case "twice":
      return decodeBase64(decodeBase64(header)?.toString("latin1") ?? "");
    default:
      return specifiedSignature.decode(header);
  }
}

/** The last byte of every message that is padded with PSS (RFC 8017, section 9.1.1). */
const pssTrailer = 0xbc;

/** True if the padding may be PSS: without this, every string would be tried with a verification of its own. */
function mayBePss(key: KeyObject, signature: Buffer): boolean {
  try {
    const padded = publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, signature);
    return padded.at(-1) === pssTrailer;
  } catch {
    return false;
  }
}

/** The mistakes in hash, padding and string: none if no string matches, null if another key signed. */
function signedMistakes(
  { key, parts, rules }: RefusedSignature,
  signature: Buffer,
  mistakes: readonly SigningMistake[],
): readonly SigningMistake[] | null {
  const recovered = recover(key, signature);
  if (recovered === null) {
    if (!mayBePss(key, signature)) return null;
    const padding = mistakes.filter(({ signing }) => signing?.padding === "pss");
    const string = [...candidates(parts, mistakes, false)].find(({ text }) =>
      holdsAsPss(key, text, signature),
    );
    return string === undefined ? null : [...(rules.paddings.includes("pss") ? [] : padding), ...string.made];
  }
  const { digest, hash: signed } = recovered;
  const hashings = alternatives(mistakes, "digest", "prehash").filter(
    ({ way }) => (way.digest ?? specifiedSignature.digest) === digest,
  );
  for (const { made, way } of hashings) {
    for (const string of candidates(parts, mistakes, made.length === 0)) {
      const bytes = signedBytes(string.text, way);
      const expected = digest === "none" ? bytes : hash(digest, bytes, "buffer");
      if (expected.equals(signed)) return [...made, ...string.made];
    }
  }
  return hashings.filter(({ way }) => way.prehash === undefined).flatMap(({ made }) => made);
}

/** Every string that could have been signed; `all` adds those that depend on data not in the request. */
function* candidates(
  parts: SignedParts,
  mistakes: readonly SigningMistake[],
  all: boolean,
): Generator<{ made: readonly SigningMistake[]; text: string }> {
  yield { made: [], text: specifiedSignature.covered(parts) };
  for (const mistake of mistakes) {
    const texts = (all ? mistake.alsoSigned?.(parts) : undefined) ?? [mistake.signed?.(parts) ?? []].flat();
    for (const text of texts) yield { made: [mistake], text };
  }
}

/** Digests by the length of a hash with its algorithm identifier (RFC 8017, section 9.2, note 1). */
const digests = new Map<number, { name: string; length: number }>([
  [32, { name: "none", length: 32 }],
  [35, { name: "sha1", length: 20 }],
  [51, { name: "sha256", length: 32 }],
  [67, { name: "sha384", length: 48 }],
  [83, { name: "sha512", length: 64 }],
]);

/** The hash signed with this key and PKCS#1 v1.5 padding, or null if the signature is not of that kind. */
function recover(key: KeyObject, signature: Buffer) {
  let signed: Buffer;
  try {
    signed = publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature);
  } catch {
    return null;
  }
  const digest = digests.get(signed.length);
  return digest === undefined ? null : { digest: digest.name, hash: signed.subarray(-digest.length) };
}

function holdsAsPss(key: KeyObject, text: string, signature: Buffer): boolean {
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO };
  return verify(specifiedSignature.digest, Buffer.from(text, "utf8"), { key, ...padding }, signature);
}
