/** A sandbox without fetch: to make a Request and a Response takes a seventh of the time of a run in memory. */
import type { Sandbox } from "../sandbox/app.ts";
import { asSandboxRequest } from "../sandbox/request.ts";
import { type SandboxResponse, toResponse } from "../sandbox/response.ts";
import { handlerTransport, received, thrown } from "../wire/handler.ts";
import type { Outcome, Transport, WireRequest } from "../wire/transport.ts";

/** What a Request and a Response say of a text without a content type. */
const textType = "text/plain;charset=UTF-8";
const [contentType, methods] = ["content-type", /^(?:GET|POST|PUT|PATCH|DELETE)$/];

/**
 * A transport into a sandbox; what arrives on either side is the same as with the {@link handlerTransport} of its
 * fetch, which takes what is out of the ordinary.
 */
export function directTransport(sandbox: Sandbox, prefix: string): Transport {
  const usual = handlerTransport(sandbox.fetch);
  return async (request, limits) => {
    if (!isOrdinary(request)) return usual(request, limits);
    try {
      const { method, url, body } = request;
      const headers = withType(request.headers as [string, string][], body !== null);
      return await outcomeOf(
        await sandbox.answer(asSandboxRequest({ method, url, headers, body: body ?? "" }, prefix)),
      );
    } catch (error) {
      return thrown(error);
    }
  };
}

/** False for what a Request refuses, or changes. */
function isOrdinary({ method, url, body }: WireRequest): boolean {
  return methods.test(method) && /^https?:\/\/\w/.test(url) && (method !== "GET" || body === null);
}

async function outcomeOf(reply: SandboxResponse): Promise<Outcome> {
  const { status, headers, body } = reply;
  if (status < 200 || status > 599 || body === undefined || [204, 205, 304].includes(status))
    return received(toResponse(reply));
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const list = [...withType(Object.entries(headers), true)];
  return { response: { status, headers: list, body: Buffer.from(text, "utf8") }, failure: null };
}

function withType(list: [string, string][], hasBody: boolean): Headers {
  const headers = new Headers(list);
  if (hasBody && !headers.has(contentType)) headers.set(contentType, textType);
  return headers;
}
