import { accessProblem } from "./access.ts";
import type { Card } from "./cards.ts";
import { readChanges } from "./limits-body.ts";
import { type Problem, refuse } from "./refuse.ts";
import { empty, json, type Reply } from "./reply.ts";
import type { RequestContext } from "./seams.ts";
import type { Service, WriteOperation } from "./service.ts";
import { headerProblem } from "./signed-headers.ts";
import { hash } from "./state.ts";

const dayMs = 86_400_000;

const reused: Problem = {
  condition: "idempotency-key.reused",
  message: "Idempotency-Key was used for another write (another method, path or body) within 24 hours.",
};
const repeated: Problem = {
  condition: "idempotency-key.reused",
  message: "This write was carried out already, under the same Idempotency-Key.",
};

/** PUT and PATCH /v1/card/{id}/limits: checks the request, then carries it out once per idempotency key. */
export function write(service: Service, context: RequestContext, operation: WriteOperation): Reply {
  const { seams, choices, state } = service;
  const problem = accessProblem(service, context, operation) ?? headerProblem(service, context, operation);
  if (problem !== null) {
    if (seams.appliesAnyway(problem.condition, context)) applyWrite(service, context, operation);
    return refuse(service, problem);
  }

  const key = context.request.headers.get("idempotency-key") ?? "";
  const fingerprint = hash(
    `${context.request.method} ${context.request.path} ${context.request.body}`,
  ).toString("hex");
  const before = state.writes.get(key);
  const kept = before !== undefined && (context.now - before.at <= dayMs || remembersForever(service));
  if (kept && key !== "" && seams.honoursIdempotencyKey(key, context)) {
    if (before.fingerprint === fingerprint) {
      return choices.get("gap.idempotency.replay-response") === "409"
        ? { ...refuse(service, repeated), status: 409 }
        : before.reply;
    }
    const answer = choices.get("gap.idempotency.reuse");
    if (answer === "replayed") return before.reply;
    if (answer !== "applied") return refuse(service, reused);
  }

  const reply = applyWrite(service, context, operation);
  if (reply.status < 300) state.writes.set(key, { fingerprint, reply, at: context.now });
  return reply;
}

function remembersForever({ choices }: Service): boolean {
  return choices.get("gap.idempotency.after-window") === "replayed";
}

/** Applies the body, whatever the headers say. */
function applyWrite(service: Service, context: RequestContext, operation: WriteOperation): Reply {
  const { seams, choices, state } = service;
  const id = context.request.path.split("/")[3];
  const card = state.cards.find((candidate) => candidate.id === id);
  if (card === undefined) {
    return refuse(service, { condition: "unknown-card", message: "There is no card with this id." });
  }
  const changes = readChanges(service, operation, context.request.body);
  if (typeof changes === "string") return refuse(service, { condition: "body", message: changes });
  seams.apply({ card, changes }, context);
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
