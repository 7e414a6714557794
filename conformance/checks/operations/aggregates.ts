/** A number that is described as made up of parts, such as how many lines there are or their sum, agrees with them. */
import type { Aggregate } from "../../../generated/operations.ts";
import { valueAt } from "../../../src/core/json.ts";
import { aggregated, isSameAmount, pointersIn } from "../../base/aggregate.ts";
import { listingOf } from "../../base/listing.ts";
import { numberIn } from "../../base/order.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { type Arguments, argumentsOf, inPath } from "./arguments.ts";
import { logCheck } from "./log-check.ts";
import { callOf, type Described, idOf, nameOf, operationCheck, type Row } from "./operation.ts";
import { readItems } from "./pages.ts";
import { readSoon } from "./watch.ts";
import { withOperation } from "./with-operation.ts";

/** One check for each number that is made up of parts, by its name; none for an operation without one. */
export function aggregateChecks(one: Described): Check[] {
  const all = one.row.aggregates ?? [];
  return [...new Set(all.map(nameOfNumber))].flatMap((name) => {
    const ofName = all.filter((aggregate) => nameOfNumber(aggregate) === name);
    const family = `aggregate.${name}`;
    const title = `${name} is what its parts make up, as it is described`;
    const [below] = ofName.filter(({ list }) => list !== undefined);
    return below === undefined
      ? logCheck(one, { family, title }, (described, log) => judgeLogged(described, log, ofName))
      : operationCheck(one, {
          ...{ family, title, stage: "last" },
          run: (run) => withOperation(run, one, (args) => judgeBelow(run, one, args, below)),
        });
  });
}

const nameOfNumber = ({ pointer }: Aggregate): string => pointer.slice(1).replaceAll("/", ".");

/** Judges the numbers of all responses in a log that hold the parts themselves. */
export function judgeLogged(
  { row }: Pick<Described, "row">,
  log: readonly Exchange[],
  aggregates: readonly Aggregate[],
): readonly Fact[] {
  const seen = log.flatMap((exchange) =>
    exchange.operation === row.id && succeeded(exchange)
      ? aggregates.flatMap((one) => seenIn(exchange, one))
      : [],
  );
  const [first] = seen;
  if (first === undefined) return [missing(`no response of ${nameOf(row)} showed the number and its parts`)];
  const wrong = seen.filter(({ said, is }) => !isSameAmount(said, is));
  const [shown] = wrong;
  return shown === undefined
    ? [held("each number was what its parts make up", first.exchange.id)]
    : violations({
        message: `${nameOf(row)} shows ${shown.place}, which is not what its parts make up.`,
        expected: [String(shown.is)],
        received: String(shown.said),
        pointer: shown.place,
        exchanges: wrong.map(({ exchange }) => exchange.id),
        isLasting: true,
      });
}

/** The numbers of a response, and what the parts beside each make up. */
function seenIn(exchange: Exchange, { at, pointer, parts, value }: Aggregate) {
  const body = exchange.response?.json;
  return pointersIn(body, at).flatMap((place) => {
    const object = valueAt(body, place);
    const [said, all] = [numberIn(valueAt(object, pointer)), valueAt(object, parts)];
    const is = Array.isArray(all) ? aggregated(all, value) : null;
    return said !== null && is !== null ? [{ exchange, place: `${place}${pointer}`, said, is }] : [];
  });
}

/** Of how many items that this run has written below the numbers are looked at. */
const mostWritten = 4;

