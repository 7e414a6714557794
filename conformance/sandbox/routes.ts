import { api, type OperationId, operations } from "../../generated/operations.ts";
import type { SandboxRequest } from "./seams.ts";

const routes = Object.values(operations).map(({ id, method, path }) => ({
  id,
  method,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
}));

/** The operation that a request asks for, or null. */
export function operationOf({ method, path }: SandboxRequest): OperationId | null {
  return routes.find((route) => route.method === method && route.pattern.test(path))?.id ?? null;
}

/** Usual mistakes in a path, and what mends each. */
const mistakes: readonly (readonly [description: string, mend: (path: string) => string])[] = [
  ["leave out the slash at its end", (path) => path.replace(/\/+$/, "")],
  ["it has two slashes in a row", (path) => path.replace(/\/{2,}/g, "/")],
  [`it lacks ${api.versionPrefix}`, (path) => api.versionPrefix + path],
  [`it has ${api.versionPrefix} twice`, (path) => path.replace(api.versionPrefix, "")],
];

/** Why there is nothing for a request. */
export function nothingThere({ method, path, fullPath }: SandboxRequest): string {
  const methodsAt = (at: string) => routes.filter(({ pattern }) => pattern.test(at)).map((one) => one.method);
  const here = methodsAt(path);
  if (here.length > 0) return `There is no ${method} at this path, but ${here.join(" and ")}.`;
  if (path !== fullPath && methodsAt(fullPath).length > 0) {
    return "There is nothing at this path; it lacks the prefix of the base URL.";
  }
  const mistake = mistakes.find(([, mend]) => methodsAt(mend(path)).length > 0);
  return `There is nothing at this path${mistake === undefined ? "" : `; ${mistake[0]}`}.`;
}
