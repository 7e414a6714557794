/** The calls that clients are measured with, and the least that a transport can do for them. */
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent } from "undici";
import type { Method } from "../../src/index.ts";
import { sampleList, sampleWrite } from "../kit/sample-calls.ts";

/** A client called by path without the types of the description, which differ from one to the next. */
type AnyClient = Readonly<Record<Method, (path: string, init: object) => Promise<unknown>>>;

/** Makes request number `n`. */
export type Request = (n: number) => Promise<unknown>;

/** Authorization of clients that get no token of their own. */
export const bearer = { authorization: "Bearer token" };

/** A call of the description, with everything in it. */
export interface Call {
  readonly method: string;
  /** Path template of the operation. */
  readonly template: string;
  readonly url: string;
  /** The body of request number `n` as JSON; undefined where the call has none. */
  bodyOf(n: number): string | undefined;
  /** The same for a client that is called by path. */
  init(n: number): object;
}

/**
 * A list, or a signed write.
 *
 * @param item - An item of the server, which is written to; without it, the one of the description's example.
 */
export function callOf(
  kind: "list" | "write",
  baseUrl: string,
  item: Readonly<Record<string, unknown>> = {},
): Call {
  const { operation, query, path, pathParameters, bodies } = kind === "list" ? sampleList() : sampleWrite();
  const texts = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  const search = texts.length === 0 ? "" : `?${new URLSearchParams(texts)}`;
  const bodyOf = (n: number): unknown => (kind === "list" ? undefined : bodies[n % bodies.length]);
  const ofItem = Object.entries(item).filter(([name]) => Object.hasOwn(pathParameters, name));
  const params = { path: { ...pathParameters, ...Object.fromEntries(ofItem) }, query };
  return {
    method: operation.method,
    template: operation.path,
    url: baseUrl + path + search,
    bodyOf: (n) => (bodyOf(n) === undefined ? undefined : JSON.stringify(bodyOf(n))),
    init: (n) => (bodyOf(n) === undefined ? { params } : { params, body: bodyOf(n) }),
  };
}

/** Makes a call with a client that is called by path. */
export function through(client: unknown, { method, template, init }: Call): Request {
  return (n) => (client as AnyClient)[method as Method](template, init(n));
}

/** The least that `node:http` can do. */
export function bareHttp({ url, method, bodyOf }: Call): Request {
  const agent = new HttpAgent({ keepAlive: true });
  return (n) =>
    new Promise((resolve, reject) => {
      httpRequest(url, { agent, method, headers: bearer }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
      })
        .on("error", reject)
        .end(bodyOf(n));
    });
}

/** The least that undici can do. */
export function bareUndici({ url, method, bodyOf }: Call): Request {
  const agent = new Agent();
  const { origin, pathname, search } = new URL(url);
  return (n) =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const body = bodyOf(n) ?? null;
      agent.dispatch(
        { origin, path: pathname + search, method: method as "GET", headers: bearer, body },
        {
          onRequestStart: () => undefined,
          onResponseStart: () => undefined,
          onResponseData: (_, chunk) => void chunks.push(chunk),
          onResponseEnd: () => resolve(JSON.parse(Buffer.concat(chunks).toString())),
          onResponseError: (_, error) => reject(error),
        },
      );
    });
}
