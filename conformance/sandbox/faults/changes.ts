/** Replacements for seams: skipped checks and changed responses. */

import { isObject } from "../../base/shape.ts";
import type { Condition } from "../conditions.ts";
import type { SandboxResponse } from "../response.ts";
import type { RequestContext, Seams } from "../seams.ts";

/** Changes a JSON object in place. */
export type Edit = (body: Record<string, unknown>, context: RequestContext) => void;

/** Skips the check of conditions. */
export function unchecked(...conditions: readonly Condition[]): Seams["skipsCheck"] {
  return (condition) => conditions.includes(condition);
}

/** Changes the responses with this status. */
export function changed(
  status: number,
  change: (reply: SandboxResponse) => Partial<SandboxResponse>,
): Seams["reply"] {
  return (reply) => (reply.status === status ? { ...reply, ...change(reply) } : reply);
}

/** Changes the JSON object in the responses with these statuses; successful ones unless given. */
export function edited(edit: Edit, isMeant = (status: number) => status < 300): Seams["reply"] {
  return (reply, context) => {
    if (!isMeant(reply.status) || !isObject(reply.body)) return reply;
    const body = structuredClone(reply.body);
    edit(body, context);
    return { ...reply, body };
  };
}

/** Changes the value of a field if present, at a JSON pointer in which * stands for any index. */
export function convert(path: string, value: (before: unknown) => unknown): Edit {
  return edit(path, (holder, name) => {
    holder[name] = value(holder[name]);
  });
}

/** Gives a field, if present, another value. */
export function set(path: string, value: unknown): Edit {
  return convert(path, () => value);
}

/** Removes a field. */
export function remove(path: string): Edit {
  return edit(path, (holder, name) => delete holder[name]);
}

/** Renames a field. */
export function rename(path: string, to: string): Edit {
  return edit(path, (holder, name) => {
    holder[to] = holder[name];
    delete holder[name];
  });
}

/** Gives a field that is absent or null a value. */
export function fill(path: string, value: unknown): Edit {
  const isMissing = (holder: Record<string, unknown>, name: string) => (holder[name] ?? null) === null;
  return edit(path, (holder, name) => Object.assign(holder, { [name]: value }), isMissing);
}

function edit(
  pointer: string,
  change: (holder: Record<string, unknown>, name: string) => void,
  isMeant = (holder: Record<string, unknown>, name: string) => name in holder,
): Edit {
  const names = pointer.split("/").slice(1);
  const last = names.pop() ?? "";
  return (body) => {
    const holders = names.reduce<unknown[]>(
      (found, name) => found.flatMap((at) => (name === "*" ? elements(at) : isObject(at) ? [at[name]] : [])),
      [body],
    );
    for (const holder of holders) if (isObject(holder) && isMeant(holder, last)) change(holder, last);
  };
}

function elements(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
