/** What is wrong with the headers of a write: idempotency key, timestamp, signature and content type. */
import { operations } from "../../generated/operations.ts";
import { explainSignature } from "./explain-signature.ts";
import type { Problem } from "./refuse.ts";
import type { Condition, RequestContext } from "./seams.ts";
import type { Service, WriteOperation } from "./service.ts";
import {
  decodeAnyBase64,
  maximumAgeSeconds,
  type SignatureRules,
  signatureHolds,
  specifiedSignature,
  timestampProblem,
} from "./verify.ts";

/** Why the headers of a write are not accepted, or null where they are. */
export function headerProblem(
  service: Service,
  context: RequestContext,
  operation: WriteOperation,
): Problem | null {
  return (
    keyProblem(service, context) ??
    timeProblem(service, context) ??
    signatureProblem(service, context) ??
    contentTypeProblem(service, context, operation)
  );
}

function unless(
  { seams }: Service,
  context: RequestContext,
  condition: Condition,
  message: () => string,
): Problem | null {
  return seams.skipsCheck(condition, context) ? null : { condition, message: message() };
}

function keyProblem(service: Service, context: RequestContext): Problem | null {
  const key = context.request.headers.get("idempotency-key");
  if (key === null) {
    const message =
      "Idempotency-Key is required: a new one for each write, the same one when it is repeated.";
    return unless(service, context, "idempotency-key.missing", () => message);
  }
  if (key.trim() !== "") return null;
  return unless(service, context, "idempotency-key.empty", () => "Idempotency-Key is empty.");
}

function timeProblem(service: Service, context: RequestContext): Problem | null {
  const timestamp = context.request.headers.get("x-service-request-timestamp");
  if (timestamp === null) {
    const message = "X-Service-Request-Timestamp is required: Unix time in seconds.";
    return unless(service, context, "timestamp.missing", () => message);
  }
  const kind = timestampProblem(
    timestamp,
    context.now,
    service.choices.get("gap.timestamp.future") === "accepted",
  );
  if (kind === null) return null;
  return unless(service, context, `timestamp.${kind}`, () => {
    const now = Math.floor(context.now / 1000);
    return `X-Service-Request-Timestamp is ${timeWords(timestamp, now)}; now is ${now}.`;
  });
}

/** What a timestamp is that is not accepted. */
function timeWords(timestamp: string, now: number): string {
  const seconds = ", and has to be in seconds";
  if (/^[0-9]{13}$/.test(timestamp)) return `in milliseconds${seconds}`;
  if (/^[0-9]{16}$/.test(timestamp)) return `in microseconds${seconds}`;
  if (/^[0-9]+\.[0-9]+$/.test(timestamp)) return "not an integer";
  if (/[a-z]{3}|^[0-9]{4}-?[0-9]{2}-?[0-9]{2}/i.test(timestamp) && !/^[0-9]+$/.test(timestamp)) {
    return "not Unix time, which is a number of seconds";
  }
  if (!/^[0-9]{1,15}$/.test(timestamp)) return "not Unix time in seconds";
  const age = now - Number(timestamp);
  return age > 0
    ? `${age} s old; older than ${maximumAgeSeconds} s (5 minutes) is refused`
    : `${-age} s in the future`;
}

function signatureProblem(service: Service, context: RequestContext): Problem | null {
  const { seams, choices, publicKey } = service;
  const { headers, method, path, fullPath, query, origin, body } = context.request;
  const signature = headers.get("x-service-signature");
  if (signature === null) {
    return unless(service, context, "signature.missing", () => "X-Service-Signature is required.");
  }
  const search = query.size === 0 ? "" : `?${query.toString()}`;
  if (search !== "" && choices.get("gap.signature.query") === "refused") {
    return { condition: "signature.query", message: "A query is not allowed here (gap.signature.query)." };
  }
  const signedPath =
    (choices.get("gap.signature.prefix") === "full" ? fullPath : path) +
    (choices.get("gap.signature.query") === "with-query" ? search : "");
  const rules = seams.signature(chosenRules(service), context);
  const timestamp = headers.get("x-service-request-timestamp") ?? "";
  const parts = { method, path: signedPath, timestamp };
  if (signatureHolds(publicKey, parts, signature, rules)) return null;
  return unless(service, context, "signature.bad", () => {
    const idempotencyKey = headers.get("idempotency-key") ?? "";
    const sent = { ...parts, apiPath: path, fullPath, query: search, origin, body, idempotencyKey };
    const why = explainSignature({ key: publicKey, header: signature, parts: sent, rules });
    return `X-Service-Signature does not match the request. ${why}`;
  });
}

function chosenRules({ choices }: Service): SignatureRules {
  const padding = choices.get("gap.signature.padding");
  return {
    ...specifiedSignature,
    ...(choices.get("gap.signature.base64-variants") === "accepted" ? { decode: decodeAnyBase64 } : {}),
    paddings: padding === "both" ? ["pkcs1", "pss"] : [padding === "pss" ? "pss" : "pkcs1"],
  };
}

function contentTypeProblem(
  service: Service,
  context: RequestContext,
  operation: WriteOperation,
): Problem | null {
  const { method, headers } = context.request;
  const type = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  const asJson =
    operation === "replaceCardLimits" || service.choices.get("gap.patch.content-type") === "accepted";
  const { mediaType } = operations[operation];
  if (type === mediaType || (asJson && type === "application/json")) return null;
  const message = `The Content-Type is ${type === "" ? "missing" : "another one"}; ${method} takes ${mediaType}.`;
  return unless(service, context, "content-type", () => message);
}
