/**
 * The usual mistakes in signing a write. If a server refuses the specified request, the suite signs it in
 * each of these ways; when the sandbox refuses a signature, it looks for the mistake that explains it.
 */
import { createHash } from "node:crypto";
import { api } from "../../generated/operations.ts";
import type { Alteration, SignedParts } from "./alteration.ts";
import type { SigningWay } from "./sign.ts";
import { type SignedPart, sampleParts, signedOrder, signedString } from "./signed-string.ts";

/** A way of signing other than specified (Authentication, lines 9 and 10); what it omits is as specified. */
export interface SigningMistake extends Pick<Alteration, "description" | "signed" | "signing" | "timestamp"> {
  /** Never changes. */
  readonly id: string;
  /** Text that completes "A write … is accepted" and "it is …": "signed with the method in lower case". */
  readonly description: string;
  /** All strings of this mistake, if what is signed depends on something that the request does not show. */
  readonly alsoSigned?: (parts: SignedParts) => Iterable<string>;
  /** The open question of the specification behind the mistake: a server that expects it breaks no rule. */
  readonly open?: string;
}

type Row = readonly [id: string, description: string, way: Omit<SigningMistake, "id" | "description">];

/** These parts, joined with this between them. */
const joined = (names: readonly SignedPart[], separator: string) => ({
  signed: (parts: SignedParts) => names.map((name) => parts[name]).join(separator),
});
/** The specified string with some parts changed. */
const changed = (change: (parts: SignedParts) => Partial<Record<SignedPart, string>>) => ({
  signed: (parts: SignedParts) => signedString({ ...parts, ...change(parts) }),
});
const withPath = (path: (parts: SignedParts) => string) => changed((parts) => ({ path: path(parts) }));
/** The specified string with something appended. */
const withEnd = (end: (parts: SignedParts) => string) => ({
  signed: (parts: SignedParts) => signedString(parts) + end(parts),
});
/** The specified string with one of many timestamps that the header does not show. */
const withTimestamp = (time: (sent: number) => number, all: (sent: number) => Iterable<number>) => ({
  ...changed(({ timestamp }) => ({ timestamp: String(time(Number(timestamp))) })),
  alsoSigned: function* (parts: SignedParts) {
    const sent = Number(parts.timestamp);
    // The string is made once, since there may be a thousand of them; no part of a request holds a NUL.
    const around = signedString({ ...parts, timestamp: "\0" }).split("\0");
    for (const one of all(sent)) if (one !== sent) yield around.join(`${one}`);
  },
});

