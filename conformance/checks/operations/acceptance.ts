/** Whether a request exactly as specified is accepted: asked once per run, and what is needed for all else. */
import { type SchemaName, validators } from "../../../generated/validators.js";
import { jsonText } from "../../base/json-text.ts";
import { type Exchange, isForLater, quoted, succeeded } from "../../wire/exchange.ts";
import type { Run } from "../kit/check.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import { contradictsByStatus, isGone } from "../kit/refused-as-specified.ts";
import type { Fact } from "../kit/verdict.ts";
import { examine, type FieldProblem, unclaimedProblem, violation } from "../response-fields.ts";
import type { Arguments } from "./arguments.ts";
import { creatorOf } from "./creators.ts";
import { learnUniqueValues } from "./learn-unique.ts";
import { makerOf, mayLack } from "./maker.ts";
import { withMomentsSoon } from "./moments.ts";
import {
  type Described,
  idOf,
  isDocumented,
  isWrite,
  nameOf,
  type Row,
  samplesOf,
  schemaFor,
} from "./operation.ts";
import { bodiesNaming } from "./references.ts";
import { send } from "./send.ts";
import { shownBodies } from "./shown-bodies.ts";
import { creates, uniqueValuesOf, withUniqueValues } from "./unique-values.ts";

/** What came of requests as specified. */
export interface Acceptance {
  readonly row: Row;
  /** True if the server shows by itself what every value of the path names, and what is asked for has to be there. */
  readonly isLive: boolean;
  /** The path parameters of the last one. */
  readonly path: Arguments["path"];
  /** The first one that was accepted; null if none was. */
  readonly accepted: Exchange | null;
  /** Those that were not. */
  readonly refused: readonly Exchange[];
  /** Bodies to send from now on, the accepted one first: at least one, undefined where there is none. */
  readonly bodies: readonly unknown[];
}

/** How often a request without other bodies is sent before it counts as refused, and one on items of which some may be used up. */
const [attempts, attemptsOnItems] = [2, 6];

/**
 * Tries each sample of a body until one is accepted, once per run; a request without a body twice. Where bodies speak of
 * something that the server lists, they name what is there at first, and then what the description shows.
 */
export function acceptanceOf(run: Run, one: Described, args: Arguments): Promise<Acceptance> {
  return run.memoize(`accepted ${one.row.id}`, async () => {
    const groups = await bodiesToTry(run, one, args.path);
    const refused: Exchange[] = [];
    const times = args.item?.isScarce === true ? attemptsOnItems : attempts;
    const found = (accepted: Exchange | null, bodies: readonly unknown[], first: unknown): Acceptance => ({
      row: one.row,
      isLive: args.isLive && args.isCreated !== true && !mayLack(one),
      path: args.path,
      accepted,
      refused,
      bodies: [first, ...bodies.filter((body) => body !== first)],
    });
    const tried = async (bodies: readonly unknown[]): Promise<Acceptance | null> => {
      for (const body of bodies.length === 1 ? Array(times).fill(bodies[0]) : bodies) {
        const exchange = await send(run, one, args, { purpose: idOf("accepted", one), body });
        if (succeeded(exchange)) {
          if (creates(one.row) && args.item === undefined) await learnUniqueValues(run, one, args, body);
          return found(exchange, bodies, body);
        }
        refused.push(exchange);
        if (exchange.response === null || isForLater(exchange)) return found(null, bodies, bodies[0]);
      }
      return null;
    };
    for (const bodies of groups) {
      const taken = await tried(bodies);
      if (taken !== null) return taken;
    }
    const shown = bodiesOf(one);
    // Whatever is accepted then, a failure of the server is one.
    const isToBeTried = !refused.some((exchange) => contradictsByStatus(exchange));
    const others = isToBeTried
      ? [soonBodies(run, one, groups.flat()), await shownBodies(run, one, args)]
      : [];
    for (const bodies of others) {
      const taken = await tried(bodies);
      if (taken !== null) return taken;
    }
    const again = refused.every(isGone) ? await afterMaking(run, one, args) : null;
    return found(again, shown, shown[0]);
  });
}

/** What comes of a read of what an item lacks, once the PUT of the same path has made it; null where that cannot be told. */
async function afterMaking(run: Run, one: Described, args: Arguments): Promise<Exchange | null> {
  const maker = mayLack(one) && args.isLive && run.writes ? makerOf(one) : null;
  if (maker === null) return null;
  run.notify(`calls ${nameOf(maker.row)} where ${nameOf(one.row)} finds nothing; nothing puts that back`);
  for (const body of bodiesOf(maker)) {
    const purpose = idOf("accepted", one);
    const made = await send(run, maker, { ...args, query: samplesOf(maker).query }, { purpose, body });
    if (!succeeded(made)) continue;
    const read = await send(run, one, args, { purpose });
    return succeeded(read) ? read : null;
  }
  return null;
}

