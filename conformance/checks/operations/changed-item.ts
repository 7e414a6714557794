/** A read of one item shows what a write has changed of it, as its list does: it may be kept elsewhere. */
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { listingOf } from "../../base/listing.ts";
import { shortened } from "../../base/text.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import type { Fact } from "../kit/verdict.ts";
import { acceptedBodies } from "./acceptance.ts";
import { type Arguments, argumentsOf } from "./arguments.ts";
import { namingOf } from "./named-item.ts";
import { callOf, type Described, idOf, isWrite, nameOf, operationCheck } from "./operation.ts";
import { send } from "./send.ts";
import { readTarget } from "./view.ts";
import { readSoon, renewed } from "./watch.ts";
import { withOperation } from "./with-operation.ts";

const family = "changed-item";
/** How many writes have to be seen in the list alone, and how many are sent for that. */
const [tellingWrites, mostWrites] = [2, 4];

/** How long a list is waited for that shows no change, in milliseconds: what was asked for may be there already. */
const unchangedMs = 3000;

/** What a list and a read of the item show of what a write changes, before it and afterwards. */
export interface Shown {
  readonly write: Exchange;
  readonly before: Places;
  readonly after: Places;
}

/** The same part of an item, as JSON text; undefined where it is not shown. */
interface Places {
  readonly listed: string | undefined;
  readonly read: string | undefined;
}

/** The operations that change a part of an item which a read of one item shows as well. */
function writersOf(one: Described): readonly Described[] {
  const naming = namingOf(one);
  return Object.values(one.description.operations)
    .filter(({ changes }) => changes !== null && changes.operation === naming?.list.row.id)
    .map((row) => ({ row, description: one.description }));
}

/** The check of a read of one item of a list in which other operations change something; none for any other operation. */
export function changedItemCheck(one: Described): Check[] {
  const writers = writersOf(one);
  const isRead = !isWrite(one.row) && listingOf(one.row) === null && namingOf(one)?.isItem === true;
  if (!isRead || writers.length === 0) return [];
  return operationCheck(one, {
    family,
    title: "it shows what a write has changed of the item",
    access: "write",
    stage: "last",
    run: async (run) => {
      const facts: Fact[] = [];
      for (const writer of writers) {
        const fact = await ifConclusive(
          withOperation(run, writer, (args) => judgeWriter(run, one, writer, args)),
        );
        if (fact !== null) facts.push(fact);
      }
      return facts.length > 0 ? facts : [missing("nothing that changes an item was accepted")];
    },
  });
}

async function judgeWriter(run: Run, one: Described, writer: Described, args: Arguments): Promise<Fact> {
  const bodies = await acceptedBodies(run, writer, args);
  const shown: Shown[] = [];
  for (let time = 0; time < mostWrites && judgeChanged(one, shown).kind === "missing"; time += 1) {
    await renewed(args, null);
    const before = await placesOf(run, one, writer, args);
    const body = bodies[time % bodies.length];
    const write = await send(run, writer, args, { purpose: idOf(family, one), body });
    // Where one of them shows less, they never agree, and yet both show the change.
    const isEnough = ({ listed, read }: Places, waitedMs: number) =>
      !succeeded(write) ||
      (listed !== before.listed && read !== before.read) ||
      (listed === read && (listed !== before.listed || waitedMs >= unchangedMs));
    const after = await readSoon(run, () => placesOf(run, one, writer, args), isEnough);
    shown.push({ write, before, after });
  }
  return judgeChanged(one, shown);
}

/** What both show of the part that a write changes. @throws Inconclusive if one can't be read. */
async function placesOf(run: Run, one: Described, writer: Described, args: Arguments): Promise<Places> {
  const { changes } = writer.row;
  const parameter = namingOf(one)?.parameter ?? "";
  const path = { ...args.path, [parameter]: args.path[changes?.parameter ?? ""] ?? "" };
  const { query } = await argumentsOf(run, one);
  const exchange = await ask(run, idOf(family, one), callOf(one, { path, query }));
  const part = succeeded(exchange) ? valueAt(exchange.response?.json, changes?.target ?? "") : undefined;
  const { current } = await readTarget(run, writer, args.path);
  return { listed: textOf(current), read: textOf(part) };
}

const textOf = (value: unknown) => (value === undefined ? undefined : jsonText(value));

/**
 * Judges what writes have changed in the list: a read that showed the same before, and shows none of it, keeps something
 * of its own. What it shows at another place, or otherwise, it may always show so. Where the words promise that writes
 * are shown at once, a read that shows what the list has shown before an earlier write is as telling: it may be kept for
 * longer than these writes take.
 */
export function judgeChanged({ row }: Described, shown: readonly Shown[]): Fact {
  const telling = shown.filter(({ write, before, after }, index) => {
    const earlier = row.showsWrites === true ? shown.slice(0, index + 1) : [{ before }];
    const wasListed = earlier.some((one) => one.before.listed === before.read);
    return succeeded(write) && wasListed && before.listed !== after.listed;
  });
  const stale = telling.filter(({ before, after }) => after.read === before.read);
  const [first] = telling;
  if (first !== undefined && stale.length === 0)
    return held("what a write has changed was shown", first.write.id);
  const [last] = stale;
  if (last === undefined || stale.length < tellingWrites)
    return missing("no write was seen to change what both show of the item");
  return {
    kind: "violated",
    message: `${nameOf(row)} shows what a write has changed as it was before, and its list shows the change.`,
    expected: [shortened(last.after.listed ?? "nothing", 200)],
    received: shortened(last.after.read ?? "nothing", 200),
    exchanges: stale.map(({ write }) => write.id),
  };
}
