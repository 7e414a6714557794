import { api } from "../../generated/operations.ts";
import type { WriteOperation } from "../wire/write-form.ts";
import { accessProblem } from "./access.ts";
import { readChanges } from "./cards/index.ts";
import { refuse } from "./refuse.ts";
import { empty, json, type SandboxResponse } from "./response.ts";
import type { RequestContext } from "./seams.ts";
import { headerProblem } from "./signed-headers.ts";
import { hash } from "./state.ts";

const { headers, idempotencyKeyLifetimeSeconds } = api;
const hours = idempotencyKeyLifetimeSeconds / 3600;
const reused = `${headers.idempotencyKey} was used for another write (another method, path or body) within ${hours} hours.`;
const repeated = `This write was carried out already, under the same ${headers.idempotencyKey}.`;

/** PUT and PATCH /v1/card/{id}/limits: checks the request, then carries it out once per idempotency key. */
export function write(context: RequestContext, operation: WriteOperation): SandboxResponse {
  const { seams, choices, state, now } = context;
  const problem = accessProblem(context) ?? headerProblem(context, operation);
  if (problem !== null) {
    if (seams.appliesAnyway(problem.condition, context)) applyWrite(context, operation);
    return refuse(context, problem.condition, problem.message);
  }

  const { method, path, body } = context.request;
  const key = context.request.headers.get(headers.idempotencyKey) ?? "";
  const fingerprint = hash(`${method} ${path} ${body}`).toString("hex");
  const before = state.writes.get(key);
  const isForEver = choices.get("gap.idempotency.after-window") === "replayed";
  const isKept =
    before !== undefined && (isForEver || now - before.at <= idempotencyKeyLifetimeSeconds * 1000);
  if (isKept && key !== "" && seams.honoursIdempotencyKey(key, context)) {
    if (before.fingerprint === fingerprint) {
      return choices.get("gap.idempotency.replay-response") === "409"
        ? { ...refuse(context, "idempotency-key.reused", repeated), status: 409 }
        : before.reply;
    }
    const answer = choices.get("gap.idempotency.reuse");
    if (answer === "replayed") return before.reply;
    if (answer !== "applied") return refuse(context, "idempotency-key.reused", reused);
  }

  const reply = applyWrite(context, operation);
  if (reply.status < 300) state.writes.set(key, { fingerprint, reply, at: now });
  return reply;
}

/** Applies the body, regardless of the headers. */
function applyWrite(context: RequestContext, operation: WriteOperation): SandboxResponse {
  const { seams, choices, state, request } = context;
  const id = request.path.split("/")[3];
  const card = state.cards.find((candidate) => candidate.id === id);
  if (card === undefined) return refuse(context, "unknown-card", "There is no card with this id.");

  const changes = readChanges(context, operation);
  if (typeof changes === "string") return refuse(context, "body", changes);
  seams.apply({ card, changes }, context);
  switch (choices.get(operation === "replaceCardLimits" ? "gap.put.response" : "gap.patch.response")) {
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
