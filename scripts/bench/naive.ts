/**
 * The features of this client written on top of openapi-fetch as one would in an afternoon: token, retries with the
 * same key, a limit for each attempt and for the whole call, refused redirects, a limit of the body, an error for
 * whatever is no success. It has none of the care: it is here for its price alone.
 */
import { randomUUID } from "node:crypto";
import createOpenapiFetch from "openapi-fetch";
import { api, operations } from "../../generated/operations.ts";

const maxBytes = 16 * 1024 * 1024;

/** @param baseUrl - The server, without a path. */
export async function naiveClient(baseUrl: string): Promise<object> {
  const granted = await fetch(baseUrl + operations[api.token].path, { method: "POST" });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const client = createOpenapiFetch({ baseUrl, fetch: withRetries });
  client.use({
    onRequest: ({ request }) => {
      request.headers.set("authorization", `Bearer ${token}`);
      if (request.method !== "GET") request.headers.set("idempotency-key", randomUUID());
      return request;
    },
    onResponse: async ({ response }) => {
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
      const text = await response.clone().text();
      if (text.length > maxBytes) throw new Error("the response is too long");
      return response;
    },
  });
  return client;
}

async function withRetries(request: Request): Promise<Response> {
  const call = AbortSignal.timeout(60_000);
  for (let attempt = 0; ; attempt++) {
    const signal = AbortSignal.any([call, AbortSignal.timeout(30_000)]);
    const response = await fetch(new Request(request.clone(), { signal, redirect: "error" }));
    if (response.status < 500 || attempt === 2) return response;
    await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** attempt));
  }
}
