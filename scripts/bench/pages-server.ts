/** A server with a list in pages of constant content; every page but the last has a cursor. What is written is answered alike. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pageWith, sampleList } from "../kit/sample-calls.ts";
import { ownOptions } from "./own-process.ts";
import { bodyFor } from "./responses.ts";

/** How long the list is. */
export interface ListOptions {
  readonly pages: number;
  readonly itemsPerPage: number;
  /** Milliseconds before each response. */
  readonly latencyMs: number;
}

const { pages, itemsPerPage, latencyMs } = ownOptions<ListOptions>();
const { pagination, items, operation } = sampleList();
const page = Array.from({ length: itemsPerPage }, (_, n) => items[n % items.length]);
const mark = "cursor-of-the-next-page";
// The cursor is the only part that differs, so each page is two constant buffers around it.
const [head = "", tail = ""] = JSON.stringify(pageWith(page, mark)).split(mark);
const [before, after] = [Buffer.from(head), Buffer.from(tail)];
const last = Buffer.from(JSON.stringify(pageWith(page)));

function bodyOf(method: string, path: string, search: URLSearchParams): Buffer {
  if (method !== "GET" || path !== operation.path) return Buffer.from(bodyFor(method, path));
  const number = Number(search.get(pagination.parameter) ?? 0) + 1;
  return number < pages ? Buffer.concat([before, Buffer.from(String(number)), after]) : last;
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://server.invalid");
  const body = bodyOf(request.method ?? "", pathname, searchParams);
  const answer = () => {
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
    response.end(body);
  };
  request.resume();
  request.on("end", () => (latencyMs === 0 ? answer() : setTimeout(answer, latencyMs)));
});
// Longer than others take their turns.
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit());
