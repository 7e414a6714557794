/** What the servers of the benchmarks answer: always the same. */
import { api, operations } from "../../generated/operations.ts";
import { pageWith, sampleList, sampleWrite } from "../sample-calls.ts";

/** The body for a method and a path: a token, a page of ten items, or the answer to a write. */
export function constantResponses(): { bodyFor(method: string, path: string): string } {
  const page = JSON.stringify(pageWith(sampleList().items.slice(0, 10)));
  const written = JSON.stringify(sampleWrite().success ?? {});
  const token = JSON.stringify({
    access_token: "token",
    token_type: "Bearer",
    expires_in: 3600,
    scope: api.scopes.join(" "),
  });
  const { path: tokenPath } = operations[api.token];
  return {
    bodyFor: (method, path) => (path === tokenPath ? token : method === "GET" ? page : written),
  };
}
