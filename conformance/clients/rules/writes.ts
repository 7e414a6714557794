/** How a client signs and sends a write (Authentication, 9 and 10; Endpoints / PUT and PATCH). */
import { api, type Operation, operations } from "../../../generated/operations.ts";
import { requirement } from "../../../generated/requirements.ts";
import { isObject } from "../../base/shape.ts";
import { explainSignature } from "../../sandbox/explain-signature.ts";
import { mediaTypeOf } from "../../sandbox/request.ts";
import {
  decodeAnyBase64,
  decodeBase64,
  type SignatureRules,
  signatureHolds,
  specifiedSignature,
} from "../../sandbox/verify.ts";
import type { Seen } from "../evidence.ts";
import { each, type Rule } from "../rule.ts";
import { jsonOf, operationOf, type View } from "../view.ts";

const { timestamp, signature, idempotencyKey } = api.headers;
const window = api.timestampWindowSeconds;
const how = "Let the client change a limit.";

/** Anything that the specification leaves open about a signature is right: padding, alphabet, prefix, query. */
const anyRules: SignatureRules = {
  ...specifiedSignature,
  decode: decodeAnyBase64,
  paddings: ["pkcs1", "pss"],
};

/** What is wrong with the signature of a write, with an autopsy; null for one that holds. */
function signatureProblem({ publicKey }: View, seen: Seen): string | null {
  const { request, headers, path, query, body } = seen;
  const { origin, pathname } = new URL(request.url);
  const header = headers.get(signature) ?? "";
  const parts = { method: request.method, path, timestamp: headers.get(timestamp) ?? "" };
  const search = query.size === 0 ? "" : `?${query}`;
  const paths = [path, pathname, path + search, pathname + search];
  const isRight = paths.some((one) => signatureHolds(publicKey, { ...parts, path: one }, header, anyRules));
  if (isRight) return null;
  const sent = {
    ...parts,
    apiPath: path,
    fullPath: pathname,
    query: search,
    origin,
    body,
    idempotencyKey: headers.get(idempotencyKey) ?? "",
  };
  return explainSignature({ key: publicKey, header, parts: sent, rules: specifiedSignature });
}

const has = (name: string) => (seen: Seen) => (seen.headers.get(name) ?? "").trim() !== "";
const isTime = (text: string) => /^[0-9]{1,15}$/.test(text);
/** Seconds of the year 5138: a larger number counts in milliseconds, at least. */
const mostSeconds = 1e11;
/** Seconds; no time zone is further ahead of another one. */
const zonesApart = 26 * 3600;
/** Methods that write nothing (RFC 9110, section 9.2.1). */
const safeMethods = ["GET", "HEAD", "OPTIONS", "TRACE"];
/** Seconds that no clock of a server explains, by which a client may correct its own. */
const mostAhead = 2 * window;

/** The headers that a write of an operation can't do without (Authentication, line 9). */
export function headersNeeded(
  operation: Pick<Operation, "idempotent" | "keyIsOptional" | "signed">,
): string[] {
  const hasKey = operation.idempotent !== null && operation.keyIsOptional !== true;
  return [...(hasKey ? [idempotencyKey] : []), ...(operation.signed === null ? [] : [timestamp, signature])];
}

