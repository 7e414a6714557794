import type { SandboxRequest } from "./seams.ts";

/**
 * Reads a request.
 *
 * @param prefix - Path prefix of the base URL, "" where there is none.
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

/** The media type of a request, without parameters and in lower case; "" where it names none. */
export function mediaTypeOf({ headers }: SandboxRequest): string {
  return (headers.get("content-type") ?? "").replace(/;.*/, "").trim().toLowerCase();
}
