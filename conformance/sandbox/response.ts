/** A response of the sandbox before it becomes a Response, so that a fault can change it as data. */
export interface SandboxResponse {
  status: number;
  headers: Record<string, string>;
  /** undefined for no body; a string is sent as is; anything else as JSON. */
  body: unknown;
  /** Why the request is refused, in a word and in a sentence; for faults and the log, not sent. */
  problem?: { readonly condition: string; readonly message: string };
}

/** A JSON response. */
export function json(status: number, body: unknown): SandboxResponse {
  return { status, headers: { "content-type": "application/json" }, body };
}

/** A response without a body. */
export function empty(status: number): SandboxResponse {
  return { status, headers: {}, body: undefined };
}

/** The Response to send. */
export function toResponse(reply: SandboxResponse): Response {
  const { status, headers, body } = reply;
  if (body === undefined || status === 204) return new Response(null, { status, headers });
  return new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers });
}