/** The rules. */
export const writeRules: readonly Rule[] = [
  {
    id: "client.write.route",
    how,
    judge: ({ attempts, writes, work }) => {
      const asked = work?.map(({ operation }) => operation);
      const elsewhere = attempts.filter(
        ({ operation, request: { method } }) => operation === null && !safeMethods.includes(method),
      );
      return each([...writes, ...elsewhere], "to the path of the operation", (seen) => {
        const { operation } = seen;
        if (operation !== null && asked !== undefined && !asked.includes(operation)) {
          return {
            message: "Another write was sent than the one that was asked for.",
            expected: asked.map((name) => wordsOf(name)).join(", "),
            received: wordsOf(operation),
          };
        }
        if (operation !== null && seen.condition !== "unknown-item") return null;
        return {
          message: "A write went to a path at which there is nothing.",
          expected: "the path of the operation, with the id of an item of the list",
          received: `${seen.request.method} ${new URL(seen.request.url).pathname}`,
          ...(seen.problem === null ? {} : { hint: seen.problem }),
        };
      });
    },
  },
  {
    id: "client.write.headers",
    how,
    judge: ({ writes }) =>
      each(writes, "with all three headers", (seen) => {
        const operation = operationOf(seen);
        const needed = operation === null ? [] : headersNeeded(operation);
        const expected = needed.join(", ");
        const lacking = needed.filter((name) => !has(name)(seen));
        if (lacking.length > 0)
          return { message: "A write lacks a header.", expected, received: `without ${lacking.join(", ")}` };
        // A comma in what can't hold one stands between two values.
        const [twice] = [timestamp, signature].filter((name) => seen.headers.get(name)?.includes(","));
        return twice === undefined
          ? null
          : { message: "A write has a header several times.", expected, received: `${twice} several times` };
      }),
  },
  {
    id: "client.write.timestamp",
    how,
    judge: ({ writes }) =>
      each(writes.filter(has(timestamp)), "Unix time in seconds", ({ headers, problem, startedAt }) => {
        const value = headers.get(timestamp) ?? "";
        const ahead = Number(value) - Math.floor(startedAt / 1000);
        if (isTime(value) && ahead <= mostAhead) return null;
        return {
          message: "The timestamp of a write is not Unix time in seconds.",
          expected: "an integer, the seconds since 1970",
          received: ahead > mostAhead && Number(value) < mostSeconds ? `${value}, ${ahead} s ahead` : value,
          ...(isTime(value) && Math.abs(ahead % 900) < 60 && ahead < zonesApart
            ? { hint: "It may be the time of a time zone: Unix time is the same everywhere." }
            : problem === null
              ? {}
              : { hint: problem }),
        };
      }),
  },
  {
    id: "client.write.fresh",
    how,
    judge: ({ writes }) => {
      const timed = writes.filter(({ headers }) => {
        const value = headers.get(timestamp) ?? "";
        return isTime(value) && Number(value) < mostSeconds;
      });
      const ageOf = ({ headers, startedAt }: Seen) =>
        Math.floor(startedAt / 1000) - Number(headers.get(timestamp));
      const ages = timed.map(ageOf);
      const isSteady = ages.length > 1 && Math.max(...ages) - Math.min(...ages) < window / 10;
      return each(timed, `at most ${window} s old`, (seen) => {
        const age = ageOf(seen);
        if (age <= window) return null;
        return {
          message: "A write arrived with a timestamp that is too old.",
          expected: `at most ${window} s`,
          received: `${age} s`,
          ...(isSteady
            ? {
                hint: "All of them are as old as this one: the client's clock is slow, or it corrects it wrongly.",
              }
            : {}),
        };
      });
    },
  },
  {
    id: "client.write.signature",
    how,
    judge: (view) =>
      each(view.writes.filter(has(signature)), "signed as specified", (seen) => {
        const problem = signatureProblem(view, seen);
        if (problem === null) return null;
        const [what = "", expected = ""] = problem.split(/ Expected: /);
        return {
          message: `The signature of a write does not match it. ${what}`,
          expected,
          received: "another signature",
        };
      }),
  },
  {
    id: "client.write.base64",
    how,
    judge: ({ writes }) =>
      each(writes.filter(has(signature)), "in standard Base64", ({ headers }) =>
        decodeBase64(headers.get(signature) ?? "") !== null
          ? null
          : {
              message: "A signature is not in Base64 with its standard alphabet.",
              expected: "A to Z, a to z, 0 to 9, + and /, with = at the end (RFC 4648, section 4)",
              received: "another encoding",
            },
      ),
  },
  {
    id: "client.write.media-type",
    how,
    judge: ({ writes }) =>
      each(ofRow(writes, "client.write.media-type"), "with the media type of a merge patch", (seen) => {
        const expected = operationOf(seen)?.mediaType ?? "";
        const received = mediaTypeOf(seen);
        return received === expected
          ? null
          : {
              message: "A write is sent with another Content-Type.",
              expected,
              received: received === "" ? "no Content-Type" : received,
            };
      }),
  },
  {
    id: "client.patch.object",
    how,
    judge: ({ writes }) =>
      each(ofRow(writes, "client.patch.object"), "an object of what is to change", (seen) => {
        const body = jsonOf(seen);
        const fields: readonly string[] = operationOf(seen)?.bodyFields ?? [];
        const unknown = isObject(body) ? Object.keys(body).filter((name) => !fields.includes(name)) : [];
        if (isObject(body) && unknown.length === 0) return null;
        return {
          message: "The body of a write is not an object of the fields that can be changed.",
          expected: `a JSON object of ${fields.join(", ")}`,
          received: isObject(body) ? `the unknown ${unknown.join(", ")}` : "something else",
        };
      }),
  },
];

function wordsOf(name: string): string {
  const found = Object.values<Operation>(operations).find(({ id }) => id === name);
  return found === undefined ? name : `${found.method} ${found.path}`;
}

/** The requests of the operations that the row of a rule speaks of. */
export function ofRow(requests: readonly Seen[], id: string): readonly Seen[] {
  const names = requirement(id).operations.filter((name) => Object.hasOwn(operations, name));
  return requests.filter(({ operation }) => operation !== null && names.includes(operation));
}
