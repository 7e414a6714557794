/** A sandbox without fetch: to make a Request and a Response takes as long as all the rest of an answer. */
import { readResponse } from "../wire/handler.ts";
import type { WireResponse } from "../wire/transport.ts";
import type { Sandbox } from "./app.ts";
import { asSandboxRequest } from "./request.ts";
import { type SandboxResponse, toResponse } from "./response.ts";

/** A request of which nothing has been made yet. */
export interface DirectRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  /** Empty for a request without a body. */
  readonly body: string;
}

/** Answers a request. It rejects with what the sandbox throws, and for an answer that cannot be sent. */
export type DirectHandler = (request: DirectRequest) => Promise<WireResponse>;

const methods = /^(?:GET|POST|PUT|PATCH|DELETE)$/;
const [contentType, textType] = ["content-type", "text/plain;charset=UTF-8"];

/** False for what a Request refuses, or changes. */
export function isOrdinary({ method, url, body }: Pick<DirectRequest, "method" | "url" | "body">): boolean {
  return methods.test(method) && /^https?:\/\/\w/.test(url) && (method !== "GET" || body === "");
}

/**
 * A handler of ordinary requests, with the answers that the `fetch` of the sandbox would give.
 *
 * @param prefix - Path prefix of the base URL, "" if there is none.
 */
export function directHandler(sandbox: Sandbox, prefix: string): DirectHandler {
  return async (request) => answerOf(await sandbox.answer(asSandboxRequest(request, prefix)));
}

async function answerOf(reply: SandboxResponse): Promise<WireResponse> {
  const { status, headers, body } = reply;
  if (status < 200 || status > 599 || body === undefined || [204, 205, 304].includes(status)) {
    return readResponse(toResponse(reply));
  }
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const list = [...withTextType(new Headers(headers))];
  return { status, headers: list, body: Buffer.from(text, "utf8") };
}

/** The same headers, with what a Request and a Response say of a text without a content type. */
export function withTextType(headers: Headers): Headers {
  if (!headers.has(contentType)) headers.set(contentType, textType);
  return headers;
}
