/** A write is carried out only where its If-Match holds the ETag that a GET of its path shows (RFC 9110, section 13.1.1). */
import { type Exchange, isPlainRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { type Check, inapplicable, missing, type Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { acceptedBodies } from "./acceptance.ts";
import type { Arguments } from "./arguments.ts";
import {
  type ConditionalWrite,
  isTelling,
  judgeRefusedPresent,
  judgeRounds,
  otherThan,
  type RefusedPresent,
  type Round,
  type Shown,
  tellingTimes,
} from "./condition-facts.ts";
import { judgeRace } from "./conditional-race.ts";
import { isStrong } from "./entity-tag.ts";
import { type Described, idOf, nameOf, operationCheck } from "./operation.ts";
import { type Representation, representationOf } from "./representation.ts";
import { send } from "./send.ts";
import { sameRead } from "./view.ts";
import { pauses } from "./watch.ts";
import { withOperation } from "./with-operation.ts";

const family = "if-match";
/** How many rounds are made, where so many are needed to tell. */
const mostRounds = 3;
/** How many of the bodies are sent in turn. */
const mostBodies = 3;

/** The check of a write that takes the ETag of what it changes as If-Match; none for any other operation. */
export function conditionalWriteCheck(one: Described): Check[] {
  const { row } = one;
  const source = sameRead(one);
  // After a DELETE there is nothing that a later write could be about.
  if (row.ifMatch === undefined || row.method === "DELETE" || source === null) return [];
  return operationCheck(one, {
    family,
    title: "If-Match with the present ETag is accepted, and with an earlier one it changes nothing",
    run: (run) =>
      withOperation(run, one, async (args) => {
        // A new item has another ETag, and is made between two writes.
        if (args.item !== undefined) return [inapplicable("each of its requests needs an item of its own")];
        const bodies = (await acceptedBodies(run, one, args)).slice(0, mostBodies);
        const shown = await representationOf(run, source, args);
        const { tag } = await shown.now();
        if (tag === null) return [inapplicable(`${nameOf(source.row)} shows no ETag`)];
        // If-Match never matches a weak one, and servers that compare it all the same do so in ways of their own.
        if (!isStrong(tag)) return [inapplicable(`the ETag of ${nameOf(source.row)} is weak`)];
        return judgeWrites(run, one, args, bodies, shown);
      }),
  });
}

async function judgeWrites(
  run: Run,
  one: Described,
  args: Arguments,
  bodies: readonly unknown[],
  shown: Representation,
): Promise<Fact[]> {
  const rounds: Round[] = [];
  let queue = bodies;
  let present = await shown.now();
  const nextBody = () => {
    const body = otherThan(queue, present.body);
    queue = [...queue.filter((one) => one !== body), body];
    return body;
  };
  while (rounds.length < mostRounds && rounds.filter(isTelling).length < tellingTimes) {
    const first = await writePresent(run, one, args, nextBody(), shown);
    if ("refused" in first) return [judgeRefusedPresent(one, first) ?? unaccepted(one, first.refused)];
    present = first.after;
    const other = nextBody();
    const isMoved = isStrong(present.tag) && present.tag !== first.before.tag;
    const stale = isMoved ? await writeStale(run, one, args, other, first, shown) : null;
    const last = await writePresent(run, one, args, other, shown);
    if ("refused" in last) return [judgeRefusedPresent(one, last) ?? unaccepted(one, last.refused)];
    present = last.after;
    rounds.push({ first, stale, last });
  }
  const facts = judgeRounds(one, rounds);
  const isKept = facts.every(({ kind }) => kind === "held") && rounds.some(isTelling);
  const written = rounds.flatMap(({ first, last }) => [first, last]);
  return isKept ? [...facts, ...(await judgeRace(run, one, args, written, shown))] : facts;
}

function unaccepted({ row }: Described, refused: readonly Exchange[]): Fact {
  const [first] = refused;
  const outcome = first === undefined ? "" : ` (${outcomeOf(first)})`;
  return missing(
    `${nameOf(row)} was not accepted with the present ETag${outcome}`,
    refused.map(({ id }) => id),
  );
}

/**
 * Writes with the present ETag, again where that is refused: it may have been shown late, or somebody else may have
 * written meanwhile.
 */
async function writePresent(
  run: Run,
  one: Described,
  args: Arguments,
  body: unknown,
  shown: Representation,
): Promise<ConditionalWrite | RefusedPresent> {
  const purpose = idOf(family, one);
  const [refused, controls]: [Exchange[], Exchange[]] = [[], []];
  for (const pause of [0, ...pauses]) {
    await run.probe.session.sleep(pause);
    const before = await shown.now();
    const exchange = await send(run, one, args, { purpose, body, headers: ifMatch(before) });
    if (succeeded(exchange)) return { exchange, body, before, after: await shown.afterWrite(before) };
    const after = await shown.now();
    if (isPlainRefusal(exchange) && after.tag === before.tag) refused.push(exchange);
    if (one.row.ifMatch === "required") continue;
    const control = await send(run, one, args, { purpose: "control", body });
    controls.push(control);
    if (!succeeded(control)) break;
  }
  return { refused, controls };
}

/** Writes with the ETag from before another write. */
async function writeStale(
  run: Run,
  one: Described,
  args: Arguments,
  body: unknown,
  earlier: ConditionalWrite,
  shown: Representation,
): Promise<ConditionalWrite> {
  const exchange = await send(run, one, args, {
    purpose: idOf(family, one),
    body,
    headers: ifMatch(earlier.before),
    alteration: { description: "with an earlier ETag as If-Match" },
  });
  return { exchange, body, before: earlier.after, after: await shown.now() };
}

function ifMatch({ tag }: Shown): readonly (readonly [string, string])[] {
  return tag === null ? [] : [["If-Match", tag]];
}
