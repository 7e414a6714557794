/** Our own client under judgement, whole or with one step swapped, in this process and in virtual time. */
import type { KeyObject } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { createClient } from "../../../../src/client/client.ts";
import type { ClientOptions } from "../../../../src/client/options.ts";
import type { Deps } from "../../../../src/core/deps.ts";
import { PartnerCardError } from "../../../../src/core/errors.ts";
import { testKeys } from "../../../../src/testing/keys.ts";
import { type VirtualClock, virtualClock } from "../../../../src/testing/virtual-clock.ts";
import { type Client, driveScenario, type Place, type Ran } from "../../../clients/drive.ts";
import type { Evidence } from "../../../clients/evidence.ts";
import { outcomeMember } from "../../../clients/outcomes.ts";
import type { Scenario } from "../../../clients/scenario.ts";

/** A request on its way out. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** What a client is made with, and what a step of it may use. */
export interface Workshop {
  readonly place: Place;
  readonly clock: Deps;
  readonly signingKey: KeyObject;
  /** Sends a request as it is. */
  send(sent: Sent): Promise<Response>;
}

/** An outcome as the program prints it. */
export type Outcome = Readonly<Record<string, unknown>>;

/** The cards that an outcome reports; none where it reports no list. */
export const cardsOf = ({ cards }: Outcome): readonly string[] =>
  Array.isArray(cards) ? (cards as string[]) : [];

/** A step in another way; each is made anew for a scenario, so that it can remember. */
export interface Swap {
  readonly options?: Partial<ClientOptions>;
  /** Stands between the client and the network. */
  readonly send?: (workshop: Workshop) => (sent: Sent) => Promise<Response>;
  /** What is said of a task, from what would have been said. */
  readonly claim?: (outcome: Outcome, step: Step) => Outcome;
  /** The step to be done, from the one that was asked for. */
  readonly step?: (step: Step) => Step;
  /** True for a client that is made anew for each step. */
  readonly isForgetful?: true;
  /** What else the program prints, and how it ends. */
  readonly prints?: (place: Place) => string;
  readonly end?: Ran["end"];
}

/** Says this of a task that ended with this status. */
export const saying = (status: number, outcome: Outcome): Swap => ({
  claim: (own) => (own.status === status ? outcome : own),
});

/** Says of each task that failed that it was rejected, and so not carried out, and sends again in this way. */
export const rejecting = (options: Partial<ClientOptions>): Swap => ({
  options,
  claim: (own) => (own.result === "error" ? { result: "error", outcome: "rejected" } : own),
});

/** A broken client. */
export interface Broken {
  readonly name: string;
  /** The rule that has to find it. */
  readonly breaks: string;
  /** The scenario in which it is found. */
  readonly scenario: string;
  readonly swap: Swap;
}

/** Our client with a swap, which the rule `client.` and `breaks` finds in a scenario. */
export function brokenIn(name: string, breaks: string, scenario: string, swap: Swap): Broken {
  return { name, breaks: `client.${breaks}`, scenario, swap };
}

/** The same for clients of which most are found in this scenario. */
export const brokenMostlyIn =
  (usual: string) =>
  (name: string, breaks: string, swap: Swap, scenario = usual): Broken =>
    brokenIn(name, breaks, scenario, swap);

/** A step of a task, as the client reads it. */
export interface Step {
  readonly task: number;
  readonly do: string;
  readonly limit?: number;
  readonly card?: string;
  readonly limits?: Record<string, number>;
}

type Api = ReturnType<typeof createClient>;

/** Does a step with our client, and says what a program would say of it. */
export async function carryOut(
  client: Api,
  { do: verb, limit, card = "", limits = {} }: Step,
): Promise<Outcome> {
  try {
    if (verb === "list") {
      const found = await client.cards.list(limit === undefined ? {} : { limit }).toArray({ max: 1000 });
      return { result: "ok", cards: found.map(({ id }) => id) };
    }
    if (verb === "patch") await client.cards.updateLimits(card, limits);
    else await client.cards.replaceLimits(card, limits as never);
    return { result: "ok" };
  } catch (error) {
    if (!(error instanceof PartnerCardError)) throw error;
    return { result: "error", outcome: error.outcome, status: error.status };
  }
}

/** The steps of a task, and whether they are done at the same time. */
export function stepsOf(task: Place["task"]): { readonly steps: readonly Step[]; readonly atOnce: boolean } {
  const { tasks } = task as { tasks?: readonly Step[] };
  return { steps: tasks ?? [task as unknown as Step], atOnce: task.do === "parallel" };
}

/** The lines that a program prints about its outcomes. */
export function linesOf(outcomes: readonly (readonly [Step, Outcome])[]): string {
  return outcomes
    .map(([{ task }, outcome]) => `${JSON.stringify({ [outcomeMember]: 1, task, ...outcome })}\n`)
    .join("");
}

/** Our client with one step swapped; as it is without. */
export const ourClient =
  (swap: Swap) =>
  (clock: Deps): Client =>
  async (place) => {
    const send = ({ method, url, headers, body }: Sent) =>
      place
        .fetch(new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }))
        .catch((cause: unknown) => {
          throw new TypeError("fetch failed", { cause });
        });
    const { signingKey } = place;
    const sending = swap.send?.({ place, clock, signingKey, send }) ?? send;
    const make = () =>
      createClient(
        {
          baseUrl: `http://127.0.0.1${place.weather.prefix ?? ""}`,
          clientId: place.clientId,
          clientSecret: place.clientSecret,
          signingKey,
          fetch: (url, { method, headers, body }) => sending({ method, url, headers, body }),
          ...swap.options,
        },
        clock,
      );
    const shared = make();
    const { steps, atOnce } = stepsOf(place.task);
    const one = async (step: Step): Promise<readonly [Step, Outcome]> => {
      const client = swap.isForgetful === true ? make() : shared;
      const outcome = await carryOut(client, swap.step?.(step) ?? step);
      return [step, swap.claim?.(outcome, step) ?? outcome];
    };
    const outcomes: (readonly [Step, Outcome])[] = [];
    if (atOnce) outcomes.push(...(await Promise.all(steps.map(one))));
    else for (const step of steps) outcomes.push(await one(step));
    return { output: linesOf(outcomes) + (swap.prints?.(place) ?? ""), end: swap.end ?? null };
  };

/** Drives a client through a scenario in virtual time. */
export function driveInMemory(
  scenario: Scenario,
  clientOf: (clock: VirtualClock) => Client,
): Promise<Evidence> {
  const clock = virtualClock();
  const keys = async () => testKeys();
  // Longer than a client should wait; one that would still wait then finds the connection closed.
  const hanging = async () => clock.advance(20_000);
  return driveScenario(scenario, clientOf(clock), {
    keys,
    now: clock.now,
    pause: async (milliseconds) => {
      for (let left = milliseconds; left > 0; left -= 10) await setImmediate();
    },
    hanging,
  });
}
