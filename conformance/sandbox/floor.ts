/** Serves an operation from its description alone: lists page over samples, writes change what a list shows. */
import {
  type Changes,
  type Operation,
  type OperationId,
  operations,
  responseSchema,
} from "../../generated/operations.ts";
import { validators } from "../../generated/validators.js";
import { valueAt } from "../../src/core/json.ts";
import { listingOf } from "../base/listing.ts";
import { ownerNames } from "../base/owner-names.ts";
import { withoutValueAt, withValueAt } from "../base/pointer.ts";
import { isObject } from "../base/shape.ts";
import { type ChangeMode, leftOut } from "./change.ts";
import { createItem, createNamed, madeOf, removeItem, saidOf } from "./created.ts";
import { withDefaults } from "./defaults.ts";
import { queryProblem, readBody } from "./input.ts";
import { isRefusedState, showLastChange } from "./item-rules.ts";
import { itemNamed, itemOfPath, namedItems } from "./named-items.ts";
import { listedItems, numberedPage, servePage } from "./page.ts";
import { placeOf } from "./place.ts";
import { checked, refuse } from "./refuse.ts";
import { pathParameters } from "./request.ts";
import { resourceAfter, resourceRead } from "./resource.ts";
import { empty, json, type SandboxResponse } from "./response.ts";
import { sampleResponse, sampleSuccess, successSchema, successStatus } from "./samples.ts";
import type { RequestContext } from "./seams.ts";
import type { Item } from "./state.ts";

/** Carries out a request whose token and headers have been accepted. */
export function serveFromDescription(context: RequestContext, operation: Operation): SandboxResponse {
  const body = readBody(context, operation);
  const problem = queryProblem(context, operation) ?? ("condition" in body ? body : null);
  const refusal = problem === null ? null : checked(context, problem.condition, problem.message);
  if (refusal !== null) return refuse(context, refusal.condition, refusal.message);
  const { paginated } = operation;
  const changes = changesOf(operation);
  const value = "value" in body ? withDefaults(operation, body.value) : undefined;
  const item = itemIn(context, operation);
  if (item === null)
    return (
      serveNew(context, operation, value) ??
      refuse(context, "unknown-item", "Nothing has the id in this path.")
    );
  if (isRefusedState(context, operation, item))
    return { ...refuse(context, "body", "The item is in a state in which this is refused."), status: 409 };
  if (paginated !== null) {
    const page = servePage(context, { ...operation, paginated });
    const items = valueAt(page.body, paginated.items);
    if (!Array.isArray(items)) return page;
    return { ...page, body: withValueAt(page.body, paginated.items, ofParent(context, operation, items)) };
  }
  if (operation.listing !== undefined) {
    const items = listedItems(context, operation, operation.listing);
    const body = withValueAt(sampleSuccess(operation.id), operation.listing.items, items);
    const own = ofParent(context, operation, items);
    const shown = Array.isArray(own) ? numberedPage(own, operation.listing, context.request.query) : own;
    return json(200, withValueAt(body, operation.listing.items, shown));
  }

  const read = itemOfPath(operation) === null ? resourceRead(operation) : null;
  if (read !== null) return serveResource(context, operation, read, value);

  const change = isAction(operation, value, shownIn(operation))
    ? shownIn(operation)
    : changeIn(operation, changes, value, item);
  if (changes !== null && item !== undefined && change !== undefined) {
    const shownBefore = valueAt(item, changes.target);
    const before = isObject(shownBefore) ? { ...shownBefore } : {};
    const { target, id } = changes;
    const without = leftOut(operation, value, id);
    context.seams.apply({ item, target, mode: modeOf(operation), changes: change, without }, context);
    showNothing(item, changes, before);
    showLastChange(item, changes, context.now);
  }
  const removed = operation.method === "DELETE" ? itemOfPath(operation) : null;
  if (item !== undefined && removed !== null) removeItem(context.state, removed.operation, item);
  const created = createItem(context.state, operation, value);
  const status = successStatus(operation);
  // What is created below an item is answered, and not that item.
  const content =
    shown(created?.item, operation, status) ??
    shown(item, operation, status) ??
    answered(operation, status, value);
  const isBelow = operation.method === "GET" || created !== null;
  const answer = isBelow ? ofParent(context, operation, content) : content;
  const reply = answer === undefined ? empty(status) : json(status, answer);
  if (created !== null) {
    const { request } = context;
    reply.headers.location = placeOf(request.path, operation, pathParameters(request, operation), created.id);
  }
  return reply;
}

/** A sample of an answer; that of a PUT, of which nothing is kept where no read shows it, with what its body says. */
function answered(operation: Operation, status: number, body: unknown): unknown {
  const sample = structuredClone(sampleResponse(operation, status));
  if (operation.method !== "PUT" || !isObject(sample)) return sample;
  return madeOf(sample, saidOf(undefined, body, operation), operation);
}

/** Creates what a PUT names and is not there; null where that creates nothing, or nothing has an id above it. */
function serveNew(context: RequestContext, operation: Operation, value: unknown): SandboxResponse | null {
  const values = pathParameters(context.request, operation);
  const above = namedItems(operation).filter(({ parameter }) => parameter !== operation.creates?.parameter);
  if (above.some((one) => itemNamed(context, one, values) === undefined)) return null;
  const created = createNamed(context.state, operation, values, value);
  if (created === null) return null;
  const status = successStatus(operation, true);
  const content =
    shown(created.item, operation, status) ?? structuredClone(sampleResponse(operation, status));
  const answer = ofParent(context, operation, content);
  const reply = answer === undefined ? empty(status) : json(status, answer);
  reply.headers.location = context.request.path;
  return reply;
}