const { hash, encoding: specifiedEncoding } = api.signature;
const hashName = hash.replace("sha", "SHA-");
const bodyHash = ({ body }: SignedParts) => createHash(hash).update(body).digest();
const signedQuery = ({ path }: SignedParts) => /\?.*$/s.exec(path)?.[0] ?? "";
const pathAlone = ({ path }: SignedParts) => path.replace(/\?.*$/s, "");
const host = ({ origin }: SignedParts) => origin.replace(/^.*:\/\//, "");

function* range(from: number, to: number): Iterable<number> {
  for (let value = from; value <= to; value++) yield value;
}

const separators = {
  "line-breaks": ["\n", "line breaks"],
  spaces: [" ", "spaces"],
  colons: [":", "colons"],
  dots: [".", "dots"],
  commas: [",", "commas"],
  pipes: ["|", "vertical bars"],
  ampersands: ["&", "ampersands"],
  hyphens: ["-", "hyphens"],
} as const;

const orders: readonly (readonly SignedPart[])[] = [
  ["method", "path", "timestamp"],
  ["timestamp", "method", "path"],
  ["timestamp", "path", "method"],
  ["method", "timestamp", "path"],
  ["path", "method", "timestamp"],
  ["path", "timestamp", "method"],
];

const encodings: Readonly<Record<NonNullable<SigningWay["encoding"]>, string>> = {
  base64: "Base64",
  hex: "hex",
  base64url: "base64url",
  unpadded: "Base64 without its padding",
  lines: "Base64 that is broken into lines",
  twice: "Base64 twice over",
};

const window = api.timestampWindowSeconds;
const prefix = { open: "gap.signature.prefix" } as const;
const query = { open: "gap.signature.query" } as const;

const rows: readonly Row[] = [
  ["padding.pss", "signed with PSS padding", { signing: { padding: "pss" }, open: "gap.signature.padding" }],
  ...(["sha1", "sha256", "sha384", "sha512"] as const).flatMap((digest): Row[] => {
    const description = `signed over ${digest.replace("sha", "SHA-")}`;
    return digest === hash ? [] : [[`digest.${digest}`, description, { signing: { digest } }]];
  }),
  ...(Object.keys(encodings) as (keyof typeof encodings)[]).flatMap((encoding): Row[] => {
    if (encoding === specifiedEncoding) return [];
    const description = `sent with the signature in ${encodings[encoding]}`;
    return [[`encoding.${encoding}`, description, { signing: { encoding } }]];
  }),
  ...Object.entries(separators).map(([id, [separator, words]]): Row => {
    return [`separator.${id}`, `signed with ${words} between the parts`, joined(signedOrder, separator)];
  }),
  ["end.line-break", "signed with a line break at the end", withEnd(() => "\n")],
  ...orders.map((order): Row => {
    const description = `signed with the parts in the order ${order.join(", ")}`;
    return [`order.${order.join("-")}`, description, joined(order, "")];
  }),
  [
    "method.lower-case",
    "signed with the method in lower case",
    changed(({ method }) => ({ method: method.toLowerCase() })),
  ],
  [
    "lower-case",
    "signed over the string in lower case",
    { signed: (parts) => signedString(parts).toLowerCase() },
  ],
  [
    "upper-case",
    "signed over the string in upper case",
    { signed: (parts) => signedString(parts).toUpperCase() },
  ],
  [
    "method.other",
    "signed with the method of the other write",
    changed(({ method }) => ({ method: method === "PUT" ? "PATCH" : "PUT" })),
  ],
  ...signedOrder.map((part): Row => {
    return [`${part}.left-out`, `signed without the ${part}`, changed(() => ({ [part]: "" }))];
  }),
  [
    "path.lower-case",
    "signed over the path in lower case",
    // One without capital letters would be the right one.
    withPath(({ path }) => (/[A-Z]/.test(path) ? path.toLowerCase() : path.toUpperCase())),
  ],
  [
    "path.without-version",
    `signed over the path without ${api.versionPrefix}`,
    withPath(({ path }) => path.replace(`${api.versionPrefix}/`, "/")),
  ],
  [
    "path.with-prefix",
    "signed over the path with the prefix of the base URL",
    { ...withPath((parts) => parts.fullPath + signedQuery(parts)), ...prefix },
  ],
  [
    "path.without-prefix",
    "signed over the path without the prefix of the base URL",
    { ...withPath((parts) => parts.apiPath + signedQuery(parts)), ...prefix },
  ],
  [
    "path.with-query",
    "signed over the path with the query",
    { ...withPath((parts) => pathAlone(parts) + parts.query), ...query },
  ],
  [
    "path.without-query",
    "signed over the path without the query",
    { ...withPath((parts) => pathAlone(parts)), ...query },
  ],
  ["path.whole-url", "signed over the whole URL", withPath((all) => all.origin + all.fullPath + all.query)],
  [
    "path.with-host",
    "signed over the path with the host before it",
    withPath((parts) => host(parts) + parts.fullPath + parts.query),
  ],
  ["path.trailing-slash", "signed over the path with a slash at its end", withPath(({ path }) => `${path}/`)],
  [
    "path.without-leading-slash",
    "signed over the path without the slash at its beginning",
    withPath(({ path }) => path.slice(1)),
  ],
  ["body.appended", "signed with the body at the end", withEnd(({ body }) => body)],
  ...(["hex", "base64"] as const).map((encoding): Row => {
    const name = encoding === "hex" ? "hex" : "Base64";
    return [
      `body.hash-${encoding}`,
      `signed with the ${hashName} of the body, in ${name}, at the end`,
      withEnd((parts) => bodyHash(parts).toString(encoding)),
    ];
  }),
  [
    "idempotency-key.appended",
    "signed with the idempotency key at the end",
    withEnd(({ idempotencyKey }) => idempotencyKey),
  ],
  [
    "timestamp.milliseconds-signed",
    "signed with the timestamp in milliseconds, and sent with it in seconds",
    withTimestamp(
      (sent) => sent * 1000,
      (sent) => range(sent * 1000, sent * 1000 + 999),
    ),
  ],
  [
    "timestamp.other-signed",
    "signed with another timestamp than the one in the header",
    withTimestamp(
      (sent) => sent - 1,
      (sent) => range(sent - window, sent + window),
    ),
  ],
  [
    "hash.bytes",
    `signed over the ${hashName} of the string instead of the string`,
    { signing: { prehash: "bytes" } },
  ],
  [
    "hash.hex",
    `signed over the ${hashName} of the string, in hex, instead of the string`,
    { signing: { prehash: "hex" } },
  ],
  [
    "hash.unnamed",
    "signed without the name of the hash algorithm (the hash alone is encrypted)",
    { signing: { digest: "none", prehash: "bytes" } },
  ],
  [
    "timestamp.milliseconds",
    "signed and sent with the timestamp in milliseconds",
    { timestamp: (seconds) => `${seconds}000` },
  ],
  [
    "timestamp.iso-8601",
    "signed and sent with the timestamp in ISO 8601",
    { timestamp: (seconds) => new Date(seconds * 1000).toISOString() },
  ],
];

/** Every usual mistake; if several explain a signature, the first one counts. */
export const signingMistakes: readonly SigningMistake[] = rows
  .map(([id, description, way]): SigningMistake => ({ id, description, ...way }))
  // What is a mistake with one signed string may be as specified with another.
  .filter((mistake) => mistake.open !== undefined || !isSpecified(mistake, sampleParts));

function isSpecified({ signed }: Pick<SigningMistake, "signed">, parts: SignedParts): boolean {
  return signed !== undefined && signed(parts) === signedString(parts);
}

/** The mistakes possible with a request: for example, only a prefix that exists can be left out. */
export function possibleMistakes(parts: SignedParts): readonly SigningMistake[] {
  return signingMistakes.filter((mistake) => !isSpecified(mistake, parts));
}

/**
 * True unless a request with these parts is signed, with this alteration, over the specified string or over one that
 * an open question allows: several ways of signing may give the same string.
 */
export function isOtherString(alteration: Pick<Alteration, "signed">, parts: SignedParts): boolean {
  const string = alteration.signed?.(parts);
  const isOpen = signingMistakes.some((one) => one.open !== undefined && one.signed?.(parts) === string);
  return string === undefined || !(isSpecified(alteration, parts) || isOpen);
}
