/** The media type of what the sandbox answers. */
import { type Operation, statusKey } from "../../generated/operations.ts";
import type { SandboxResponse } from "./response.ts";

/** A response of an operation with the media type of JSON that the description shows for its status. */
export function withMediaType(operation: Operation, reply: SandboxResponse): SandboxResponse {
  const type = operation.mediaTypes?.[statusKey(operation, reply.status)];
  // What a choice or a fault has answered instead of JSON stays what it is.
  if (type === undefined || reply.headers["content-type"] !== "application/json") return reply;
  return { ...reply, headers: { ...reply.headers, "content-type": type } };
}
