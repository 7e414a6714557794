/** Requests in other spellings than the plain one: which of them a server takes, and what of it holds in them. */
import { api } from "../../../generated/operations.ts";
import { headerOf } from "../../base/headers.ts";
import { nameOf } from "../../plan/case.ts";
import { drawEach, isAskedFor, isSameSpelling, spelled, whenWords } from "../../plan/draw.ts";
import { type Spelling, spellings } from "../../plan/spellings.ts";
import type { Alteration, SignedParts } from "../../wire/alteration.ts";
import {
  type Exchange,
  isPlainRefusal,
  isServerFailure,
  notNow,
  outcomeOf,
  succeeded,
} from "../../wire/exchange.ts";
import { signedString } from "../../wire/signed-string.ts";
import { held, missing, type Run } from "./check.ts";
import { judgeNowAndThen } from "./now-and-then.ts";
import type { Fact } from "./verdict.ts";

/** A request as specified that can be sent in any spelling. */
export interface Spellable {
  /** The name of the operation, for what is memoized and drawn. */
  readonly name: string;
  /** Sends it; without an alteration in the plain spelling. */
  readonly send: (alteration?: Alteration) => Promise<Exchange>;
  /** The aspect in which it differs from the specification, since the server takes it only so. */
  readonly unlike?: string;
  /** True for a response that grants what is asked. */
  readonly isGranted: (exchange: Exchange) => boolean;
}

/** A spelling, and the response to a request as specified in it. */
interface Tried {
  readonly spelling: Spelling;
  readonly exchange: Exchange;
  readonly isGranted: boolean;
}

/** An alteration in these spellings, told in words. */
export function alterationIn(row: readonly Spelling[], alteration?: Alteration): Alteration {
  const words = whenWords(row);
  const description = `${alteration?.description ?? ""} ${words}`.trim();
  const signedPath = row.find((spelling) => spelling.signedPath !== undefined)?.signedPath;
  // What is wrong with the signed string is all that is wrong: it covers the path as it is spelled.
  const signed = alteration?.signed ?? signedString;
  return {
    ...alteration,
    ...(signedPath === undefined
      ? {}
      : { signed: (parts: SignedParts) => signed({ ...parts, path: signedPath(parts.path) }) }),
    description,
    rewrite: (request) => spelled(row)(alteration?.rewrite?.(request) ?? request),
  };
}

/** True for a request with nothing but spellings that were drawn for it, or a cursor that came from a page. */
export function isAsSpecified({ alteration }: Pick<Exchange, "alteration">): boolean {
  return alteration === null || alteration === "" || alteration.startsWith("when ");
}

/** The spellings that a request as specified can have; none where the plain one is refused. */
function possibleSpellings(run: Run, { name, send, isGranted, unlike }: Spellable) {
  return run.memoize(`possible spellings of ${name}`, async () => {
    const plain = await send();
    if (!isGranted(plain)) return [];
    return spellings.filter(
      (spelling) =>
        spelling.dimension !== unlike && spelling.applies(plain.request) && isAskedFor(spelling, run.draw),
    );
  });
}

/** The response to a request as specified in one spelling. */
async function tryOne({ send, isGranted }: Spellable, spelling: Spelling): Promise<Tried> {
  const exchange = await send(alterationIn([spelling]));
  return { spelling, exchange, isGranted: isGranted(exchange) };
}

/**
 * The response to a request as specified in each spelling that has to be taken, once per run. Several are sent in one
 * request: what is taken together is taken, and only what is refused together is sent one by one.
 */
export function triedSpellings(
  run: Run,
  spellable: Spellable,
): Promise<{
  readonly tried: readonly Tried[];
  /** The combinations that were refused, though each of their spellings was taken alone. */
  readonly refused: readonly (readonly Spelling[])[];
}> {
  const { name, send, isGranted } = spellable;
  return run.memoize(`spellings of ${name}`, async () => {
    const must = (await possibleSpellings(run, spellable)).filter(isToWork);
    const rows = drawEach(must, run.draw, { name: `every spelling of ${name}` });
    const together = await Promise.all(
      rows.map(async (row) => ({ row, exchange: await send(alterationIn(row)) })),
    );
    const tried = await Promise.all(
      must.map((spelling) => {
        const taken = together.find(({ row, exchange }) => row.includes(spelling) && isGranted(exchange));
        if (taken === undefined) return tryOne(spellable, spelling);
        return { spelling, exchange: taken.exchange, isGranted: true };
      }),
    );
    const isTaken = (spelling: Spelling) => tried.some((one) => one.spelling === spelling && one.isGranted);
    const refused = together.filter(({ row, exchange }) => isPlainRefusal(exchange) && row.every(isTaken));
    return { tried, refused: refused.map(({ row }) => row) };
  });
}

/** True for a spelling in which every server has to take a request as specified. */
export const isToWork = ({ expectation }: Spelling): boolean => expectation === "must work";

/** The spellings in which a server takes a request: in the others, nothing shows why a request is refused. */
export async function usableSpellings(run: Run, spellable: Spellable): Promise<readonly Spelling[]> {
  const { tried } = await triedSpellings(run, spellable);
  const others = await triedOthers(run, spellable);
  return [...tried, ...others].filter(({ isGranted }) => isGranted).map(({ spelling }) => spelling);
}

/** The response to a request as specified in each spelling that need not be taken, once per run. */
function triedOthers(run: Run, spellable: Spellable): Promise<readonly Tried[]> {
  return run.memoize(`other spellings of ${spellable.name}`, async () => {
    const either = (await possibleSpellings(run, spellable)).filter((one) => !isToWork(one));
    return Promise.all(either.map((spelling) => tryOne(spellable, spelling)));
  });
}

