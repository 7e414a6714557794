/** The mirrors of misspellings: servers that forgive one way to misspell one field of a request. */
import { api, type OperationId } from "../../../generated/operations.ts";
import { isObject } from "../../base/shape.ts";
import type { Condition } from "../../sandbox/conditions.ts";
import { isRule } from "../../sandbox/faults/fault.ts";
import { guarded, idempotent, type Judged, signed } from "../../sandbox/faults/operations.ts";
import { age } from "../../sandbox/faults/when.ts";
import { json, type SandboxResponse } from "../../sandbox/response.ts";
import { type RequestContext, type Seams, specified } from "../../sandbox/seams.ts";
import type { State } from "../../sandbox/state.ts";
import { type SignedParts, signatureHolds, specifiedSignature } from "../../sandbox/verify.ts";
import { credentials, publicKey, rightSignature } from "../in-memory.ts";
import { alikeKeys } from "./alike-keys.ts";
import type { Candidate } from "./candidate.ts";
import { type Coding, forgives, type Misspelling, misspellings } from "./misspellings.ts";
import { signingMirrors } from "./signing-mirrors.ts";

/** What a server has seen, by its state. */
class Memory {
  readonly #known = new WeakMap<State, Set<string>>();
  of(state: State): Set<string> {
    const known = this.#known.get(state) ?? new Set();
    this.#known.set(state, known);
    return known;
  }
}

/** A server that skips a check of an operation where a value is forgiven. */
function skipping(
  operation: OperationId,
  conditions: readonly Condition[],
  isForgiven: (context: RequestContext) => boolean,
): Partial<Seams> {
  return {
    skipsCheck: (condition, context) =>
      context.operation === operation && conditions.includes(condition) && isForgiven(context),
  };
}

const issued = new Memory();

function noteToken({ body }: SandboxResponse, { operation, state }: RequestContext): void {
  if (operation === api.token && isObject(body)) issued.of(state).add(String(body.access_token));
}

function tokens({ operation, check }: Judged): Candidate[] {
  return misspellings.map((way) => ({
    name: `mirror.token-${way}.${check}`,
    breaks: "error.401.status",
    summary: `${operation} forgives an access token misspelt: ${way}`,
    seams: skipping(operation, ["token.unknown"], ({ request, state }) => {
      const given = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
      return [...issued.of(state)].some((token) => forgives(way, given, token));
    }),
    watch: noteToken,
  }));
}

const coding: Coding = api.signature.encoding;
const accepted = new Memory();

function partsOf({ request: { method, path, headers } }: RequestContext): SignedParts {
  return { method, path, timestamp: headers.get(api.headers.timestamp) ?? "" };
}

const signatureOf = ({ request }: RequestContext) => request.headers.get(api.headers.signature) ?? "";

function noteSignature(_: SandboxResponse, context: RequestContext): void {
  const signature = signatureOf(context);
  if (signature !== "" && signatureHolds(publicKey, partsOf(context), signature)) {
    accepted.of(context.state).add(signature);
  }
}

function signatures({ operation, check }: Judged): Candidate[] {
  const breaks = "auth.signature.verified";
  const right = (context: RequestContext) => rightSignature(specifiedSignature.covered(partsOf(context)));
  return [
    ...misspellings.map((way) => ({
      name: `mirror.signature-${way}.${check}`,
      breaks,
      summary: `${operation} forgives a signature misspelt: ${way}`,
      seams: skipping(operation, ["signature.bad"], (context) =>
        forgives(way, signatureOf(context), right(context), coding),
      ),
    })),
    {
      name: `mirror.signature-another.${check}`,
      breaks,
      summary: `${operation} takes the signature of a request before`,
      seams: skipping(operation, ["signature.bad"], (context) =>
        accepted.of(context.state).has(signatureOf(context)),
      ),
      watch: noteSignature,
    },
  ];
}

/** A longer timestamp is one of the far future, about which nothing is said; one in other case there is none. */
const stale: readonly Misspelling[] = ["truncated", "bit"];

function timestamps({ operation, check }: Judged): Candidate[] {
  const isFresh = (way: Misspelling) => (context: RequestContext) => {
    const { timestamp } = partsOf(context);
    const now = Math.floor(context.now / 1000);
    const fresh = Array.from({ length: api.timestampWindowSeconds }, (_, age) => String(now - age));
    return fresh.some((right) => forgives(way, timestamp, right));
  };
  return [
    ...[...stale, "doubled" as const].map((way) => ({
      name: `mirror.timestamp-${way}.${check}`,
      breaks: way === "doubled" ? "auth.timestamp.format" : "auth.timestamp.stale",
      summary: `${operation} forgives a timestamp misspelt: ${way}`,
      seams: skipping(
        operation,
        [way === "doubled" ? "timestamp.malformed" : "timestamp.stale"],
        isFresh(way),
      ),
    })),
    {
      name: `mirror.timestamp-late.${check}`,
      breaks: "auth.timestamp.stale",
      summary: `${operation} takes timestamps ${leeway} seconds too old`,
      seams: skipping(
        operation,
        ["timestamp.stale"],
        (context) => age(context) <= api.timestampWindowSeconds + leeway,
      ),
    },
    {
      name: `mirror.timestamp-early.${check}`,
      breaks: "auth.timestamp.fresh",
      summary: `${operation} refuses timestamps ${leeway} seconds too early`,
      seams: {
        intercept: (context) => {
          const old = age(context) - api.timestampWindowSeconds;
          return context.operation === operation && old > -leeway && old <= 0 ? json(401, {}) : null;
        },
      },
    },
  ];
}

