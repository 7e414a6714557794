/** Any operation but the token's: checks the request, then carries it out. */
import { api, type Operation } from "../../generated/operations.ts";
import { accessProblem } from "./access.ts";
import { withAggregates } from "./aggregates.ts";
import { own } from "./cards/index.ts";
import { onCondition } from "./entity-tags.ts";
import { serveFromDescription } from "./floor.ts";
import { neededProblem } from "./input.ts";
import type { Handler } from "./own.ts";
import { pageNumber } from "./page.ts";
import { refuse } from "./refuse.ts";
import type { SandboxResponse } from "./response.ts";
import type { RequestContext } from "./seams.ts";
import { headerProblem } from "./signed-headers.ts";
import { fingerprint } from "./state.ts";

const { headers, idempotencyKeyLifetimeSeconds } = api;
const hours = idempotencyKeyLifetimeSeconds / 3600;
const reused = `${headers.idempotencyKey} was used for another write (another method, path or body) within ${hours} hours.`;
const repeated = `This write was carried out already, under the same ${headers.idempotencyKey}.`;

/** Answers a request of an operation that is not the token's. */
export function perform(context: RequestContext, operation: Operation): SandboxResponse {
  if (operation.paginated !== null) context.page = pageNumber(context, operation.paginated);
  const carryOut = () => onCondition(context, operation, handler);
  const problem =
    accessProblem(context, operation) ??
    headerProblem(context, operation) ??
    neededProblem(context, operation);
  if (problem !== null) {
    if (operation.method !== "GET" && context.seams.appliesAnyway(problem.condition, context)) carryOut();
    const refusal = refuse(context, problem.condition, problem.message);
    const isUsedUp = context.choices.get("gap.idempotency.refused-key") === "refused";
    if (operation.idempotent !== null && isUsedUp) remember(context, refusal);
    return refusal;
  }
  return operation.idempotent === null ? carryOut() : oncePerKey(context, carryOut);
}

/** Carries out any operation: as an API's own part does, where it has one, or else from the description. */
const handler: Handler = (context, operation) => {
  const reply = (own.handlers[operation.id] ?? serveFromDescription)(context, operation);
  return withAggregates(context.state, operation, reply);
};

/** Carries a request out, unless one with the same idempotency key was (Authentication, line 9). */
function oncePerKey(context: RequestContext, carryOut: () => SandboxResponse): SandboxResponse {
  const { seams, choices, state, now } = context;
  const { key, content } = writeIn(context);
  const before = state.writes.get(key);
  const isForEver = choices.get("gap.idempotency.after-window") === "replayed";
  const isKept =
    before !== undefined && (isForEver || now - before.at <= idempotencyKeyLifetimeSeconds * 1000);
  if (isKept && key !== "" && seams.honoursIdempotencyKey(key, context)) {
    if (before.fingerprint === content) {
      return choices.get("gap.idempotency.replay-response") === "409"
        ? { ...refuse(context, "idempotency-key.reused", repeated), status: 409 }
        : before.reply;
    }
    const answer = choices.get("gap.idempotency.reuse");
    if (answer === "replayed") return before.reply;
    if (answer !== "applied") return refuse(context, "idempotency-key.reused", reused);
  }

  const reply = carryOut();
  if (reply.status < 300) state.writes.set(key, { fingerprint: content, reply, at: now });
  return reply;
}

/** The idempotency key of a write, and what makes it another write than others. */
function writeIn({ request: { method, path, body, headers: sent } }: RequestContext) {
  return { key: sent.get(headers.idempotencyKey) ?? "", content: fingerprint(`${method} ${path} ${body}`) };
}

/** Keeps a refusal under the key of its request, unless there is an answer already. */
function remember(context: RequestContext, reply: SandboxResponse): void {
  const { key, content } = writeIn(context);
  const { writes } = context.state;
  if (key !== "" && !writes.has(key)) writes.set(key, { fingerprint: content, reply, at: context.now });
}
