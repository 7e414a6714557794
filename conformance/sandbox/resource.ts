/** What a path alone names, such as settings: a GET shows it, and a PUT or PATCH of the same path changes it. */
import { type Operation, operations } from "../../generated/operations.ts";
import { validators } from "../../generated/validators.js";
import { isObject } from "../base/shape.ts";
import { type ChangeMode, combined, leftOut } from "./change.ts";
import { namedIn } from "./created.ts";
import { successSchema } from "./samples.ts";

/** The GET that shows what an operation reads or changes, where a PUT or PATCH changes that; null for any other. */
export function resourceRead(
  { method, path }: Operation,
  all: readonly Operation[] = Object.values(operations),
): Operation | null {
  const ofPath = all.filter((one) => one.path === path && one.paginated === null && one.changes === null);
  const isWritten = ofPath.some((one) => ["PUT", "PATCH"].includes(one.method));
  const isPart = ["GET", "PUT", "PATCH"].includes(method);
  return (isPart && isWritten && ofPath.find((one) => one.method === "GET")) || null;
}

/**
 * What it is after a write that was accepted.
 *
 * @param before - What the GET has shown so far.
 * @param body - The body of the write; what of it the GET does not show is left out.
 */
export function resourceAfter(before: unknown, body: unknown, write: Operation, read: Operation): unknown {
  const isMap = write.bodyIsMap === true;
  const named = isObject(body) && isObject(before) && !isMap ? namedIn(before, body) : body;
  const merged = combined(before, named, modeOf(write));
  if (isObject(merged) && !isMap) for (const name of leftOut(write, body)) delete merged[name];
  const schema = successSchema(read);
  if (schema === null || validators[schema](merged) || !isObject(merged) || !isObject(before) || isMap)
    return merged;
  // What was taken away, but has to be shown, is null from then on.
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(merged, name));
  return { ...merged, ...Object.fromEntries(gone.map((name) => [name, null])) };
}

function modeOf({ method, mediaType, bodyIsMap }: Operation): ChangeMode {
  if (mediaType?.includes("merge-patch")) return "merge";
  return method === "PUT" && bodyIsMap === true ? "replace" : "assign";
}