/** By how many seconds a careless server misses the bound of the window. */
const leeway = 12;

/** Timestamps that are words of a language become no number, and then they are not too old. */
const words: Candidate = {
  name: "mirror.timestamp-words",
  breaks: "auth.timestamp.format",
  summary: "takes a timestamp that is a word of a language for a number",
  seams: {
    skipsCheck: (condition, context) =>
      condition === "timestamp.malformed" && /^(?:NaN|null|true|Infinity)$/.test(partsOf(context).timestamp),
  },
};

/** What servers forgive in a key: what is misspelt, and signs that they leave out. */
const keysForgiven: readonly (readonly [
  way: string,
  isForgiven: (given: string, right: string) => boolean,
])[] = [
  ...misspellings.map((way) => [way, (given: string, right: string) => forgives(way, given, right)] as const),
  ["signs", (given, right) => given !== right && withoutSigns(given) === withoutSigns(right)],
  ...alikeKeys.map(
    ({ way, kept }) =>
      [way, (given: string, right: string) => given !== right && kept(given) === kept(right)] as const,
  ),
];

const withoutSigns = (key: string) => key.replace(/[^a-z0-9]/gi, "");

function keys({ operation, check }: Judged): Candidate[] {
  return keysForgiven.map(([way, isForgiven]) => ({
    name: `mirror.key-${way}.${check}`,
    breaks: "auth.idempotency.distinct",
    summary: `${operation} holds back a write whose key is an earlier one misspelt: ${way}`,
    seams: {
      apply: (change, context) => {
        const key = context.request.headers.get(api.headers.idempotencyKey) ?? "";
        const isHeld =
          context.operation === operation &&
          [...context.state.writes.keys()].some((earlier) => isForgiven(key, earlier));
        if (!isHeld) specified.apply(change, context);
      },
    },
  }));
}

/** The fields of the token request that a server compares, with the right values. */
const fields: readonly (readonly [field: string, condition: Condition, right: string, breaks: string])[] = [
  ["grant_type", "grant-type", "client_credentials", "token.form.grant-type"],
  ["client_id", "client-id", credentials.clientId, "token.form.client-id"],
  ["client_secret", "client-secret", credentials.clientSecret, "token.form.client-secret"],
];

/** True for a pattern as in a database that stands for a text among others. */
const isPatternOf = (given: string, right: string) =>
  given.endsWith("%") && right.startsWith(given.slice(0, -1));

function formFields(): Candidate[] {
  return fields.flatMap(([field, condition, right, breaks]) => {
    const isGiven = (test: (given: string) => boolean) => (context: RequestContext) =>
      test(new URLSearchParams(context.request.body).get(field) ?? "");
    const mirror = (way: string, test: (given: string) => boolean): Candidate => ({
      name: `mirror.${condition}-${way}`,
      breaks,
      summary: `the token request forgives ${field} misspelt: ${way}`,
      seams: skipping(api.token, [condition], isGiven(test)),
    });
    // The other half of the client credentials; other grant types are faults of their own.
    const { clientId, clientSecret } = credentials;
    const another = { [clientId]: clientSecret, [clientSecret]: clientId }[right];
    // Whether the case of an id matters is said nowhere.
    const ways = misspellings.filter((way) => way !== "case" || field !== "client_id");
    return [
      ...ways.map((way) => mirror(way, (given) => forgives(way, given, right))),
      ...(another === undefined ? [] : [mirror("another", (given) => given === another)]),
      ...(field === "client_id" ? [mirror("pattern", (given) => isPatternOf(given, right))] : []),
      ...(field === "client_secret" ? [mirror("nul", (given) => given.split("\0")[0] === right)] : []),
    ];
  });
}

/** Every mirror, where there is a rule that it breaks. */
export const mirrors: readonly Candidate[] = [
  ...guarded.flatMap(tokens),
  ...signed.flatMap(signatures),
  ...signed.flatMap(timestamps),
  ...(signed.length === 0 ? [] : [words, ...signingMirrors]),
  ...idempotent.flatMap(keys),
  ...formFields(),
].filter(({ breaks }) => isRule(breaks));
