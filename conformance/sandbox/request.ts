/** Reads a request and finds its operation. */
import { api, type Operation, type OperationId, operations } from "../../generated/operations.ts";

/** A request as the sandbox reads it. */
export interface SandboxRequest {
  readonly method: string;
  /** Path without the prefix of the base URL, as in the description. */
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
  const { url, method, headers } = request;
  return asSandboxRequest({ url, method, headers, body: await request.text() }, prefix);
}

/** A request of these parts, as {@link readRequest} reads it. */
export function asSandboxRequest(
  { url, method, headers, body }: Pick<SandboxRequest, "method" | "headers" | "body"> & { url: string },
  prefix: string,
): SandboxRequest {
  const { pathname, origin, searchParams } = new URL(url);
  return {
    method,
    path: pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : `//outside${pathname}`,
    fullPath: pathname,
    origin,
    query: searchParams,
    headers,
    body,
  };
}

/** The media type of a request, without parameters and in lower case; "" if it has none. */
export function mediaTypeOf({ headers }: Pick<SandboxRequest, "headers">): string {
  return (headers.get("content-type") ?? "").replace(/;.*/, "").trim().toLowerCase();
}

const all: readonly Operation[] = Object.values(operations);
const routes = all
  .map(({ id, method, path }) => ({
    id: id as OperationId,
    method,
    pattern: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{([^}]*)\}/g, "([^/]+)")}$`),
    names: [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name),
  }))
  // A path without parameters is meant before one that it would also fit (OpenAPI 3.1, section 4.8.8.2).
  .sort((one, other) => one.names.length - other.names.length);

/** The operation of a request, or null. */
export function operationOf({ method, path }: SandboxRequest): OperationId | null {
  return routes.find((route) => route.method === method && route.pattern.test(path))?.id ?? null;
}

/** The path parameters of a request, by name; a value that is not percent-encoded UTF-8 is left as it is. */
export function pathParameters({ path }: SandboxRequest, { id }: Operation): Record<string, string> {
  const route = routes.find((one) => one.id === id);
  const [, ...values] = route?.pattern.exec(path) ?? [];
  return Object.fromEntries(values.map((value, index) => [route?.names[index] ?? "", decoded(value)]));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
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
