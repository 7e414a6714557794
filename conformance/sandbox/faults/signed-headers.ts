import type { RequirementId } from "../../../generated/requirements.ts";
import type { Condition } from "../seams.ts";
import { decodeBase64, type SignatureRules, type SignedParts, specifiedSignature } from "../verify.ts";
import { always, changesReply, type Fault, only, type When, waives } from "./fault.ts";

const operations = { patch: "updateCardLimits", put: "replaceCardLimits" } as const;
const names = ["patch", "put"] as const;
/** For a fault of both operations, and for the same fault in one of them. */
const scopes = ["both", ...names] as const;

function named(name: string, scope: (typeof scopes)[number]): string {
  return scope === "both" ? name : `${name}.${scope}`;
}

function whenIn(scope: (typeof scopes)[number]): When {
  return scope === "both" ? always : only(operations[scope]);
}

function caught(scope: (typeof scopes)[number], checks: readonly string[]): [string, ...string[]] {
  const all = (scope === "both" ? names : [scope]).flatMap((name) =>
    checks.map((check) => `${check}.${name}`),
  );
  return all as [string, ...string[]];
}

const where = { both: "", patch: "PATCH ", put: "PUT " } as const;
const recordings = {
  patch: "exchange.update-card-limits.4xx",
  put: "exchange.replace-card-limits.4xx",
} as const;

interface Waiver {
  readonly name: string;
  readonly breaks: RequirementId;
  readonly summary: string;
  readonly check: string;
  readonly conditions: readonly Condition[];
  readonly when?: When;
}

const waivers: readonly Waiver[] = [
  {
    name: "idempotency-key.optional",
    breaks: "auth.idempotency.required",
    summary: "does without Idempotency-Key",
    check: "idempotency-key.missing",
    conditions: ["idempotency-key.missing"],
  },
  {
    name: "idempotency-key.empty-accepted",
    breaks: "auth.idempotency.empty",
    summary: "accepts an empty Idempotency-Key",
    check: "idempotency-key.empty",
    conditions: ["idempotency-key.empty"],
  },
  {
    name: "timestamp.stale-accepted",
    breaks: "auth.timestamp.stale",
    summary: "accepts a timestamp of any age",
    check: "timestamp.stale",
    conditions: ["timestamp.stale"],
  },
  {
    name: "timestamp.malformed-accepted",
    breaks: "auth.timestamp.format",
    summary: "accepts a timestamp of any form",
    check: "timestamp.malformed",
    conditions: ["timestamp.malformed"],
  },
];

function age({ request, now }: Parameters<When>[0]): number {
  return Math.floor(now / 1000) - Number(request.headers.get("x-service-request-timestamp"));
}

/** Seams under which signatures are verified by other rules. */
function verifies(
  change: (rules: SignatureRules) => Partial<SignatureRules>,
  when: When = always,
): Fault["seams"] {
  return { signature: (rules, about) => (when(about) ? { ...rules, ...change(rules) } : rules) };
}

/** Accepts what is specified, and strings that are joined in another way. */
function alsoCovers(
  ...others: readonly ((parts: SignedParts) => string)[]
): (scope: (typeof scopes)[number]) => Fault["seams"] {
  return (scope) => ({
    waives: (condition, about) => {
      if (condition !== "signature.bad" || !whenIn(scope)(about)) return false;
      const { headers, method, path } = about.request;
      const parts = { method, path, timestamp: headers.get("x-service-request-timestamp") ?? "" };
      return others.some((covered) =>
        about.verify(parts, headers.get("x-service-signature") ?? "", { ...specifiedSignature, covered }),
      );
    },
  });
}

interface SignatureFault {
  readonly name: string;
  readonly breaks: RequirementId;
  readonly summary: string;
  readonly checks: readonly string[];
  readonly seams: (scope: (typeof scopes)[number]) => Fault["seams"];
}

const bothDigests =
  (digest: string) =>
  (scope: (typeof scopes)[number]): Fault["seams"] => ({
    waives: (condition, about) => {
      if (condition !== "signature.bad" || !whenIn(scope)(about)) return false;
      const { headers, method, path } = about.request;
      const parts = { method, path, timestamp: headers.get("x-service-request-timestamp") ?? "" };
      return about.verify(parts, headers.get("x-service-signature") ?? "", { ...specifiedSignature, digest });
    },
  });

const decodeHex = (header: string) => (/^[0-9a-f]+$/.test(header) ? Buffer.from(header, "hex") : null);

