import { operations } from "../../generated/operations.ts";
import { accessProblem } from "./access.ts";
import type { Card } from "./cards.ts";
import { readChanges } from "./limits-body.ts";
import { refuse } from "./refuse.ts";
import { empty, json, type Reply } from "./reply.ts";
import type { About, Condition } from "./seams.ts";
import type { Service, WriteOperation } from "./service.ts";
import { hash } from "./state.ts";
import { decodeAnyBase64, signatureHolds, specifiedSignature, timestampProblem } from "./verify.ts";

const dayMs = 86_400_000;

/** PUT and PATCH /v1/card/{id}/limits: checks the request, then carries it out once per idempotency key. */
export function write(service: Service, about: About, operation: WriteOperation): Reply {
  const { seams, choices, state } = service;
  const problem = accessProblem(service, about, operation) ?? headerProblem(service, about, operation);
  if (problem !== null) {
    if (seams.carriesOut(problem, about)) carryOut(service, about, operation);
    return refuse(service, problem);
  }

  const key = about.request.headers.get("idempotency-key") ?? "";
  const fingerprint = hash(`${about.request.method} ${about.request.path} ${about.request.body}`).toString(
    "hex",
  );
  const before = state.writes.get(key);
  const kept = before !== undefined && (about.now - before.at <= dayMs || remembersForever(service));
  if (kept && key !== "" && seams.remembers(key, about)) {
    if (before.fingerprint === fingerprint) {
      return choices.get("gap.idempotency.replay-response") === "409"
        ? { ...refuse(service, "idempotency-key.reused"), status: 409 }
        : before.reply;
    }
    const answer = choices.get("gap.idempotency.reuse");
    if (answer === "replayed") return before.reply;
    if (answer !== "applied") return refuse(service, "idempotency-key.reused");
  }

  const reply = carryOut(service, about, operation);
  if (reply.status < 300) state.writes.set(key, { fingerprint, reply, at: about.now });
  return reply;
}

function remembersForever({ choices }: Service): boolean {
  return choices.get("gap.idempotency.after-window") === "replayed";
}

function headerProblem(service: Service, about: About, operation: WriteOperation): Condition | null {
  const { seams, choices, publicKey } = service;
  const { headers, method, path, fullPath, query } = about.request;
  const refused = (condition: Condition) => !seams.waives(condition, about);

  const key = headers.get("idempotency-key");
  if (key === null && refused("idempotency-key.missing")) return "idempotency-key.missing";
  if (key?.trim() === "" && refused("idempotency-key.empty")) return "idempotency-key.empty";

  const timestamp = headers.get("x-service-request-timestamp");
  if (timestamp === null) {
    if (refused("timestamp.missing")) return "timestamp.missing";
  } else {
    const future = choices.get("gap.timestamp.future") === "accepted";
    const kind = timestampProblem(timestamp, about.now, future);
    if (kind !== null && refused(`timestamp.${kind}`)) return `timestamp.${kind}`;
  }

  const signature = headers.get("x-service-signature");
  if (signature === null) {
    if (refused("signature.missing")) return "signature.missing";
  } else {
    const search = query.size === 0 ? "" : `?${query.toString()}`;
    if (search !== "" && choices.get("gap.signature.query") === "refused") return "signature.query";
    const signedPath =
      (choices.get("gap.signature.prefix") === "full" ? fullPath : path) +
      (choices.get("gap.signature.query") === "with-query" ? search : "");
    const padding = choices.get("gap.signature.padding");
    const rules = seams.signature(
      {
        ...specifiedSignature,
        ...(choices.get("gap.signature.base64-variants") === "accepted" ? { decode: decodeAnyBase64 } : {}),
        paddings: padding === "both" ? ["pkcs1", "pss"] : [padding === "pss" ? "pss" : "pkcs1"],
      },
      about,
    );
    const parts = { method, path: signedPath, timestamp: timestamp ?? "" };
    if (!signatureHolds(publicKey, parts, signature, rules) && refused("signature.bad"))
      return "signature.bad";
  }

  const type = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  const asJson = operation === "replaceCardLimits" || choices.get("gap.patch.content-type") === "accepted";
  const accepted = type === operations[operation].mediaType || (asJson && type === "application/json");
  return accepted || !refused("content-type") ? null : "content-type";
}

/** Applies the body, whatever the headers say. */
function carryOut(service: Service, about: About, operation: WriteOperation): Reply {
  const { seams, choices, state } = service;
  const id = about.request.path.split("/")[3];
  const card = state.cards.find((candidate) => candidate.id === id);
  if (card === undefined) return refuse(service, "unknown-card");
  const changes = readChanges(service, operation, about.request.body);
  if (changes === null) return refuse(service, "body");
  seams.apply({ card, changes }, about);
  const gap = operation === "replaceCardLimits" ? "gap.put.response" : "gap.patch.response";
  return written(choices.get(gap) ?? "", card);
}

function written(answer: string, card: Card): Reply {
  switch (answer) {
    case "200-limits":
      return json(200, structuredClone(card.limits));
    case "202-empty":
      return empty(202);
    case "204-empty":
      return empty(204);
    default:
      return json(200, structuredClone(card));
  }
}