/** Shows what a path names, or changes it. */
function serveResource(
  context: RequestContext,
  operation: Operation,
  read: Operation,
  value: unknown,
): SandboxResponse {
  const { resources } = context.state;
  const name = JSON.stringify([read.id, pathParameters(context.request, read)]);
  const before = resources.get(name) ?? structuredClone(sampleSuccess(read.id));
  if (operation !== read) resources.set(name, resourceAfter(before, value, operation, read));
  const now = ofParent(context, operation, resources.get(name) ?? before);
  const schema = successSchema(operation);
  const status = successStatus(operation);
  if (schema === null) return empty(status);
  return json(status, validators[schema](now) ? now : structuredClone(sampleSuccess(operation.id)));
}

/** What is shown below something, with the ids of that in the path where it says whose it is. */
function ofParent(context: RequestContext, operation: Operation, content: unknown): unknown {
  const values = pathParameters(context.request, operation);
  const named = namedItems(operation);
  const owners = Object.entries(values).flatMap(([parameter, value]) => {
    const one = named.find((other) => other.parameter === parameter);
    const id = one === undefined ? value : valueAt(itemNamed(context, one, values), one.id);
    return ownerNames(operation.path, parameter).map((name) => [name, id] as const);
  });
  const owned = (one: unknown) =>
    isObject(one)
      ? { ...one, ...Object.fromEntries(owners.filter(([name, id]) => typeof one[name] === typeof id)) }
      : one;
  return Array.isArray(content) ? content.map(owned) : owned(content);
}

/**
 * The item of a request, or the part of it that the operation changes, whichever the description shows as the
 * answer; undefined where it shows neither. What the answer has beyond a list's item is that of the sample.
 */
function shown(item: Item | undefined, operation: Operation, status: number): unknown {
  const sample = sampleResponse(operation, status);
  const schema = responseSchema(operation, status);
  if (!isObject(sample) || schema === null) return undefined;
  const shares = (value: Item) => Object.keys(value).filter((name) => Object.hasOwn(sample, name)).length;
  const candidates = [item, valueAt(item, operation.changes?.target ?? "")].filter(isObject);
  const completed = candidates
    .filter((value) => 2 * shares(value) > Object.keys(value).length)
    .map((value) => ({ ...sample, ...value }));
  const isShown = (value: Item) => shares(value) > 0 && validators[schema](value);
  return structuredClone([...candidates, ...completed].find(isShown));
}

/**
 * True where a body is not what is set: there is none, or it says why or how something gets the state that the answer shows.
 *
 * @param made - What the answer shows of the part that is changed.
 */
export function isAction({ method, mediaType, changes }: Operation, body: unknown, made: unknown): boolean {
  if (mediaType === null) return true;
  const isOwn = method === "POST" && changes?.member === undefined;
  return isOwn && made !== undefined && !isObject(made) && isObject(body);
}

/** What an operation makes of an item, if the description shows that in its answer; undefined otherwise. */
function shownIn({ id, changes }: Operation): unknown {
  const sample = sampleSuccess(id);
  const isItem = changes !== null && valueAt(sample, changes.id) !== undefined;
  return isItem ? valueAt(sample, changes.target) : undefined;
}

/**
 * What an operation changes: what the description says, or else, where a GET of the same path shows the item that it
 * names, that item.
 */
function changesOf(operation: Operation): Changes | null {
  const { changes, method, path } = operation;
  const isRead = (one: Operation) => one.method === "GET" && one.path === path && listingOf(one) === null;
  const named = ["PUT", "PATCH"].includes(method) ? itemOfPath(operation) : null;
  if (changes !== null || named === null || !Object.values<Operation>(operations).some(isRead))
    return changes;
  return { ...named, target: "" };
}

/** What a body changes: all of it, or one of its properties; of an item what that or the answer shows, but for its id. */
function changeIn(
  operation: Operation,
  changes: Changes | null,
  body: unknown,
  item: Item | undefined,
): unknown {
  if (changes?.member !== undefined) return isObject(body) ? body[changes.member] : undefined;
  if (operation.changes !== null || !isObject(body)) return body;
  return withoutValueAt(saidOf(item, body, operation), changes?.id ?? "");
}

/** What a write has taken away, but an item has to show, is null from then on, or as little as it may be. */
function showNothing(item: Item, { operation, target }: Changes, before: Item): void {
  const list: Operation = operations[operation as OperationId];
  const schema = successSchema(list);
  const part = valueAt(item, target);
  const listing = listingOf(list);
  if (schema === null || listing === null || !isObject(part)) return;
  const isRight = () => validators[schema](withValueAt(sampleSuccess(operation), listing.items, [item]));
  if (isRight()) return;
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(part, name));
  for (const name of gone) part[name] = leastOf(before[name]);
  for (const name of gone) {
    const least = part[name];
    part[name] = null;
    if (!isRight()) part[name] = least;
  }
}

/** The least value of the same type, such as false; the value itself of a type that has none. */
function leastOf(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value === "boolean") return false;
  return typeof value === "number" ? 0 : value;
}

/** How the body of an operation changes its target. */
function modeOf({ method, mediaType, changes }: Operation): ChangeMode {
  if (method === "PUT") return changes === null ? "assign" : "replace";
  return mediaType?.includes("merge-patch") ? "merge" : "assign";
}

/** The item that a request is about; null where its path has an unknown id, undefined where it names none. */
function itemIn(context: RequestContext, operation: Operation): Item | null | undefined {
  const values = pathParameters(context.request, operation);
  const named = [...namedItems(operation), ...(operation.changes === null ? [] : [operation.changes])];
  const items = named.map((one) => itemNamed(context, one, values) ?? null);
  return items.includes(null) ? null : items.at(-1);
}