/** Judges the number of an item against the list below it: of one that is there, and of those below which the run has written. */
async function judgeBelow(
  run: Run,
  one: Described,
  args: Arguments,
  aggregate: Aggregate,
): Promise<readonly Fact[]> {
  const list = one.description.operations[aggregate.list ?? ""];
  if (list === undefined) throw new Error(`${one.row.id} counts what no operation lists`);
  const isItem = listingOf(one.row) === null;
  const described = { row: list, description: one.description };
  const first = isItem ? args : await argumentsOf(run, described);
  const written =
    isItem && !one.row.path.endsWith("}") ? [] : writtenBelow(run.probe.session.exchanges, list);
  const facts: Fact[] = [];
  for (const path of [first.path, ...written.slice(-mostWritten)]) {
    const seen = await ifConclusive(
      readSoon(
        run,
        () => look(run, one, { ...args, path }, aggregate, list),
        (found) => found === null || (found.before === found.after && isSameAmount(found.after, found.is)),
      ),
    );
    if (seen !== null) facts.push(judgeSeen(one, aggregate, seen));
  }
  return facts.length > 0
    ? facts
    : [missing(`${nameOf(one.row)} showed no number beside the list of its parts`)];
}

/** What an item said before and after the list of its parts was read, and what these make up. */
interface Seen {
  readonly before: number;
  readonly is: number;
  readonly after: number;
  readonly exchange: string;
}

async function look(
  run: Run,
  one: Described,
  { path, query }: Arguments,
  { at, pointer, value }: Aggregate,
  list: Row,
): Promise<Seen | null> {
  const purpose = idOf(`aggregate${pointer.replaceAll("/", ".")}`, one);
  const read = async () => {
    const listing = listingOf(one.row);
    if (listing !== null) {
      const id = Object.values(path).at(-1);
      const isWanted = (item: unknown) => inPath(valueAt(item, listing.id?.pointer ?? "")) === id;
      const items = await readItems(run, one, { path, query }, purpose, { isWanted });
      const said = numberIn(valueAt(items.find(isWanted), pointer));
      return said !== null ? { said, exchange: run.probe.session.exchanges.at(-1)?.id ?? "" } : null;
    }
    const exchange = await ask(run, purpose, callOf(one, { path, query }));
    const said = succeeded(exchange) ? numberIn(valueAt(exchange.response?.json, `${at}${pointer}`)) : null;
    return said !== null ? { said, exchange: exchange.id } : null;
  };
  const before = await read();
  if (before === null) return null;
  const described = { row: list, description: one.description };
  // All pages are read where nothing is ever found.
  const parts = await readItems(run, described, { path, query: {} }, purpose, { isWanted: () => false });
  const [is, after] = [aggregated(parts, value), await read()];
  return is === null || after === null
    ? null
    : { before: before.said, is, after: after.said, exchange: after.exchange };
}

function judgeSeen({ row }: Described, aggregate: Aggregate, seen: Seen): Fact {
  const { pointer, list } = aggregate;
  if (seen.before !== seen.after)
    return missing("the number changed while its parts were read", [seen.exchange]);
  if (isSameAmount(seen.after, seen.is)) return held("the number was what its parts make up", seen.exchange);
  return {
    kind: "violated",
    message: `${nameOf(row)} shows another ${nameOfNumber(aggregate)} than what ${list} lists makes up.`,
    expected: [String(seen.is)],
    received: String(seen.after),
    pointer,
    exchanges: [seen.exchange],
    isLasting: true,
  };
}

/** The paths of items below which this run has written, the last one last. */
export function writtenBelow(
  log: readonly Exchange[],
  list: Pick<Row, "path">,
): readonly Arguments["path"][] {
  const names = [...list.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const pattern = new RegExp(
    `${list.path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "([^/]+)")}(?:/.*)?$`,
  );
  const found = new Map<string, Arguments["path"]>();
  for (const one of log) {
    const [, ...values] =
      one.request.method !== "GET" && succeeded(one)
        ? (pattern.exec(new URL(one.request.url).pathname) ?? [])
        : [];
    if (values.length === 0) continue;
    const key = values.join("/");
    found.delete(key);
    found.set(key, Object.fromEntries(names.map((name, index) => [name, decoded(values[index] ?? "")])));
  }
  return [...found.values()];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
