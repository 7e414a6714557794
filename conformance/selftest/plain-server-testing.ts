/** Judges plain servers over loopback, for the tests. */
import type { KeyObject } from "node:crypto";
import { createServer } from "node:http";
import { otherTestKeys, testKeys } from "../../src/testing/keys.ts";
import { listenOnLoopback } from "../../src/testing/loopback.ts";
import type { Target } from "../base/target.ts";
import type { RunOptions, RunResult } from "../run/options.ts";
import { conformance } from "../run/run.ts";
import { createHttpTransport } from "../wire/http.ts";
import { type PlainAnswer, type PlainOptions, type PlainRequest, plainServer } from "./plain-server.ts";
import { isMadeForAny } from "./verdicts.ts";

const partner = testKeys();

/** A key that no plain server knows. */
export const strangersKey: KeyObject = otherTestKeys().privateKey;
const credentials = {
  clientId: "plain-partner",
  clientSecret: "a-secret-that-is-made-up-for-a-plain-server",
};

/** Changes to a run: in the server, the target or the options. */
export interface PlainRun {
  readonly server?: Partial<PlainOptions>;
  readonly target?: Partial<Target>;
  readonly run?: Partial<RunOptions>;
}

/** The result, with what the server has seen. */
export type PlainResult = RunResult & {
  readonly requests: readonly PlainRequest[];
  /** Ids of the cards whose limits differ from before. */
  readonly changed: readonly string[];
};

/** A run with writes against a plain server on loopback, in real time. */
export async function judgePlain({ server, target, run }: PlainRun = {}): Promise<PlainResult> {
  const { listener, requests, cards } = plainServer({
    ...credentials,
    publicKey: partner.publicKey,
    ...server,
  });
  const before = new Map(cards.map(({ id, limits }) => [id, JSON.stringify(limits)]));
  const listening = createServer(listener);
  const port = await listenOnLoopback(listening);
  const transport = createHttpTransport();
  const prefix = server?.prefix ?? "";
  try {
    const result = await conformance({
      target: {
        baseUrl: `http://127.0.0.1:${port}${prefix}`,
        prefix,
        ...credentials,
        signingKey: partner.privateKey,
        signaturePath: "api",
        sandbox: false,
        ...target,
      },
      transport: transport.send,
      writes: true,
      timeoutMs: 5000,
      // What is drawn is judged on a server as it is; the others are about something else.
      cases: 0,
      foreignKey: async () => strangersKey,
      ...run,
      // Such a server has the operations of its day, and none that was described later.
      select: (check) => !isMadeForAny(check.id) && (run?.select?.(check) ?? true),
    });
    const changed = cards.filter(({ id, limits }) => before.get(id) !== JSON.stringify(limits));
    return { ...result, requests, changed: changed.map(({ id }) => id) };
  } finally {
    transport.close();
    await new Promise((resolve) => listening.close(resolve));
  }
}

/** Sends this response to matching requests, instead of the server's own. */
export function answering(which: RegExp, answer: PlainAnswer): PlainRun {
  return answeringSome(which, () => true, answer);
}

/** Sends this response to those matching requests whose number is picked; the first is 1. */
export function answeringSome(
  which: RegExp,
  pick: (number: number) => boolean,
  answer: PlainAnswer,
): PlainRun {
  let number = 0;
  const isPicked = (request: PlainRequest) => isOf(which, request) && pick(++number);
  return { server: { instead: (request) => (isPicked(request) ? answer : null) } };
}

/** True for a request whose method and path match: `GET /v1/card`. */
export function isOf(which: RegExp, { method, path }: PlainRequest): boolean {
  return which.test(`${method} ${path}`);
}

/** The requests of each operation, by method and path. */
export const requestsOf = {
  token: /^POST \/v1\/oauth\/token$/,
  list: /^GET \/v1\/card$/,
  patch: /^PATCH /,
  put: /^PUT /,
  writes: /^(?:PATCH|PUT) /,
} as const;

/** A refusal with the documented body. */
export function refusal(status: number, message = "no"): PlainAnswer {
  return { status, body: { message, type: "InvalidRequest" } };
}

/** An HTML page of a web server. */
export const page = (status: number): PlainAnswer => ({ status, body: "<html><h1>Oops</h1></html>" });
