/** What stands between our client and the network, to make it wrong in one way. */
import { api, operations } from "../../../../generated/operations.ts";
import type { SignedParts } from "../../../wire/alteration.ts";
import { type SigningWay, signWith } from "../../../wire/sign.ts";
import { signedString } from "../../../wire/signed-string.ts";
import type { Broken, brokenMostlyIn, Sent, Swap, Workshop } from "./ours.ts";

/** The headers of a write, in the spelling in which our client sends them. */
export const { timestamp, signature, idempotencyKey } = api.headers;

/** True for a token request. */
export const isToken = ({ url }: Sent): boolean => url.endsWith(operations.requestToken.path);
/** True for a page of the list. */
export const isList = ({ method }: Sent): boolean => method === "GET";
/** True for a write of all limits. */
export const isPut = ({ method }: Sent): boolean => method === "PUT";
/** True for a write. */
export const isWrite = (sent: Sent): boolean => !isToken(sent) && !isList(sent);

let keys = 0;
/** A key that no write had. */
export const freshKey = (): string => `key-${++keys}`;

type Sort = (sent: Sent) => boolean;

/** Sends requests of one sort in another way, which may remember what it has seen of them in a scenario. */
export function acting(sort: Sort, make: (workshop: Workshop) => Workshop["send"]): Swap {
  return {
    send: (workshop) => {
      const act = make(workshop);
      return (sent) => (sort(sent) ? act(sent) : workshop.send(sent));
    },
  };
}

/** Changes requests of one sort. */
export function changing(sort: Sort, change: (sent: Sent, workshop: Workshop) => Sent | Promise<Sent>): Swap {
  return acting(sort, (workshop) => async (sent) => workshop.send(await change(sent, workshop)));
}

/** Rows of clients that change requests of one sort. */
export const rowsChanging =
  (row: ReturnType<typeof brokenMostlyIn>, sort: Sort) =>
  (name: string, breaks: string, change: Parameters<typeof changing>[1], scenario?: string): Broken =>
    row(name, breaks, changing(sort, change), scenario);

/** Changes the answers to requests of one sort, as the client sees them. */
export function hearing(
  sort: Sort,
  change: (answer: Response, body: Record<string, unknown>, sent: Sent) => Response,
): Swap {
  return acting(sort, ({ send }) => async (sent) => {
    const answer = await send(sent);
    const text = await answer.text();
    const again = new Response(text === "" ? null : text, answer);
    return change(again, JSON.parse(text.startsWith("{") ? text : "{}"), sent);
  });
}

/** Takes a page that is answered with this status for the last one, and for empty. */
export function endingAt(status: number): Swap {
  return hearing(isList, (answer) => (answer.status === status ? Response.json({ cards: [] }) : answer));
}

/** Sends requests of one sort again at once, while they are answered with this status. */
export function repeating(sort: Sort, times: number, status: number): Swap {
  return acting(sort, ({ send }) => async (sent) => {
    let answer = await send(sent);
    for (let left = times; left > 0 && answer.status === status; left -= 1) answer = await send(sent);
    return answer;
  });
}

/**
 * Gets a token for each call where the one that it has lives no longer than so many seconds.
 *
 * @param headersOf - What the request for it has besides, from the Authorization of the call.
 */
export function renewingBefore(
  seconds: number,
  headersOf: (authorization: string) => Sent["headers"] = () => ({}),
): Swap {
  return {
    send: ({ send }) => {
      let last: { readonly form: Sent; readonly isShort: boolean } | null = null;
      return async (sent) => {
        if (isToken(sent)) {
          const answer = await send(sent);
          const token = answer.ok ? ((await answer.clone().json()) as { expires_in?: number }) : {};
          last = { form: sent, isShort: (token.expires_in ?? Number.POSITIVE_INFINITY) <= seconds };
          return answer;
        }
        if (last?.isShort !== true) return send(sent);
        const renewal = withHeaders(last.form, headersOf(sent.headers.authorization ?? ""));
        const renewed = await send(renewal);
        if (!renewed.ok) return send(sent);
        const { access_token } = (await renewed.json()) as { access_token: string };
        return send(withHeaders(sent, { authorization: `Bearer ${access_token}` }));
      };
    },
  };
}

/** Follows redirects, with these headers of the request; with all of them by default. */
export function following(kept: (headers: Sent["headers"]) => Sent["headers"] = (headers) => headers): Swap {
  return {
    send:
      ({ send }) =>
      async (sent) => {
        const answer = await send(sent);
        const to = answer.status >= 300 && answer.status < 400 ? answer.headers.get("location") : null;
        if (to === null) return answer;
        return send({ ...sent, url: new URL(to, sent.url).href, headers: kept(sent.headers) });
      },
  };
}

/** A request with other headers; undefined takes one out. */
export function withHeaders(sent: Sent, headers: Readonly<Record<string, string | undefined>>): Sent {
  const kept = Object.entries({ ...sent.headers, ...headers }).filter(([, value]) => value !== undefined);
  return { ...sent, headers: Object.fromEntries(kept) as Record<string, string> };
}

/** A form with other fields; undefined takes one out. */
export function withFields(sent: Sent, fields: Readonly<Record<string, string | undefined>>): Sent {
  const form = new URLSearchParams(sent.body);
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) form.delete(name);
    else form.set(name, value);
  }
  return { ...sent, body: form.toString() };
}

/** A request whose query has another text for a parameter, as it is. */
export function withRawQuery(sent: Sent, name: string, change: (value: string) => string): Sent {
  const url = new URL(sent.url);
  const value = url.searchParams.get(name);
  if (value === null) return sent;
  url.searchParams.delete(name);
  const rest = url.search === "" ? "?" : `${url.search}&`;
  return { ...sent, url: `${url.origin}${url.pathname}${rest}${name}=${change(value)}` };
}

/** A write whose JSON body is another one. */
export function withBody(sent: Sent, change: (body: Record<string, unknown>) => unknown): Sent {
  return { ...sent, body: JSON.stringify(change(JSON.parse(sent.body ?? "{}") as Record<string, unknown>)) };
}

/** A write that is signed anew, in another way or with another timestamp. */
export async function signedAnew(
  sent: Sent,
  { signingKey }: Workshop,
  {
    time,
    signed = signedString,
    way,
  }: {
    readonly time?: string;
    readonly signed?: (parts: SignedParts) => string;
    readonly way?: SigningWay;
  },
): Promise<Sent> {
  const { pathname, search, origin } = new URL(sent.url);
  const at = time ?? sent.headers[timestamp] ?? "";
  const parts: SignedParts = {
    method: sent.method,
    path: pathname,
    timestamp: at,
    apiPath: pathname,
    fullPath: pathname,
    query: search,
    origin,
    body: sent.body ?? "",
    idempotencyKey: sent.headers[idempotencyKey] ?? "",
  };
  return withHeaders(sent, { [timestamp]: at, [signature]: await signWith(signingKey, signed(parts), way) });
}
