/**
 * The usual mistakes in signing a write. If a server refuses the specified request, the suite signs it in
 * each of these ways; when the sandbox refuses a signature, it looks for the mistake that explains it.
 */
import { createHash } from "node:crypto";
import { api } from "../../generated/operations.ts";
import type { GapId } from "../../generated/requirements.ts";
import type { Alteration, SignedParts } from "./alteration.ts";

/** A way of signing other than specified (Authentication, lines 9 and 10); what it omits is as specified. */
export interface SigningMistake extends Pick<Alteration, "description" | "signed" | "signing" | "timestamp"> {
  /** Never changes. */
  readonly id: string;
  /** Text that completes "A write … is accepted" and "it is …": "signed with the method in lower case". */
  readonly description: string;
  /** All strings of this mistake, if what is signed depends on something that the request does not show. */
  readonly alsoSigned?: (parts: SignedParts) => Iterable<string>;
  /** The open question of the specification behind the mistake: a server that expects it breaks no rule. */
  readonly open?: GapId;
}

type Row = readonly [id: string, description: string, way: Omit<SigningMistake, "id" | "description">];
type Part = "method" | "path" | "timestamp";
const specified: readonly Part[] = ["method", "path", "timestamp"];

/** These parts, joined without a separator. */
const joined = (...names: readonly Part[]) => ({
  signed: (parts: SignedParts) => names.map((name) => parts[name]).join(""),
});
/** The specified string with some parts changed. */
const changed = (change: (parts: SignedParts) => Partial<Record<Part, string>>) => ({
  signed: (parts: SignedParts) => joined(...specified).signed({ ...parts, ...change(parts) }),
});
const withPath = (path: (parts: SignedParts) => string) => changed((parts) => ({ path: path(parts) }));
/** The specified string with something appended. */
const withEnd = (end: (parts: SignedParts) => string) =>
  changed((parts) => ({ timestamp: parts.timestamp + end(parts) }));
/** The specified string with one of many timestamps that the header does not show. */
const withTimestamp = (time: (sent: number) => number, all: (sent: number) => Iterable<number>) => ({
  ...changed(({ timestamp }) => ({ timestamp: String(time(Number(timestamp))) })),
  alsoSigned: function* (parts: SignedParts) {
    const sent = Number(parts.timestamp);
    for (const one of all(sent)) if (one !== sent) yield `${parts.method}${parts.path}${one}`;
  },
});

const bodyHash = ({ body }: SignedParts) => createHash("sha256").update(body).digest();
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

const orders: readonly (readonly Part[])[] = [
  ["timestamp", "method", "path"],
  ["timestamp", "path", "method"],
  ["method", "timestamp", "path"],
  ["path", "method", "timestamp"],
  ["path", "timestamp", "method"],
];

const encodings = {
  hex: "hex",
  base64url: "base64url",
  unpadded: "Base64 without its padding",
  lines: "Base64 that is broken into lines",
  twice: "Base64 twice over",
} as const;

const window = api.timestampWindowSeconds;
const prefix = { open: "gap.signature.prefix" } as const;
const query = { open: "gap.signature.query" } as const;

const rows: readonly Row[] = [
  ["padding.pss", "signed with PSS padding", { signing: { padding: "pss" }, open: "gap.signature.padding" }],
  ...(["sha1", "sha384", "sha512"] as const).map((digest): Row => {
    return [`digest.${digest}`, `signed over ${digest.replace("sha", "SHA-")}`, { signing: { digest } }];
  }),
  ...(Object.keys(encodings) as (keyof typeof encodings)[]).map((encoding): Row => {
    const description = `sent with the signature in ${encodings[encoding]}`;
    return [`encoding.${encoding}`, description, { signing: { encoding } }];
  }),
  ...Object.entries(separators).map(([id, [separator, words]]): Row => {
    const signed = (parts: SignedParts) => specified.map((name) => parts[name]).join(separator);
    return [`separator.${id}`, `signed with ${words} between the parts`, { signed }];
  }),
  ["end.line-break", "signed with a line break at the end", withEnd(() => "\n")],
  ...orders.map((order): Row => {
    return [
      `order.${order.join("-")}`,
      `signed with the parts in the order ${order.join(", ")}`,
      joined(...order),
    ];
  }),
  [
    "method.lower-case",
    "signed with the method in lower case",
    changed(({ method }) => ({ method: method.toLowerCase() })),
  ],
  [
    "method.other",
    "signed with the method of the other write",
    changed(({ method }) => ({ method: method === "PUT" ? "PATCH" : "PUT" })),
  ],
  ...specified.map((part): Row => {
    const others = specified.filter((other) => other !== part);
    return [`${part}.left-out`, `signed without the ${part}`, joined(...others)];
  }),
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
      `signed with the SHA-256 of the body, in ${name}, at the end`,
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
    "signed over the SHA-256 of the string instead of the string",
    { signing: { prehash: "bytes" } },
  ],
  [
    "hash.hex",
    "signed over the SHA-256 of the string, in hex, instead of the string",
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
export const signingMistakes: readonly SigningMistake[] = rows.map(([id, description, way]) => {
  return { id, description, ...way };
});

/** The mistakes possible with a request: for example, only a prefix that exists can be left out. */
export function possibleMistakes(parts: SignedParts): readonly SigningMistake[] {
  const specified = parts.method + parts.path + parts.timestamp;
  return signingMistakes.filter(({ signed }) => signed === undefined || signed(parts) !== specified);
}