const signatureFaults: readonly SignatureFault[] = [
  {
    name: "signature.ignores-method",
    breaks: "auth.signature.method",
    summary: "accepts a signature over another method",
    checks: ["signature.method"],
    seams: alsoCovers(
      ({ path, timestamp }) => `PATCH${path}${timestamp}`,
      ({ path, timestamp }) => `PUT${path}${timestamp}`,
      ({ path, timestamp }) => `GET${path}${timestamp}`,
    ),
  },
  {
    name: "signature.without-method",
    breaks: "auth.signature.method",
    summary: "accepts a signature that leaves the method out",
    checks: ["signature.method"],
    seams: alsoCovers(({ path, timestamp }) => path + timestamp),
  },
  {
    name: "signature.ignores-path",
    breaks: "auth.signature.path",
    summary: "accepts a signature over the path of another card",
    checks: ["signature.path"],
    seams: alsoCovers(
      ({ method, path, timestamp }) => method + path.replace(/CRD[0-9]+/, (id) => `${id}1`) + timestamp,
    ),
  },
  {
    name: "signature.path-shortened",
    breaks: "auth.signature.path",
    summary: "accepts a signature over the path without its end",
    checks: ["signature.path"],
    seams: alsoCovers(({ method, path, timestamp }) => method + path.replace(/\/limits$/, "") + timestamp),
  },
  {
    name: "signature.ignores-timestamp",
    breaks: "auth.signature.timestamp",
    summary: "accepts a signature over a timestamp some seconds older",
    checks: ["signature.timestamp"],
    seams: alsoCovers(({ method, path, timestamp }) => `${method}${path}${Number(timestamp) - 10}`),
  },
  {
    name: "signature.without-timestamp",
    breaks: "auth.signature.timestamp",
    summary: "accepts a signature that leaves the timestamp out",
    checks: ["signature.timestamp"],
    seams: alsoCovers(({ method, path }) => method + path),
  },
  {
    name: "signature.sha1-accepted",
    breaks: "auth.signature.algorithm",
    summary: "accepts SHA-1 as well",
    checks: ["signature.algorithm"],
    seams: bothDigests("sha1"),
  },
  {
    name: "signature.sha512-accepted",
    breaks: "auth.signature.algorithm",
    summary: "accepts SHA-512 as well",
    checks: ["signature.algorithm"],
    seams: bothDigests("sha512"),
  },
  {
    name: "signature.hex-accepted",
    breaks: "auth.signature.algorithm",
    summary: "accepts the signature in hex as well",
    checks: ["signature.algorithm"],
    seams: (scope) =>
      verifies(() => ({ decode: (header) => decodeHex(header) ?? decodeBase64(header) }), whenIn(scope)),
  },
  {
    name: "signature.separators-accepted",
    breaks: "auth.signature.string",
    summary: "accepts line breaks between the signed parts as well",
    checks: ["signature.string"],
    seams: alsoCovers(({ method, path, timestamp }) => [method, path, timestamp].join("\n")),
  },
  {
    name: "signature.any-order-accepted",
    breaks: "auth.signature.string",
    summary: "accepts the signed parts in another order as well",
    checks: ["signature.string"],
    seams: alsoCovers(({ method, path, timestamp }) => timestamp + method + path),
  },
  {
    name: "signature.wants-sha512",
    breaks: "auth.signature.algorithm",
    summary: "verifies with SHA-512 instead of SHA-256",
    checks: ["signature.scheme"],
    seams: (scope) => verifies(() => ({ digest: "sha512" }), whenIn(scope)),
  },
  {
    name: "signature.wants-hex",
    breaks: "auth.signature.algorithm",
    summary: "wants the signature in hex",
    checks: ["signature.scheme"],
    seams: (scope) => verifies(() => ({ decode: decodeHex }), whenIn(scope)),
  },
  {
    name: "signature.wants-separators",
    breaks: "auth.signature.string",
    summary: "wants line breaks between the signed parts",
    checks: ["signature.scheme"],
    seams: (scope) =>
      verifies(
        () => ({ covered: ({ method, path, timestamp }) => [method, path, timestamp].join("\n") }),
        whenIn(scope),
      ),
  },
  {
    name: "signature.wants-lower-case",
    breaks: "auth.signature.string",
    summary: "wants the method in lower case",
    checks: ["signature.scheme"],
    seams: (scope) =>
      verifies(
        () => ({ covered: ({ method, path, timestamp }) => method.toLowerCase() + path + timestamp }),
        whenIn(scope),
      ),
  },
];

