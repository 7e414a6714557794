/** The points at which weather acts, and what several kinds of it have in common. */
import { api, type Operation, operations } from "../../../generated/operations.ts";
import { refuse } from "../../sandbox/refuse.ts";
import { json, type SandboxResponse } from "../../sandbox/response.ts";
import type { RequestContext } from "../../sandbox/seams.ts";
import type { State } from "../../sandbox/state.ts";
import type { Step } from "../weather.ts";

/** The operation of a request; null for one that the description does not have. */
export function operationAt({ operation }: RequestContext): Operation | null {
  return operation === null ? null : operations[operation];
}

/** True for a token request. */
export const atToken = ({ operation }: RequestContext): boolean => operation === api.token;

/** True for a request that needs a token. */
export const atCall = (context: RequestContext): boolean => (operationAt(context)?.scopes ?? null) !== null;

/** True for a page of a list. */
export const atList = (context: RequestContext): boolean =>
  (operationAt(context)?.paginated ?? null) !== null;

/** True for a signed write. */
export const atWrite = (context: RequestContext): boolean => (operationAt(context)?.signed ?? null) !== null;

/** What the writes to a server have asked for, in the order in which each came first. */
const asked = new WeakMap<State, string[]>();

/** How many other writes came before this one came first; -1 for what is no write. */
export function numberOfWrite(context: RequestContext): number {
  if (!atWrite(context)) return -1;
  const { request, state } = context;
  const all = asked.get(state) ?? [];
  asked.set(state, all);
  const words = `${request.path} ${request.body}`;
  if (!all.includes(words)) all.push(words);
  return all.indexOf(words);
}

/** True for a response of success. */
export const isSuccess = ({ status }: SandboxResponse): boolean => status >= 200 && status < 300;

/** How long an answer takes that takes a moment, in milliseconds: what a client does at the same time overlaps then. */
export const momentMs = 150;

/** A page in HTML, as a gateway sends it. */
export function gatewayPage(status: number, headers: Record<string, string> = {}): SandboxResponse {
  return {
    status,
    headers: { "content-type": "text/html", ...headers },
    body: `<!doctype html><title>${status}</title><p>The upstream did not answer in time.`,
    problem: { condition: "gateway", message: `The weather answers with ${status}.` },
  };
}

/** JSON of something that stands between, with a status of success. */
export const otherJson = (): SandboxResponse => ({
  ...json(200, { status: "maintenance" }),
  problem: { condition: "gateway", message: "The weather answers with other JSON." },
});

/** Refuses a client a token, as one is refused whose credentials are wrong or withdrawn. */
export const refuseLogin = (context: RequestContext): SandboxResponse =>
  refuse(context, "client-secret", "The client is not known, or its secret is wrong.");

/** No token but the first one is to be had. */
export const noToken: Step = {
  name: "a token request is answered with 503",
  at: atToken,
  skip: 1,
  times: Number.POSITIVE_INFINITY,
  before: () => gatewayPage(503),
};
