/** What the servers of the benchmarks answer: always the same. */
import { api, operations } from "../../generated/operations.ts";
import { pageWith, sampleList, sampleWrite } from "../kit/sample-calls.ts";

const page = JSON.stringify(pageWith(sampleList().items.slice(0, 10)));
const written = JSON.stringify(sampleWrite().success ?? {});
const token = JSON.stringify({
  access_token: "token",
  token_type: "Bearer",
  expires_in: 3600,
  scope: api.scopes.join(" "),
});

/** The body for a method and a path: a token, a page of ten items, or the answer to a write. */
export function bodyFor(method: string, path: string): string {
  if (path === operations[api.token].path) return token;
  return method === "GET" ? page : written;
}
