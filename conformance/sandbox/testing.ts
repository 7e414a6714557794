/** A sandbox with a stopped clock, and its partner, for the tests; no part of the package uses this. */
import { sign } from "node:crypto";
import { testKeys } from "../wire/testing.ts";
import { createSandbox, type SandboxOptions } from "./app.ts";
import { createClock } from "./clock.ts";

/** Where the clocks of these sandboxes stand. */
export const start = Date.UTC(2026, 0, 1);

export const credentials = { clientId: "partner-1", clientSecret: "a-secret-of-this-test" };
const allScopes = "cards:read cards:write transfers:read transfers:write";

/** What may differ in a write; null leaves a header out. */
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

/** A sandbox and functions to use it like a partner. */
export function partnerOf(options: Partial<SandboxOptions> = {}) {
  const { privateKey, publicKey } = testKeys();
  const sandbox = createSandbox({ ...credentials, publicKey, clock: createClock(() => start), ...options });
  const at = (path: string) => `http://sandbox.invalid${options.prefix ?? ""}${path}`;
  let keys = 0;

  const tokenRequest = (form: Record<string, string> = {}) =>
    sandbox.fetch(
      new Request(at("/v1/oauth/token"), {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: credentials.clientId,
          client_secret: credentials.clientSecret,
          scope: allScopes,
          ...form,
        }),
      }),
    );
  const token = async (scope = allScopes): Promise<string> => {
    const { access_token: value } = (await (await tokenRequest({ scope })).json()) as {
      access_token: string;
    };
    return value;
  };
  const list = async (query: Record<string, string>, bearer: string) =>
    sandbox.fetch(
      new Request(`${at("/v1/card")}?${new URLSearchParams(query)}`, {
        headers: { authorization: `Bearer ${bearer}` },
      }),
    );
  const write = async (bearer: string, change: WriteChange = {}) => {
    const { method = "PATCH", id = "CRD100001", body = { daily: 4321 }, age = 0 } = change;
    const path = `/v1/card/${id}/limits`;
    const timestamp =
      change.timestamp === undefined
        ? String(Math.floor(sandbox.clock.now() / 1000) - age)
        : change.timestamp;
    keys += 1;
    const made = sign("sha256", Buffer.from(`${method}${path}${timestamp}`), privateKey).toString("base64");
    const headers = new Headers({
      "content-type":
        change.contentType ?? (method === "PATCH" ? "application/merge-patch+json" : "application/json"),
    });
    for (const [name, value] of [
      ["authorization", change.authorization === undefined ? `Bearer ${bearer}` : change.authorization],
      ["idempotency-key", change.key === undefined ? `key-${keys}` : change.key],
      ["x-service-request-timestamp", timestamp],
      ["x-service-signature", change.signature === undefined ? made : change.signature],
    ] as const) {
      if (value !== null) headers.set(name, value);
    }
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return sandbox.fetch(new Request(at(path), { method, headers, body: text }));
  };
  const limits = (id = "CRD100001") => sandbox.state.cards.find((card) => card.id === id)?.limits;
  return { sandbox, at, tokenRequest, token, list, write, limits };
}

/** Status and message of a refusal. */
export async function refusal(response: Response): Promise<{ status: number; message: string }> {
  const { message } = (await response.json()) as { message: string };
  return { status: response.status, message };
}
