/**
 * A client that shares no code with ours, with habits of its own: it asks for a token before each task, fetches the
 * next page before it reads this one, begins a walk anew where its cursor has died, and looks at the card instead of
 * sending a write again.
 */
import { createSign } from "node:crypto";
import type { VirtualClock } from "../../../../src/testing/virtual-clock.ts";
import type { Client, Place } from "../../../clients/drive.ts";
import { linesOf, type Outcome, type Step, stepsOf } from "./ours.ts";

interface Page {
  readonly cards: readonly { readonly id: string; readonly limits: Record<string, number> }[];
  readonly nextCursor?: string | null;
}

/** The client; waits in virtual time. */
export function independentClient(clock: VirtualClock): Client {
  return async (place) => {
    const { steps } = stepsOf(place.task);
    const outcomes: (readonly [Step, Outcome])[] = [];
    for (const step of steps) {
      const work = signIn(place, clock).then((session) =>
        step.do === "list" ? readAll(session, step) : write(session, step, place, clock),
      );
      outcomes.push([step, await work.catch((): Outcome => ({ result: "error" }))]);
    }
    return { output: `started\n${linesOf(outcomes)}`, end: null };
  };
}

type Session = (method: string, path: string, headers?: object, body?: string) => Promise<Response | null>;

const wait = (clock: VirtualClock, ms: number) => new Promise<void>((resolve) => clock.sleep(ms, resolve));

async function signIn(place: Place, clock: VirtualClock): Promise<Session> {
  const send = (method: string, path: string, headers: object, body?: string) => {
    const init = { method, headers: { ...headers }, ...(body === undefined ? {} : { body }) };
    return place
      .fetch(new Request(`http://127.0.0.1${place.weather.prefix ?? ""}${path}`, init))
      .catch(() => null);
  };
  const form = [
    ["scope", "transfers:write transfers:read cards:write cards:read"],
    ["client_secret", place.clientSecret],
    ["client_id", place.clientId],
    ["grant_type", "client_credentials"],
  ].map(([name = "", value = ""]) => `${name}=${encodeURIComponent(value)}`);
  const kind = { "CONTENT-TYPE": "application/x-www-form-urlencoded;charset=UTF-8" };
  let answer = await send("POST", "/v1/oauth/token", kind, form.join("&"));
  if (answer?.ok !== true) {
    await wait(clock, 1500);
    answer = await send("POST", "/v1/oauth/token", kind, form.join("&"));
  }
  if (answer?.ok !== true) throw new Error("no token");
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (token === undefined) throw new Error("no token");
  return async (method, path, headers = {}, body) =>
    send(method, path, { ...headers, AUTHORIZATION: `bearer ${token}` }, body);
}

async function readAll(session: Session, { limit }: Step): Promise<Outcome> {
  const size = limit === undefined ? "" : `&limit=${limit}`;
  const get = async (cursor: string | null) => {
    const query = cursor === null ? size.replace("&", "?") : `?cursor=${encodeURIComponent(cursor)}${size}`;
    return session("GET", `/v1/card${query}`);
  };
  for (let walk = 0; walk < 2; walk += 1) {
    const cards: string[] = [];
    let answer = await get(null);
    while (answer !== null && answer.status === 200) {
      const { cards: found, nextCursor = null } = (await answer.json()) as Page;
      const next = nextCursor === null ? null : get(nextCursor);
      cards.push(...found.map(({ id }) => id));
      if (next === null) return { result: "ok", cards };
      answer = await next;
    }
    if (answer === null || answer.status === 401 || answer.status === 403) break;
    if (answer.status > 428) break;
  }
  return { result: "error" };
}

async function write(session: Session, step: Step, place: Place, clock: VirtualClock): Promise<Outcome> {
  const { do: verb, card = "", limits = {} } = step;
  const method = verb.toUpperCase();
  const path = `/v1/card/${card}/limits`;
  const timestamp = Math.round(clock.now() / 1000);
  const signature = createSign("RSA-SHA256").update(`${method}${path}${timestamp}`).sign(place.signingKey);
  const headers = {
    "content-type": `application/${method === "PATCH" ? "merge-patch+json" : "json"}`,
    "X-SERVICE-REQUEST-TIMESTAMP": timestamp,
    "X-SERVICE-SIGNATURE": signature.toString("base64"),
    "IDEMPOTENCY-KEY": `write ${clock.uuid()}`,
  };
  const answer = await session(method, path, headers, JSON.stringify(limits, null, 2));
  if (answer?.ok === true) return { result: "ok" };
  if (answer !== null && answer.status < 500) return { result: "error", outcome: "rejected" };
  await wait(clock, 1000);
  const shown = await session("GET", "/v1/card?limit=100");
  if (shown?.ok !== true) return { result: "error", outcome: "unknown" };
  const { cards } = (await shown.json()) as Page;
  const now = cards.find(({ id }) => id === card)?.limits ?? {};
  const isDone = Object.entries(limits).every(([name, value]) => now[name] === value);
  return isDone ? { result: "ok" } : { result: "error", outcome: "rejected" };
}
