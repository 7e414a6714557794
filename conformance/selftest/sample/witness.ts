/** Proof that a faulty server can be told from a conforming one, by a request made from its own definition. */
import { operations } from "../../../generated/operations.ts";
import { changesOther } from "../../sandbox/faults/circumstances/place.ts";
import type { Circumstance, CircumstanceName } from "../../sandbox/faults/circumstances.ts";
import { under } from "../../sandbox/faults/under.ts";
import { json } from "../../sandbox/response.ts";
import type { RequestContext } from "../../sandbox/seams.ts";
import type { Candidate } from "./candidate.ts";
import { type Answer, Partner, type Recipe } from "./partner.ts";
import type { Probe } from "./probe.ts";
import { probes } from "./probes.ts";
import { recipes } from "./recipes.ts";

/** A circumstance with a way into it. */
export type Named = Circumstance & { readonly name: CircumstanceName };

/** What a witness is looked for of. */
export interface Suspect extends Pick<Candidate, "seams" | "watch"> {
  readonly circumstances: readonly Named[];
}

/** The probe that tells the server apart, or why there is none. */
export type Witness = { readonly probe: Probe } | { readonly reason: string };

/** What a probe has shown: every answer, and what the server knows in the end. */
interface Sight {
  readonly answers: readonly string[];
  readonly state: string;
  /** For each request that met all circumstances, whether it was refused. */
  readonly refused: readonly boolean[];
  /** True where a request was for an item that a run must not change. */
  readonly isBeyond: boolean;
}

/** The reasons for which a server is left out. */
export const reasons = {
  noOperation: "no operation on which the fault acts can meet the circumstances",
  notMet: "no request made for it meets its circumstances",
  beyond: "only requests that a run must not send tell it apart: they change another item than the last one",
  equal: "every request made for it is answered as by a conforming server, with the same effect",
} as const;

/** What conforming servers show, by probe and circumstances. */
const clean = new Map<string, Sight>();

/** The probes that show a faulty server without circumstances, as they are found. */
export async function* showing(suspect: Suspect): AsyncGenerator<Probe> {
  for (const probe of probes) {
    const seen = await sightOf(probe, [], { ...suspect, circumstances: [] });
    if (differs([await cleanSight(probe, [])], seen)) yield probe;
  }
}

/**
 * Looks for a witness of a faulty server: among the probes that show it without circumstances first, then among
 * all others of the same operations. Where a fault never shows, it does not under circumstances either.
 *
 * @param shown - Everything that {@link showing} gives.
 */
export async function witnessOf(suspect: Suspect, shown: readonly Probe[]): Promise<Witness> {
  const { circumstances } = suspect;
  if (shown.length === 0) return { reason: reasons.equal };
  const acts = new Set(shown.map(({ operation }) => operation));
  const fitting = [...new Set([...shown, ...probes])].filter(
    ({ operation }) => acts.has(operation) && circumstances.every((one) => one.isFor(operations[operation])),
  );
  if (fitting.length === 0) return { reason: reasons.noOperation };
  let isMet = false;
  let isBeyond = false;
  for (const probe of fitting) {
    for (const order of orders(circumstances)) {
      const seen = await sightOf(probe, order, suspect);
      isMet ||= seen.refused.length > 0;
      if (!differs(await conformingSights(probe, order, seen), seen)) continue;
      if (!seen.isBeyond) return { probe };
      isBeyond = true;
    }
  }
  return { reason: isBeyond ? reasons.beyond : isMet ? reasons.equal : reasons.notMet };
}

/** Whether a conforming server meets all of these circumstances in a probe; plainly without their recipes. */
export async function meets(
  probe: Probe,
  circumstances: readonly Named[],
  isPlain = false,
): Promise<boolean> {
  const suspect = { seams: {}, circumstances };
  return (await sightOf(probe, isPlain ? [] : circumstances, suspect)).refused.length > 0;
}

/** The orders in which recipes are nested. */
function orders(circumstances: readonly Named[]): (readonly Named[])[] {
  return circumstances.length < 2 ? [circumstances] : [circumstances, [...circumstances].reverse()];
}

/** What a conforming server shows that takes all that it may refuse. */
async function cleanSight(probe: Probe, order: readonly Named[]): Promise<Sight> {
  const key = JSON.stringify([probe.operation, probe.name, ...order.map(({ name }) => name)]);
  const sight = clean.get(key) ?? (await sightOf(probe, order, { seams: {}, circumstances: order }));
  clean.set(key, sight);
  return sight;
}

/**
 * What conforming servers show: one that takes what it may refuse, and one that refuses of it what the other server
 * refused, since it may refuse each of these requests.
 */
async function conformingSights(
  probe: Probe,
  order: readonly Named[],
  { refused }: Sight,
): Promise<readonly Sight[]> {
  const taking = await cleanSight(probe, order);
  if (!order.some(({ mayBeRefused }) => mayBeRefused) || !refused.includes(true)) return [taking];
  let met = 0;
  const intercept = () => (refused[met++] === true ? json(400, {}) : null);
  return [taking, await sightOf(probe, order, { seams: { intercept }, circumstances: order })];
}

async function sightOf(probe: Probe, order: readonly Named[], suspect: Suspect): Promise<Sight> {
  const met = new Map<RequestContext, boolean>();
  let isBeyond = false;
  const seams = under(suspect.circumstances, suspect.seams, {
    onMet: (context) => met.set(context, false),
    onAnswer: (reply, context) => {
      isBeyond ||= changesOther(context);
      if (met.has(context)) met.set(context, isRefusal(reply.status));
      suspect.watch?.(reply, context);
    },
  });
  const partner = new Partner(
    seams,
    order.map(({ name }): Recipe => recipes[name]),
  );
  partner.token = await partner.newToken();
  await probe.run(partner);
  const { items, tokens } = partner.sandbox.state;
  const tell = distinctly();
  // A server that refuses the spelling need not say that the token is wrong as well.
  const isOpen = order.some(({ mayBeRefused }) => mayBeRefused);
  return {
    answers: partner.answers.map((answer) => tell(textOf(answer, isOpen))),
    state: JSON.stringify([[...items], [...tokens.values()]]),
    refused: [...met.values()],
    isBeyond,
  };
}

/** The one refusal that the description shows; a token may also be refused for the scopes that it lacks. */
const documented = 401;

const isRefusal = (status: number) => status >= 400 && status < 500;

/** An answer as it is compared: how a request is refused is open, unless the description says it. */
function textOf({ status, headers, body, isDocumented }: Answer, isOpen: boolean): string {
  return isRefusal(status) && (isOpen || !isDocumented || status !== documented)
    ? "refused"
    : JSON.stringify([status, headers, body]);
}

/** Puts the number of its first occurrence in the place of each random value: a token or a cursor. */
function distinctly(): (text: string) => string {
  const seen = new Map<string, number>();
  return (text) =>
    text.replace(/[\w-]{43}|[A-Za-z0-9+/]{22}==/g, (value) => {
      const number = seen.get(value) ?? seen.size;
      seen.set(value, number);
      return `<${number}>`;
    });
}

/** True for what none of these conforming servers shows. */
function differs(conforming: readonly Sight[], other: Sight): boolean {
  return conforming.every(
    (some) => some.state !== other.state || some.answers.join("\n") !== other.answers.join("\n"),
  );
}
