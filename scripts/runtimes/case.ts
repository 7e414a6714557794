import { api, operations } from "../../generated/operations.ts";
import { pageWith, sampleList, sampleWrite } from "../kit/sample-calls.ts";
import type { Case } from "./use.ts";

/** What the program of the runtimes calls, and what its server knows, made from the description. */
export function makeCase(): Case {
  const [list, write] = [sampleList(), sampleWrite()];
  const { operation, pathParameters, query, pagination } = list;
  // Characters of two and three bytes, which a runtime might cut.
  const items = list.items.slice(0, 3).map((item) => ({ ...(item as object), note: "Bürobedarf €" }));
  const cursor = "a+b/=";
  const method = write.operation.method;
  return {
    token: { path: operations[api.token].path, scope: api.scopes.join(" ") },
    list: {
      path: operation.path,
      params: { path: pathParameters, query },
      cursor: { parameter: pagination.parameter, value: cursor },
      items,
      pages: [pageWith(items.slice(0, 2), cursor), pageWith(items.slice(2))],
    },
    write: {
      method,
      path: write.operation.path,
      params: { path: write.pathParameters },
      mediaType: write.operation.mediaType ?? "",
      body: write.body,
    },
    signature: { ...api.signature, ...api.headers },
  };
}