/** Faults of the idempotency key, the timestamp and the signature. */
export const signedHeaderFaults: readonly Fault[] = [
  ...waivers.flatMap(({ name, breaks, summary, check, conditions }) =>
    scopes.map(
      (scope): Fault => ({
        name: named(name, scope),
        breaks,
        summary: where[scope] + summary,
        caughtBy: caught(scope, [check]),
        seams: waives(conditions, whenIn(scope)),
      }),
    ),
  ),
  ...scopes.map(
    (scope): Fault => ({
      name: named("timestamp.optional", scope),
      breaks: "auth.timestamp.required",
      summary: `${where[scope]}does without a timestamp, and then without a valid signature`,
      caughtBy: caught(scope, ["timestamp.missing"]),
      seams: waives(
        ["timestamp.missing", "signature.bad"],
        (about) => whenIn(scope)(about) && !about.request.headers.has("x-service-request-timestamp"),
      ),
    }),
  ),
  ...scopes.map(
    (scope): Fault => ({
      name: named("signature.optional", scope),
      breaks: "auth.signature.required",
      summary: `${where[scope]}does without a signature`,
      caughtBy: [
        ...caught(scope, ["signature.missing"]),
        ...(scope === "both" ? names : [scope]).map((name) => recordings[name]),
      ] as [string, ...string[]],
      seams: waives(["signature.missing"], whenIn(scope)),
    }),
  ),
  ...scopes.map(
    (scope): Fault => ({
      name: named("signature.empty-accepted", scope),
      breaks: "auth.signature.verified",
      summary: `${where[scope]}accepts an empty signature`,
      caughtBy: caught(scope, ["signature.invalid"]),
      seams: waives(
        ["signature.bad"],
        (about) => whenIn(scope)(about) && about.request.headers.get("x-service-signature") === "",
      ),
    }),
  ),
  ...scopes.map(
    (scope): Fault => ({
      name: named("signature.not-verified", scope),
      breaks: "auth.signature.key",
      summary: `${where[scope]}takes anything as the signature`,
      caughtBy: caught(scope, [
        "signature.key",
        "signature.invalid",
        "signature.algorithm",
        "signature.method",
        "signature.path",
        "signature.timestamp",
        "signature.string",
      ]),
      seams: waives(["signature.bad"], whenIn(scope)),
    }),
  ),
  ...signatureFaults.flatMap(({ name, breaks, summary, checks, seams }) =>
    scopes.map(
      (scope): Fault => ({
        name: named(name, scope),
        breaks,
        summary: where[scope] + summary,
        caughtBy: caught(scope, checks),
        seams: seams(scope),
      }),
    ),
  ),
  {
    name: "timestamp.ten-minutes",
    breaks: "limits.timestamp-age",
    summary: "rejects timestamps only when they are older than ten minutes",
    caughtBy: caught("both", ["timestamp.stale"]),
    seams: waives(["timestamp.stale"], (about) => age(about) <= 600),
  },
  {
    name: "timestamp.milliseconds-accepted",
    breaks: "auth.timestamp.format",
    summary: "reads what follows the digits of a timestamp as nothing",
    caughtBy: caught("both", ["timestamp.malformed"]),
    seams: waives(["timestamp.malformed"], ({ request }) =>
      /^[0-9]+[a-z]+$/.test(request.headers.get("x-service-request-timestamp") ?? ""),
    ),
  },
  ...[120, 250].map(
    (seconds): Fault => ({
      name: `timestamp.only-${seconds}-seconds`,
      breaks: "auth.timestamp.fresh",
      summary: `rejects timestamps that are older than ${seconds} seconds`,
      caughtBy: caught("both", ["timestamp.fresh"]),
      seams: {
        intercept: (about) =>
          about.operation?.endsWith("CardLimits") === true && age(about) > seconds && age(about) <= 300
            ? { status: 401, headers: { "content-type": "application/json" }, body: {} }
            : null,
      },
    }),
  ),
  ...(
    [
      [
        "signature.bad",
        "a bad signature",
        [
          "signature.invalid",
          "signature.algorithm",
          "signature.method",
          "signature.path",
          "signature.timestamp",
          "signature.string",
          "signature.key",
        ],
      ],
      ["signature.missing", "a missing signature", ["signature.missing"]],
      ["timestamp.stale", "an old timestamp", ["timestamp.stale"]],
      ["timestamp.missing", "a missing timestamp", ["timestamp.missing"]],
      ["idempotency-key.missing", "a missing Idempotency-Key", ["idempotency-key.missing"]],
      ["token.unknown", "an invalid token", ["token.invalid"]],
      ["scope.cards:write", "a missing scope", ["scope.cards-write"]],
    ] as const
  ).map(
    ([condition, words, checks]): Fault => ({
      name: `refused.carried-out.${condition.replace(":", "-")}`,
      breaks: "auth.refused.no-effect",
      summary: `refuses ${words}, but carries the write out`,
      caughtBy: caught("both", ["refused.no-effect", ...checks]),
      seams: { carriesOut: (met) => met === condition },
    }),
  ),
  ...(
    [
      ["signature.bad", "a bad signature", "signature does not match"],
      ["timestamp.stale", "an old timestamp", "older than 5 minutes"],
      ["idempotency-key.missing", "a missing Idempotency-Key", "Idempotency-Key is required"],
    ] as const
  ).map(
    ([condition, words, message]): Fault => ({
      name: `refused.server-error.${condition}`,
      breaks: "error.refusal.client-error",
      summary: `answers ${words} with 500`,
      caughtBy: ["refused.client-error"],
      seams: changesReply((reply) =>
        reply.status >= 400 &&
        JSON.stringify(reply.body ?? "")
          .toLowerCase()
          .includes(message.toLowerCase())
          ? { ...reply, status: 500 }
          : reply,
      ),
    }),
  ),
];
