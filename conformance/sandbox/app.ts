/** The service as a fetch handler: Request in, Response out, no sockets. */
import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { api, type Operation, operations } from "../../generated/operations.ts";
import { listingOf } from "../base/listing.ts";
import { own } from "./cards/index.ts";
import { type Choices, defaultChoices } from "./choices.ts";
import { createClock, type TurnableClock } from "./clock.ts";
import { keepers } from "./created.ts";
import { explainSignature, type RefusedSignature } from "./explain-signature.ts";
import { withMediaType } from "./media-type.ts";
import { perform } from "./perform.ts";
import { refuse } from "./refuse.ts";
import { nothingThere, operationOf, readRequest, type SandboxRequest } from "./request.ts";
import { json, type SandboxResponse, toResponse } from "./response.ts";
import { requiredHeaders, sampleItems } from "./samples.ts";
import { type RequestContext, type Seams, specified } from "./seams.ts";
import { countRequest, createState, type Item, type State } from "./state.ts";
import { token } from "./token.ts";
import type { VerifyFunction } from "./verify.ts";

/** Options of a sandbox. */
export interface SandboxOptions {
  clientId: string;
  clientSecret: string;
  /** The partner's public key, as PEM or KeyObject. */
  publicKey: string | KeyObject;
  /** Number of items in each list, as far as there are samples; 32 unless given. */
  cards?: number;
  /** Seed of the items; 1 unless given. */
  seed?: number;
  /** Path prefix of the base URL, for example "/partner"; none unless given. */
  prefix?: string;
  choices?: Choices;
  /** Seams that faults replace, applied in order. */
  faults?: readonly Partial<Seams>[];
  clock?: TurnableClock;
  /** Says what is wrong with a signature, in a few milliseconds; finds the usual mistakes unless given. */
  explainSignature?: (refused: RefusedSignature) => string;
  /** Verifies signatures; node:crypto unless given. */
  verify?: VerifyFunction;
  /** What is waited for between the arrival of a request and its handling; nothing unless given. */
  work?: (request: SandboxRequest) => Promise<void>;
  /** Called once per request, when its response is ready. */
  onResponse?: (answer: HandledRequest) => void;
}

/** A request and its outcome. */
export interface HandledRequest {
  readonly request: SandboxRequest;
  readonly status: number;
  /** What is wrong with the request; null if it was accepted. */
  readonly problem: string | null;
}

/** A running service without a socket. */
export interface Sandbox {
  /** Handles a request. Never throws because of its content. */
  fetch(request: Request): Promise<Response>;
  /** Handles a request that has been read, for a caller that makes no Request of what it sends. */
  answer(request: SandboxRequest): Promise<SandboxResponse>;
  readonly clock: TurnableClock;
  readonly state: State;
}

const maximumBodyLength = 65_536;

/** Creates a sandbox with its own state. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { clock = createClock(), choices = defaultChoices, prefix = "", publicKey } = options;
  const explain = options.explainSignature ?? explainSignature;
  const items = itemsOfAll(options.cards ?? 32, options.seed ?? 1, choices);
  const state = createState(items, options.clientId, options.clientSecret);
  const seams: Seams = Object.assign({ ...specified }, ...(options.faults ?? []));
  const key = typeof publicKey === "string" ? createPublicKey(publicKey) : publicKey;

  let unanswered = 0;
  const handle = (read: SandboxRequest): SandboxResponse => {
    const routed = { ...read, path: seams.route(read.path) };
    const operation = operationOf(routed);
    const context: RequestContext = {
      request: routed,
      operation,
      count: countRequest(state, operation ?? "other"),
      beside: unanswered - 1,
      page: 1,
      now: clock.now(),
      state,
      choices,
      seams,
      publicKey: key,
      explainSignature: explain,
      verify: options.verify ?? verify,
    };
    const reply = seams.intercept(context) ?? limited(context) ?? answer(context);
    const sent = withCommonHeaders(context, seams.reply(reply, context));
    const problem = sent.status < 400 ? null : (sent.problem?.message ?? null);
    options.onResponse?.({ request: read, status: sent.status, problem });
    return sent;
  };
  const answerOnce = async (read: SandboxRequest | Promise<SandboxRequest>): Promise<SandboxResponse> => {
    unanswered += 1;
    try {
      const request = await read;
      await options.work?.(request);
      return handle(request);
    } finally {
      unanswered -= 1;
    }
  };
  return {
    clock,
    state,
    fetch: async (request) => toResponse(await answerOnce(readRequest(request, prefix))),
    answer: answerOnce,
  };
}

function answer(context: RequestContext): SandboxResponse {
  if (context.request.body.length > maximumBodyLength) {
    return refuse(context, "body", `The body is longer than ${maximumBodyLength} characters.`);
  }
  const { operation } = context;
  if (operation === null) return refuse(context, "not-found", nothingThere(context.request));
  return operation === api.token ? token(context) : perform(context, operations[operation]);
}

/** The items of every list, its own ones where it has them, otherwise samples; and what others create. */
function itemsOfAll(count: number, seed: number, choices: Choices): State["items"] {
  const lists = Object.values<Operation>(operations).filter((operation) => listingOf(operation) !== null);
  const itemsOf = (id: string) => own.items[id]?.(count, seed, choices) ?? sampleItems(id, count, seed);
  return new Map([
    ...keepers().map((id): [string, Item[]] => [id, []]),
    ...lists.map(({ id }): [string, Item[]] => [id, itemsOf(id)]),
  ]);
}

/** If the choice is 429, every 17th request is rate-limited. */
function limited({ choices, state, operation }: RequestContext): SandboxResponse | null {
  if (choices.get("gap.rate-limits") !== "429" || operation === null) return null;
  const total = [...state.counts.values()].reduce((sum, count) => sum + count, 0);
  if (total % 17 !== 0) return null;
  const message = "One request too many (gap.rate-limits); wait for a second.";
  const reply = json(429, {});
  return {
    ...reply,
    headers: { ...reply.headers, "retry-after": "1" },
    problem: { condition: "rate-limit", message },
  };
}

function withCommonHeaders(
  { choices, now, operation }: RequestContext,
  reply: SandboxResponse,
): SandboxResponse {
  const required = operation === null ? {} : requiredHeaders(operations[operation], reply.status);
  const headers: Record<string, string> = { date: dateOf(now), ...required, ...reply.headers };
  if (choices.get("gap.rate-limits") === "headers") {
    headers["ratelimit-limit"] = "1000";
    headers["ratelimit-remaining"] = "999";
  }
  if (choices.get("gap.deprecation") === "announced") {
    headers.deprecation = "@1798761600";
    headers.sunset = "Fri, 31 Dec 2027 23:59:59 GMT";
  }
  const sent = { ...reply, headers };
  return operation === null ? sent : withMediaType(operations[operation], sent);
}

/** The latest second for which a Date header was written, and that header. */
const latest = { second: Number.NaN, date: "" };

/** A time as a Date header; it has whole seconds, and is written once for each. */
function dateOf(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== latest.second) Object.assign(latest, { second, date: new Date(ms).toUTCString() });
  return latest.date;
}
