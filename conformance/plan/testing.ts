/** For tests: texts as servers write tokens, each with a decoder that forgives as much as any of its kind does. */
import { randomBytes, randomUUID } from "node:crypto";

const base32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const crockford = (text: string) =>
  [...text.toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1")]
    .map((character) => base32.indexOf(character))
    .join();
const bytes = (text: string) => Buffer.from(text, "base64url").toString("hex");
const parts = (text: string) => text.split(".").map(bytes).join(".");

/** The name of each encoding, a new text in it, and what stands for its value. */
export const encodings: readonly [name: string, make: () => string, decode: (text: string) => string][] = [
  ["hex", () => randomBytes(16).toString("hex"), (text) => text.toLowerCase()],
  ["hex in capitals", () => randomBytes(9).toString("hex").toUpperCase(), (text) => text.toLowerCase()],
  ["a UUID", () => randomUUID(), (text) => text.toLowerCase().replaceAll("-", "")],
  ["a number", () => randomBytes(8).readBigUInt64BE().toString(), (text) => BigInt(text).toString()],
  ["Base64", () => randomBytes(19).toString("base64"), bytes],
  ["base64url", () => randomBytes(32).toString("base64url"), bytes],
  ["a signature", () => randomBytes(256).toString("base64"), bytes],
  ["a short one", () => randomBytes(2).toString("base64url"), bytes],
  ["base32", () => Array.from(randomBytes(17), (byte) => base32[byte % 32]).join(""), crockford],
  [
    "base32 as it is read aloud",
    () => Array.from(randomBytes(17), (byte) => "oil01OILab"[byte % 10]).join(""),
    crockford,
  ],
  [
    "three parts",
    () => [1, 2, 3].map(() => randomBytes(1 + (randomBytes(1)[0] ?? 0) / 16).toString("base64url")).join("."),
    parts,
  ],
];