/** The fact that the combination that is asked for can't be sent; null where it can, or where none is. */
export function notSent({ draw: { only } }: Run, usable: readonly Spelling[]): Fact | null {
  const lacking = (only ?? []).filter((name) => !usable.some((one) => isSameSpelling(name, one)));
  if (lacking.length === 0) return null;
  return missing(
    `this server does not, or need not, take the request with ${lacking.map(nameOf).join(", ")}`,
  );
}

/** How often a refusal of a spelling is repeated, and how many of all these have to be refused. */
const repetitions = 4;
const refusedAtLeast = 4;

/** True where the server failed: what need not be taken may be refused, and 501 says that something is not there. */
const isFailure = (exchange: Exchange): boolean =>
  isServerFailure(exchange) && exchange.response?.status !== 501;

/** True where another string may have to be signed, since it is open in which form path and query are covered. */
function mayBeSignature({ dimension }: Spelling, { request }: Exchange): boolean {
  return (
    ["path", "query"].includes(dimension) && headerOf(request.headers, api.headers.signature) !== undefined
  );
}

/**
 * Judges whether a request as specified is taken in every spelling that means the same, and whether the server fails in
 * one of the others. Either counts if it is repeated between plain requests that are granted.
 */
export async function judgeSpellings(run: Run, spellable: Spellable): Promise<readonly Fact[]> {
  const { tried } = await triedSpellings(run, spellable);
  const failed = (await triedOthers(run, spellable)).filter(
    ({ spelling, exchange }) => isFailure(exchange) && !mayBeSignature(spelling, exchange),
  );
  const facts: Fact[] = [];
  for (const { spelling, exchange, isGranted } of [...tried, ...failed]) {
    facts.push(
      isGranted
        ? held("every spelling was taken", exchange.id)
        : await judgeRefused(spelling, exchange, {
            again: () => spellable.send(alterationIn([spelling])),
            control: () => spellable.send(),
            isGranted: spellable.isGranted,
          }),
    );
  }
  return facts;
}

/** These facts; where there is none, why nothing was sent. */
export function orNotSent(run: Run, facts: readonly Fact[]): readonly Fact[] {
  if (facts.length > 0) return facts;
  return [notSent(run, []) ?? missing("the request as specified is not accepted")];
}

/** A request as specified in a situation that was tried. */
export interface TriedSituation {
  readonly situation: Spelling;
  /** The response to it. */
  readonly exchange: Exchange;
  /** Sends it again. */
  readonly again: () => Promise<Exchange>;
}

/**
 * Judges whether a request as specified is taken in situations in which it has to be, as {@link judgeSpellings} judges
 * spellings.
 */
export async function judgeSituations(
  { send, isGranted }: Pick<Spellable, "send" | "isGranted">,
  tried: readonly TriedSituation[],
): Promise<readonly Fact[]> {
  const facts: Fact[] = [];
  for (const { situation, exchange, again } of tried) {
    if (!isToWork(situation) && !isFailure(exchange)) continue;
    facts.push(
      isGranted(exchange)
        ? held("it was taken in every situation", exchange.id)
        : await judgeRefused(situation, exchange, { again, control: () => send(), isGranted }),
    );
  }
  return facts;
}

/** Statuses with which a server says that a request is longer than it takes. */
const tooLong: readonly number[] = [413, 414, 431];

const isTooLong = ({ response }: Exchange): boolean => tooLong.includes(response?.status ?? 0);

/** True for a refusal that may not recur; but a conflict of a new key with another one stays. */
function isPutOff({ response }: Exchange, { dimension }: Spelling): boolean {
  const status = response?.status ?? 0;
  return notNow.includes(status) && !(status === 409 && dimension === "key");
}

async function judgeRefused(
  spelling: Spelling,
  first: Exchange,
  {
    again,
    control,
    isGranted,
  }: Record<"again" | "control", () => Promise<Exchange>> & Pick<Spellable, "isGranted">,
): Promise<Fact> {
  const seen = [first];
  let controls = 0;
  for (let time = 0; time < repetitions; time += 1) {
    const repeated = await again();
    if (isGranted(await control())) controls += 1;
    if (!isGranted(repeated)) seen.push(repeated);
  }
  const ids = seen.map(({ id }) => id);
  const isTaken = isToWork(spelling);
  const isAnswered = seen.every(
    (one) =>
      (one.response !== null || one.failure?.kind === "malformed") &&
      !succeeded(one) &&
      !isTooLong(one) &&
      !isPutOff(one, spelling) &&
      one.sentBefore === 0 &&
      (isTaken || isFailure(one)),
  );
  const all = repetitions + 1;
  const words = `a request as specified was answered ${outcomeOf(first)} ${whenWords([spelling])}`;
  if (seen.length < refusedAtLeast || controls < repetitions || !isAnswered) {
    const send = (row: readonly Spelling[]) => (row.length === 0 ? control() : again());
    const isDoubtful =
      controls === repetitions && seen.every((one) => isPlainRefusal(one) && !isTooLong(one));
    const fact = isDoubtful ? await judgeNowAndThen({ send, isGranted }, [[spelling]]) : null;
    return fact ?? missing(`${words}, in ${seen.length} of ${all} times`, ids);
  }
  return {
    kind: "violated",
    message: `A request as specified ${isTaken ? "is refused" : "makes the server fail"} ${whenWords([spelling])}.`,
    expected: [
      isTaken ? `2xx as without it (${spelling.basis})` : "2xx as without it, or a refusal with any 4xx",
    ],
    received: `${outcomeOf(first)}, in ${seen.length} of ${all} times`,
    exchanges: ids,
    isLasting: true,
    spelled: [spelling],
  };
}
