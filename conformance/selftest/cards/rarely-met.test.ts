/** Servers that break a rule for values that few requests have: of keys, ages, sizes and tokens. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { api } from "../../../generated/operations.ts";
import { oneIn, someCases } from "../../../src/testing/extent.ts";
import { isObject } from "../../base/shape.ts";
import { runDefaults } from "../../run/options.ts";
import { cardIn, cardsOf } from "../../sandbox/cards/index.ts";
import { applyChange } from "../../sandbox/change.ts";
import { age } from "../../sandbox/faults/when.ts";
import { json } from "../../sandbox/response.ts";
import { type RequestContext, type Seams, specified } from "../../sandbox/seams.ts";
import { signatureHolds, specifiedSignature } from "../../sandbox/verify.ts";
import { isWrite } from "../../wire/is-write.ts";
import { proofRun } from "../in-memory.ts";
import { idsWith } from "../verdicts.ts";
import { both, keyOf } from "./servers-with-past.ts";

/** Takes keys for the same that this makes the same, and answers the second of them in its way. */
function keysAlike(alike: (key: string) => string, second: "held back" | "refused"): Partial<Seams> {
  const known = new Map<string, string>();
  const isTaken = (key: string) => (known.get(alike(key)) ?? key) !== key;
  return {
    intercept: (context) =>
      second === "refused" && isWrite(context.operation) && isTaken(keyOf(context)) ? json(409, {}) : null,
    apply: (change, context) => {
      if (isTaken(keyOf(context))) return;
      known.set(alike(keyOf(context)), keyOf(context));
      applyChange(change);
    },
  };
}

const isStale = (isTaken: (seconds: number) => boolean): Partial<Seams> => ({
  skipsCheck: (condition, context) => condition === "timestamp.stale" && isTaken(age(context)),
});

/** True for a signature by the partner over these parts of the request. */
function isSignedOver(
  { request, publicKey }: RequestContext,
  other: Partial<{ path: string; timestamp: string }>,
): boolean {
  const { method, path, headers } = request;
  const parts = { method, path, timestamp: headers.get(api.headers.timestamp) ?? "", ...other };
  return signatureHolds(publicKey, parts, headers.get(api.headers.signature) ?? "", specifiedSignature);
}

/** The last card of the list belongs to somebody who has one more. */
function shareHolder(context: RequestContext): null {
  const cards = cardsOf(context.state);
  const [own, other] = [cards.at(-1), cards.at(3)];
  if (own !== undefined && other !== undefined) other.cardHolder = own.cardHolder;
  return null;
}

/** What a server does, how, and the checks that fail. */
const servers: readonly (readonly [does: string, seams: () => Partial<Seams>, fails: readonly string[]])[] = [
  ...(["held back", "refused"] as const).flatMap((second) => {
    const alike = (words: string, same: (key: string) => string) =>
      [
        `${words}: the second write is ${second}`,
        () => keysAlike(same, second),
        both("idempotency.distinct"),
      ] as const;
    return [
      alike("compares 64 characters of a key", (key) => key.slice(0, 64)),
      alike("compares a key up to a colon", (key) => key.replace(/:.*/, "")),
      alike("compares a key of digits as a number", (key) => (/^\d+$/.test(key) ? String(Number(key)) : key)),
    ];
  }),
  [
    "keeps no key of more than 64 characters",
    () => ({ honoursIdempotencyKey: (key) => key.length <= 64 }),
    both("idempotency.retry"),
  ],
  [
    "says that it carries out what comes under the key of a body that it did not take, and does not",
    () => {
      const refused = new Set<string>();
      return {
        reply: (answer, context) => {
          if (isWrite(context.operation) && answer.status >= 400) refused.add(keyOf(context));
          return answer;
        },
        apply: (change, context) => {
          const isMended = refused.has(keyOf(context)) && context.operation === "replaceCardLimits";
          if (!isMended) applyChange(change);
        },
      };
    },
    ["write.effect.put"],
  ],
  [
    "keeps the keys of the last twenty writes",
    () => ({ honoursIdempotencyKey: (key, { state }) => [...state.writes.keys()].slice(-20).includes(key) }),
    both("idempotency.retry"),
  ],
  [
    "counts milliseconds in 32 bits",
    () => isStale((old) => ((old * 1000) | 0) < 300_000),
    both("timestamp.stale"),
  ],
  ["takes what is an hour old", () => isStale((old) => old > 3300 && old < 3900), both("timestamp.stale")],
  [
    "takes no timestamp where none is signed",
    () => ({
      skipsCheck: (condition, context) =>
        context.request.headers.get(api.headers.timestamp) === null &&
        (condition === "timestamp.missing" ||
          (condition === "signature.bad" && isSignedOver(context, { timestamp: "" }))),
    }),
    both("timestamp.missing"),
  ],
  [
    "takes a signature for another card of the same holder",
    () => ({
      intercept: shareHolder,
      skipsCheck: (condition, context) => {
        const cards = cardsOf(context.state);
        const holderOf = (path: string) =>
          cards.find(({ id }) => path.includes(`/${id}/`))?.cardHolder.id ?? null;
        const own = cards.find(({ id }) => context.request.path.includes(`/${id}/`));
        return (
          condition === "signature.bad" &&
          own !== undefined &&
          cards.some(({ id, cardHolder }) => {
            const path = context.request.path.replace(own.id, id);
            return cardHolder.id === holderOf(context.request.path) && isSignedOver(context, { path });
          })
        );
      },
    }),
    both("signature.path"),
  ],
  [
    "gives eight where seven are asked for",
    () => ({
      page: (asked, context) =>
        specified.page({ ...asked, limit: asked.asked === 7 ? 8 : asked.limit }, context),
    }),
    ["list.page-size"],
  ],
  [
    "gives a token no life where a write came before it",
    () => {
      let last: string | null = null;
      return {
        reply: (answer, { operation }) => {
          const isAfterWrite = isWrite(last);
          last = operation;
          if (operation !== api.token || !isAfterWrite || !isObject(answer.body)) return answer;
          return { ...answer, body: { ...answer.body, expires_in: 0 } };
        },
      };
    },
    ["token.lifetime"],
  ],
  [
    "fails at a token of three parts that hold no JSON",
    () => ({
      intercept: ({ request }) => {
        const parts = (request.headers.get("authorization") ?? "").split(".");
        return parts.length === 3 && !isJson(parts[1] ?? "") ? json(500, {}) : null;
      },
    }),
    ["token.invalid.list", "token.invalid.patch", "token.invalid.put"],
  ],
];