/** The bodies of an operation in the order in which they are tried, in groups; undefined where it takes none. */
export async function bodiesToTry(
  run: Run,
  one: Described,
  path: Arguments["path"] = {},
): Promise<readonly (readonly unknown[])[]> {
  const shown = bodiesOf(one).map((body) => withOwnValues(run, one, path, body));
  const there = await bodiesNaming(run, one, shown, path);
  return there === null ? [shown] : [there, shown];
}

/** The same bodies with moments of the next days, where they have others and may have these. */
export function soonBodies(run: Run, { row: { body: schema } }: Described, bodies: readonly unknown[]) {
  return bodies
    .map((body) => withMomentsSoon(body, () => run.probe.session.serverNow()))
    .filter((body) => body !== null && (schema === null || validators[schema](body)));
}

/** What is unique among what a POST creates is so in what changes that: the same new value for each, as long as it is one item. */
function withOwnValues(run: Run, one: Described, path: Arguments["path"], body: unknown): unknown {
  const creator = creatorOf(one);
  if (creator === null || creator.one.row.id === one.row.id) return body;
  const { known } = uniqueValuesOf(run, creator.one);
  return withUniqueValues(one, known, body, `any of ${one.row.id} ${jsonText(path)}`);
}

function bodiesOf(one: Described): readonly unknown[] {
  const { bodies } = samplesOf(one);
  return one.row.mediaType === null || bodies.length === 0 ? [undefined] : bodies;
}

/** The bodies with which an operation is called. @throws Inconclusive if no request of it is accepted. */
export async function acceptedBodies(run: Run, one: Described, args: Arguments): Promise<readonly unknown[]> {
  const found = await acceptanceOf(run, one, args);
  if (found.accepted !== null) return found.bodies;
  throw new Inconclusive(neverAccepted(found), idsOf(found));
}

/** Judges what came of requests as specified. */
export function judgeAcceptance(found: Acceptance): Fact {
  const { row, accepted, refused } = found;
  if (accepted !== null) return judgeBody(row, accepted);
  const missing: Fact = { kind: "missing", what: neverAccepted(found), exchanges: idsOf(found) };
  if (refused.length < attempts || !refused.every((one) => contradicts(found, one))) return missing;
  return {
    kind: "violated",
    message: `${nameOf(row)} exactly as specified is never accepted (${refused.length} times).`,
    expected: ["2xx"],
    received: refused[0] === undefined ? "nothing" : quoted(refused[0]),
    exchanges: idsOf(found),
  };
}

/** True if a refusal contradicts the specification, whatever its reasons. */
function contradicts({ isLive }: Acceptance, exchange: Exchange): boolean {
  // What a made-up path names need not exist, and not everything has all that there may be below it.
  return contradictsByStatus(exchange) && (isLive || !isGone(exchange));
}

/** Judges the body of a success; fields that have a requirement have a check of their own. */
function judgeBody(row: Row, exchange: Exchange): Fact {
  const { status = 0, form = "not JSON", bytes = 0 } = exchange.response ?? {};
  const schema = schemaFor(row, status);
  // That a status without a body is not documented is for another check.
  const isOpen = schema === null || (bytes === 0 && !isDocumented(row, status));
  const problem = isOpen ? null : problemOf(schema, exchange, form === "object");
  return problem === null
    ? { kind: "held", seen: "a request as specified was accepted", exchange: exchange.id }
    : violation(problem, `a body that fits the schema ${schema}`, exchange);
}

/** The problem that no other check sees: those of fields look at objects only. */
export function problemOf(schema: SchemaName, exchange: Exchange, isObject: boolean): FieldProblem | null {
  const { problems } = examine(schema, exchange);
  return unclaimedProblem(schema, exchange) ?? (isObject ? null : ([...problems.values()][0] ?? null));
}

/** True if a success really grants what was asked for: a write, or a body that the description shows. */
export function isGranted(row: Row, exchange: Exchange): boolean {
  const schema = schemaFor(row, exchange.response?.status ?? 0);
  if (!succeeded(exchange) || schema === null || isWrite(row)) return succeeded(exchange);
  const { problems, isUnclaimed } = examine(schema, exchange);
  return problems.size === 0 && !isUnclaimed;
}

/** Why nothing can be said about an operation, in the words of every check of it. */
export function neverAccepted({ row, refused: [first] }: Pick<Acceptance, "row" | "refused">): string {
  return `${nameOf(row)} was never accepted: ${first === undefined ? "nothing was sent" : quoted(first)}`;
}

function idsOf({ refused }: Acceptance): string[] {
  return refused.map(({ id }) => id);
}
