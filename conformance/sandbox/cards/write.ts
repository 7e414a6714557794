import type { Operation } from "../../../generated/operations.ts";
import { isRefusedState, showLastChange } from "../item-rules.ts";
import { checked, refuse } from "../refuse.ts";
import { pathParameters } from "../request.ts";
import { empty, json, type SandboxResponse } from "../response.ts";
import type { RequestContext } from "../seams.ts";
import { objectIn, readChanges } from "./limits-body.ts";
import type { WriteOperation } from "./names.ts";
import { cardsOf } from "./state.ts";

/** PUT and PATCH of the limits of a card, once token and headers are accepted. */
export function writeLimits(context: RequestContext, operation: Operation): SandboxResponse {
  const { seams, choices, state, request } = context;
  const [id] = Object.values(pathParameters(request, operation));
  const card = cardsOf(state).find((candidate) => candidate.id === id);
  if (card === undefined) return refuse(context, "unknown-item", "There is no card with this id.");

  const changes = readChanges(context, operation.id as WriteOperation);
  const refusal = typeof changes === "string" ? checked(context, "body", changes) : null;
  if (refusal !== null) return refuse(context, refusal.condition, refusal.message);
  if (isRefusedState(context, operation, card))
    return { ...refuse(context, "body", "The card is in a state in which this is refused."), status: 409 };
  const body = typeof changes === "string" ? objectIn(request.body) : changes;
  seams.apply({ item: card, target: "/limits", mode: "assign", changes: body }, context);
  if (operation.changes !== null) showLastChange(card, operation.changes, context.now);
  switch (choices.get(operation.id === "replaceCardLimits" ? "gap.put.response" : "gap.patch.response")) {
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