function isJson(part: string): boolean {
  try {
    return typeof JSON.parse(Buffer.from(part, "base64url").toString()) === "object";
  } catch {
    return false;
  }
}

const selected =
  /^(spelling|write\.effect|idempotency\.(?:retry|distinct)|timestamp\.(stale|missing)|signature\.path)\.|^list\.page-size$|^token\.(?:invalid|lifetime)\b/;

async function judge([, seams, fails]: (typeof servers)[number]) {
  const result = await proofRun({
    sandbox: { faults: [seams()] },
    run: { cases: someCases(runDefaults.cases) },
    select: ({ id }) => selected.test(id),
  });
  assert.deepEqual(idsWith(result, "failed").sort(), [...fails].sort());
}

describe("a server that breaks a rule for rare values is found", () => {
  for (const server of oneIn(48, servers)) it(server[0], () => judge(server));
});

for (const operation of ["updateCardLimits", "replaceCardLimits"] as const)
  it(`what the first ${operation} changes for good is found, though it can be seen once only`, async () => {
    const clearing: Partial<Seams> = {
      apply: (change, context) => {
        applyChange(change);
        if (context.operation === operation) cardIn(change).nickname = "";
      },
    };
    const result = await proofRun({ sandbox: { faults: [clearing] } });
    const end = operation === "updateCardLimits" ? "patch" : "put";
    assert.deepEqual(idsWith(result, "failed"), [`write.other-fields.${end}`]);
  });

it("a right signature that is refused for what it is signed over, a second as well as its timestamp, is found", async () => {
  const isRefused = ({ request }: RequestContext) => {
    const seconds = Number(request.headers.get(api.headers.timestamp));
    return request.headers.has(api.headers.timestamp) && seconds % 3 === 1;
  };
  const result = await proofRun({
    sandbox: { faults: [{ intercept: (context) => (isRefused(context) ? json(403, {}) : null) }] },
    takesMs: 200,
    select: ({ id }) => id.startsWith("write.headers"),
  });
  assert.deepEqual(idsWith(result, "failed").sort(), both("write.headers"));
  const told = result.checks.map(({ message }) => message).join("\n");
  assert.match(told, /sent again at once under a new key, signed with another timestamp\./);
});

it("a write without a signature that is accepted once alone, in a history of accepted writes, is found", async () => {
  let [accepted, forgiven] = [0, false];
  const result = await proofRun({
    run: { cases: someCases(runDefaults.cases) },
    sandbox: {
      faults: [
        {
          reply: (answer, { operation }) => {
            if (isWrite(operation)) accepted = answer.status < 300 ? accepted + 1 : 0;
            return answer;
          },
          skipsCheck: (condition, { request }) => {
            const isMissing =
              condition === "signature.missing" && !request.headers.has(api.headers.signature);
            if (!isMissing || forgiven || accepted < 4) return false;
            forgiven = true;
            return true;
          },
        },
      ],
    },
  });
  const [failed, ...others] = idsWith(result, "failed");
  assert.match(failed ?? "none", /^signature\.missing\./);
  assert.deepEqual(others, []);
  assert.match(
    result.checks.map(({ message }) => message).join("\n"),
    /seen once, and not when the history was repeated/,
  );
});
