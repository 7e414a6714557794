/** A read whose If-None-Match has the present ETag is answered with 304, or as if there were none (RFC 9110, section 13.1.2). */
import { type Exchange, isForLater, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { type Check, held, inapplicable, missing, type Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import type { Arguments } from "./arguments.ts";
import { entityTagOf } from "./entity-tag.ts";
import { type Described, idOf, nameOf, operationCheck } from "./operation.ts";
import { send } from "./send.ts";
import { withOperation } from "./with-operation.ts";

const family = "if-none-match";
/** How often each condition is sent: what is shown may change meanwhile. */
const times = 2;
/** An ETag that nothing has. */
const unknownTag = '"an-etag-that-nothing-has"';

/** The check of a GET that takes If-None-Match; none for any other operation. */
export function notModifiedCheck(one: Described): Check[] {
  if (one.row.ifNoneMatch === undefined) return [];
  return operationCheck(one, {
    family,
    title:
      "If-None-Match with the present ETag is answered with 304, or not at all, and with another one never",
    run: (run) => withOperation(run, one, (args) => judgeConditions(run, one, args)),
  });
}

async function judgeConditions(run: Run, one: Described, args: Arguments): Promise<Fact[]> {
  const looks: Look[] = [];
  for (let time = 0; time < times; time += 1) {
    const before = await send(run, one, args, { purpose: idOf(family, one) });
    const tag = entityTagOf(before);
    if (!succeeded(before)) return [missing(`it was answered ${outcomeOf(before)}`, [before.id])];
    if (tag === null) return [inapplicable(`${nameOf(one.row)} shows no ETag`)];
    const known = await sendCondition(run, one, args, tag, "with its ETag as If-None-Match");
    const other = await sendCondition(run, one, args, unknownTag, "with another ETag as If-None-Match");
    const after = await send(run, one, args, { purpose: idOf(family, one) });
    looks.push({ before, known, other, after });
  }
  return [judgeLooks(one, looks)];
}

function sendCondition(run: Run, one: Described, args: Arguments, tag: string, description: string) {
  const headers = [["If-None-Match", tag]] as const;
  return send(run, one, args, { purpose: idOf(family, one), headers, alteration: { description } });
}

/** Reads on condition, between two without one. */
export interface Look {
  readonly before: Exchange;
  /** With the ETag of the one before. */
  readonly known: Exchange;
  /** With an ETag that nothing has. */
  readonly other: Exchange;
  readonly after: Exchange;
}

/** Judges what came of some looks: each has to show the same. */
export function judgeLooks({ row }: Described, looks: readonly Look[]): Fact {
  const violated = (message: string, expected: string, all: readonly Exchange[]): Fact => ({
    kind: "violated",
    message: `${nameOf(row)} ${message}`,
    expected: [expected],
    received: all.map(outcomeOf)[0] ?? "nothing",
    exchanges: all.map(({ id }) => id),
  });
  const isAlways = (isIt: (look: Look) => boolean) => looks.length > 1 && looks.every(isIt);
  if (isAlways(({ other }) => other.response?.status === 304))
    return violated(
      "is answered with 304 where If-None-Match has an ETag that nothing has: what changes is never seen.",
      "200",
      looks.map(({ other }) => other),
    );
  // Without a condition it was served before and afterwards.
  if (isAlways(({ known, after }) => isFailed(known) && succeeded(after)))
    return violated(
      "is refused where If-None-Match has the ETag that it shows.",
      "304, or 200",
      looks.map(({ known }) => known),
    );
  const found = looks.find(({ known }) => known.response?.status === 304 || succeeded(known));
  return found === undefined
    ? missing(
        "nothing came of If-None-Match",
        looks.map(({ known }) => known.id),
      )
    : held(`If-None-Match was answered ${outcomeOf(found.known)}`, found.known.id);
}

/** True for a refusal or a failure, other than one that asks to wait. */
function isFailed(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  const isInFront = [408, 502, 504].includes(status);
  return status >= 400 && !isForLater(exchange) && !isInFront;
}
