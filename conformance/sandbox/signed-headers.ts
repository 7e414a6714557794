/** What is wrong with the headers of a request: idempotency key, timestamp, signature and content type. */
import { api, type Operation } from "../../generated/operations.ts";
import { answerFor } from "./choices.ts";
import { checked, type Problem } from "./refuse.ts";
import { mediaTypeOf } from "./request.ts";
import type { RequestContext } from "./seams.ts";
import {
  decodeAnyBase64,
  type SignatureRules,
  signatureHolds,
  specifiedSignature,
  timestampProblem,
} from "./verify.ts";

const { idempotencyKey, timestamp: timestampHeader, signature: signatureHeader } = api.headers;
const window = api.timestampWindowSeconds;
/** The open question whether JSON is taken in place of a merge patch. */
const jsonAsWell = "gap.patch.content-type";

/** Why the headers that an operation needs are not accepted, or null if they are. */
export function headerProblem(context: RequestContext, operation: Operation): Problem | null {
  return (
    (operation.idempotent === null || operation.keyIsOptional === true ? null : keyProblem(context)) ??
    (operation.signed === null ? null : (timeProblem(context) ?? signatureProblem(context))) ??
    contentTypeProblem(context, operation)
  );
}

function keyProblem(context: RequestContext): Problem | null {
  const key = context.request.headers.get(idempotencyKey);
  if (key === null) {
    const message = `${idempotencyKey} is required: a new one for each write, the same one when it is repeated.`;
    return checked(context, "idempotency-key.missing", message);
  }
  if (key.trim() !== "") return null;
  return checked(context, "idempotency-key.empty", `${idempotencyKey} is empty.`);
}

function timeProblem(context: RequestContext): Problem | null {
  const timestamp = context.request.headers.get(timestampHeader);
  if (timestamp === null) {
    const message = `${timestampHeader} is required: Unix time in seconds.`;
    return checked(context, "timestamp.missing", message);
  }
  const isFutureAccepted = context.choices.get("gap.timestamp.future") === "accepted";
  const kind = timestampProblem(timestamp, context.now, isFutureAccepted);
  if (kind === null) return null;
  const now = Math.floor(context.now / 1000);
  const message = `${timestampHeader} is ${timeWords(timestamp, now)}; now is ${now}.`;
  return checked(context, `timestamp.${kind}`, message);
}

/** Forms of a timestamp that is not accepted; the first match describes it. */
const wrongForms: readonly (readonly [form: RegExp, description: string])[] = [
  [/^[0-9]{13}$/, "in milliseconds, and has to be in seconds"],
  [/^[0-9]{16}$/, "in microseconds, and has to be in seconds"],
  [/^[0-9]+\.[0-9]+$/, "not an integer"],
  [/^(?![0-9]+$)(?:.*[a-z]{3}|[0-9]{4}-?[0-9]{2}-?[0-9]{2})/i, "not Unix time, which is a number of seconds"],
  [/^(?![0-9]{1,15}$)/, "not Unix time in seconds"],
];

/** Describes a timestamp that is not accepted. */
function timeWords(timestamp: string, now: number): string {
  const wrong = wrongForms.find(([form]) => form.test(timestamp));
  if (wrong !== undefined) return wrong[1];
  const age = now - Number(timestamp);
  return age > 0
    ? `${age} s old; older than ${window} s (${window / 60} minutes) is refused`
    : `${-age} s in the future`;
}

function signatureProblem(context: RequestContext): Problem | null {
  const { choices, publicKey, seams } = context;
  const { headers, method, path, fullPath, query, origin, body } = context.request;
  const header = headers.get(signatureHeader);
  if (header === null) return checked(context, "signature.missing", `${signatureHeader} is required.`);

  const search = query.size === 0 ? "" : `?${query.toString()}`;
  const queryAnswer = choices.get("gap.signature.query");
  if (search !== "" && queryAnswer === "refused") {
    return { condition: "signature.query", message: "A query is not allowed here (gap.signature.query)." };
  }
  const parts = {
    method,
    path:
      (choices.get("gap.signature.prefix") === "full" ? fullPath : path) +
      (queryAnswer === "with-query" ? search : ""),
    timestamp: headers.get(timestampHeader) ?? "",
  };
  const rules = seams.signature(chosenRules(context), context);
  if (signatureHolds(publicKey, parts, header, rules, context.verify)) return null;
  if (seams.skipsCheck("signature.bad", context)) return null;
  const key = headers.get(idempotencyKey) ?? "";
  const sent = { ...parts, apiPath: path, fullPath, query: search, origin, body, idempotencyKey: key };
  const why = context.explainSignature({ key: publicKey, header, parts: sent, rules });
  return { condition: "signature.bad", message: `${signatureHeader} does not match the request. ${why}` };
}

function chosenRules({ choices }: RequestContext): SignatureRules {
  const padding = choices.get("gap.signature.padding");
  const isAnyBase64 = choices.get("gap.signature.base64-variants") === "accepted";
  return {
    ...specifiedSignature,
    decode: isAnyBase64 ? decodeAnyBase64 : specifiedSignature.decode,
    paddings: padding === "both" ? ["pkcs1", "pss"] : [padding === "pss" ? "pss" : "pkcs1"],
  };
}

function contentTypeProblem(context: RequestContext, operation: Operation): Problem | null {
  const type = mediaTypeOf(context.request);
  const { mediaType, method, bodyRequired } = operation;
  if (mediaType === null || (!bodyRequired && type === "" && context.request.body === "")) return null;
  const isJsonAccepted = answerFor(context.choices, jsonAsWell, operation.id) === "accepted";
  if (type === mediaType || (isJsonAccepted && type === "application/json")) return null;
  const message = `The Content-Type is ${type === "" ? "missing" : "another one"}; ${method} takes ${mediaType}.`;
  return checked(context, "content-type", message);
}
