/** Reads a request and finds its operation. */
import { api, type OperationId, operations } from "../../generated/operations.ts";

/** A request as the sandbox reads it. */
export interface SandboxRequest {
  readonly method: string;
  /** Path from /v1 on, without the prefix of the base URL. */
  readonly path: string;
  /** Path as requested, prefix included. */
  readonly fullPath: string;
  /** Scheme, host and port as requested. */
  readonly origin: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * Reads a request.
 *
 * @param prefix - Path prefix of the base URL, "" if there is none.
 */
export async function readRequest(request: Request, prefix: string): Promise<SandboxRequest> {
  const { pathname, origin, searchParams } = new URL(request.url);
  return {
    method: request.method,
    path: pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : `//outside${pathname}`,
    fullPath: pathname,
    origin,
    query: searchParams,
    headers: request.headers,
    body: await request.text(),
  };
}

/** The media type of a request, without parameters and in lower case; "" if it has none. */
export function mediaTypeOf({ headers }: SandboxRequest): string {
  return (headers.get("content-type") ?? "").replace(/;.*/, "").trim().toLowerCase();
}

const routes = Object.values(operations).map(({ id, method, path }) => ({
  id,
  method,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
}));

/** The operation of a request, or null. */
export function operationOf({ method, path }: SandboxRequest): OperationId | null {
  return routes.find((route) => route.method === method && route.pattern.test(path))?.id ?? null;
}

/** Usual mistakes in a path, each with its correction. */
const mistakes: readonly (readonly [description: string, mend: (path: string) => string])[] = [
  ["leave out the slash at its end", (path) => path.replace(/\/+$/, "")],
  ["it has two slashes in a row", (path) => path.replace(/\/{2,}/g, "/")],
  [`it lacks ${api.versionPrefix}`, (path) => api.versionPrefix + path],
  [`it has ${api.versionPrefix} twice`, (path) => path.replace(new RegExp(`^${api.versionPrefix}`), "")],
];

/** Why no operation matches a request. */
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
