/**
 * Whether verdicts hold still. Nothing in a scenario is drawn, so there is no seed: what could move a verdict is time,
 * and the order in which things happen. So clients are judged over real sockets and by the real clock, again and again.
 */
import { systemDeps } from "../../../../src/core/deps.ts";
import { scenarios } from "../../../clients/cards/index.ts";
import { type Client, driveScenario } from "../../../clients/drive.ts";
import type { Evidence } from "../../../clients/evidence.ts";
import { judgeClient } from "../../../clients/judge.ts";
import { clientRules } from "../../../clients/rules.ts";
import { serve } from "../../../sandbox/serve.ts";
import { testKeys } from "../../../wire/testing.ts";
import { brokenClients } from "./broken.ts";
import { ourClient, type Swap } from "./ours.ts";

/** Broken clients whose flaw has to do with time, with repetition, or with what is done at once. */
const restless = [
  "key.per-attempt",
  "retry.seconds-ignored",
  "retry.date-ignored",
  "token.per-task",
  "token.never-renewed",
];

/** The clients that are judged: ours as it is, and broken ones. */
const steadyClients: readonly (readonly [name: string, swap: Swap])[] = [
  ["ours", {}],
  ...brokenClients
    .filter(({ name }) => restless.includes(name))
    .map(({ name, swap }) => [name, swap] as const),
];

/** A judgement that was repeated. */
export interface Repeated {
  readonly client: string;
  /** The verdicts that were not those of the first time, one line for each rule. */
  readonly different: readonly string[];
}

/** Judges each client in every scenario, by every rule, and compares with the verdicts of the first time. */
export async function judgeAgain(firsts: Map<string, readonly string[]>): Promise<readonly Repeated[]> {
  const found = [];
  for (const [client, swap] of steadyClients) {
    const verdicts = await verdictsOverSockets(swap);
    const first = firsts.get(client) ?? verdicts;
    firsts.set(client, first);
    found.push({ client, different: verdicts.filter((line, index) => line !== first[index]) });
  }
  return found;
}

/** Scenarios at the same time. */
const atOnce = 8;

/** The verdicts on our client with a step swapped, one line for each rule. */
async function verdictsOverSockets(swap: Swap): Promise<readonly string[]> {
  const keys = async () => testKeys();
  const evidence: Evidence[] = [];
  const left = scenarios.entries();
  const driveSome = async () => {
    for (const [index, scenario] of left) {
      evidence[index] = await driveScenario(scenario, onSocket(swap), { keys });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, driveSome));
  return judgeClient(clientRules, evidence).map(
    ({ rule: { id }, judgement: { verdict, message } }) => `${id} ${verdict}: ${message}`,
  );
}

/** Our client on a socket of its own for each scenario. */
function onSocket(swap: Swap): Client {
  // Who waits for an answer that never comes need not wait long.
  const hasty = { ...swap, options: { ...swap.options, timeouts: { attemptMs: 3000 } } };
  return async (place) => {
    const { baseUrl, close } = await serve(place.fetch);
    const send = (request: Request) => {
      const { pathname, search } = new URL(request.url);
      return fetch(new Request(`${baseUrl}${pathname}${search}`, request));
    };
    try {
      return await ourClient(hasty, systemDeps)({ ...place, fetch: send });
    } finally {
      await close();
    }
  };
}
