/** A sandbox with a stopped clock, and its partner, for tests; the package itself does not use this. */
import { sign } from "node:crypto";
import { api, operations } from "../../generated/operations.ts";
import { testKeys } from "../../src/testing/keys.ts";
import { createSandbox, type SandboxOptions } from "./app.ts";
import { cardsOf } from "./cards/index.ts";
import { defaultChoices } from "./choices.ts";
import { createClock } from "./clock.ts";
import type { RequestContext } from "./seams.ts";

/** The time at which these sandboxes' clocks stand. */
export const start = Date.UTC(2026, 0, 1);

export const credentials = { clientId: "partner-1", clientSecret: "a-secret-of-this-test" };
const allScopes = api.scopes.join(" ");
const { requestToken, listCards, replaceCardLimits, updateCardLimits } = operations;

/** Changes to a write; null leaves a header out. */
export interface WriteChange {
  readonly method?: "PUT" | "PATCH";
  readonly id?: string;
  readonly body?: unknown;
  readonly key?: string | null;
  readonly age?: number;
  readonly timestamp?: string | null;
  readonly signature?: string | null;
  readonly authorization?: string | null;
  readonly contentType?: string;
}

/** A sandbox, and functions to use it as a partner does. */
export function partnerOf(options: Partial<SandboxOptions> = {}) {
  const { privateKey, publicKey } = testKeys();
  const sandbox = createSandbox({ ...credentials, publicKey, clock: createClock(() => start), ...options });
  const at = (path: string) => `http://sandbox.invalid${options.prefix ?? ""}${path}`;
  let keys = 0;

  const tokenRequest = (form: Record<string, string> = {}) => {
    const body = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
      scope: allScopes,
      ...form,
    });
    return sandbox.fetch(new Request(at(requestToken.path), { method: "POST", body }));
  };
  const token = async (scope = allScopes): Promise<string> => {
    const body = (await (await tokenRequest({ scope })).json()) as { access_token: string };
    return body.access_token;
  };
  const list = async (query: Record<string, string>, bearer: string) => {
    const headers = { authorization: `Bearer ${bearer}` };
    return sandbox.fetch(new Request(`${at(listCards.path)}?${new URLSearchParams(query)}`, { headers }));
  };
  const write = async (bearer: string, change: WriteChange = {}) => {
    keys += 1;
    const {
      method = "PATCH",
      id = "CRD100001",
      body = { daily: 4321 },
      age = 0,
      key = `key-${keys}`,
    } = change;
    const operation = method === "PUT" ? replaceCardLimits : updateCardLimits;
    const path = operation.path.replace("{id}", id);
    const { timestamp = String(Math.floor(sandbox.clock.now() / 1000) - age) } = change;
    const made = sign("sha256", Buffer.from(`${method}${path}${timestamp}`), privateKey).toString("base64");
    const {
      authorization = `Bearer ${bearer}`,
      signature = made,
      contentType = operation.mediaType,
    } = change;
    const headers = new Headers({ "content-type": contentType });
    for (const [name, value] of [
      ["authorization", authorization],
      [api.headers.idempotencyKey, key],
      [api.headers.timestamp, timestamp],
      [api.headers.signature, signature],
    ] as const) {
      if (value !== null) headers.set(name, value);
    }
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return sandbox.fetch(new Request(at(path), { method, headers, body: text }));
  };
  const limits = (id = "CRD100001") => cardsOf(sandbox.state).find((card) => card.id === id)?.limits;
  return { sandbox, at, tokenRequest, token, list, write, limits };
}

/** The context of a list request with this query, as what serves it sees it. */
export async function contextOf(
  query: Record<string, string>,
  choices = defaultChoices,
): Promise<RequestContext> {
  const seen: RequestContext[] = [];
  const intercept = (context: RequestContext) => {
    seen.push(context);
    return null;
  };
  const { list, token } = partnerOf({ choices, faults: [{ intercept }] });
  await list(query, await token());
  const context = seen.at(-1);
  if (context === undefined) throw new Error("the sandbox has not seen a request");
  return context;
}

/** Status and message of a refusal. */
export async function refusal(response: Response): Promise<{ status: number; message: string }> {
  const { message } = (await response.json()) as { message: string };
  return { status: response.status, message };
}
