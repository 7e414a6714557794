/** What a run has created is removed in its end, where the description has a DELETE for it. */
import { valueAt } from "../../../src/core/json.ts";
import { count } from "../../base/text.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import type { Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import { type Arguments, inPath } from "./arguments.ts";
import { removersIn } from "./creators.ts";
import {
  type Described,
  type Description,
  nameOf,
  pathParameters,
  type Row,
  samplesOf,
  valuesIn,
} from "./operation.ts";
import { send } from "./send.ts";

/** Something that a run has created and not removed. */
export interface Left {
  readonly remover: Described;
  readonly creator: Row;
  /** The path of the operation that removes it. */
  readonly path: Arguments["path"];
}

/**
 * What a log shows to be created and not to be removed, the latest first. Only a 201 tells that something is new: any
 * other success may show what was there before.
 *
 * @param removers - What removes it; the DELETEs of the description by default.
 */
export function leftBehind(
  description: Description,
  log: readonly Exchange[],
  removers = removersIn(description),
): readonly Left[] {
  const left = removers.flatMap(({ remover, creator: { one, pointer } }) => {
    const { row } = one;
    const names = pathParameters(remover.row);
    const gone = new Set(
      log.filter((sent) => sent.operation === remover.row.id && succeeded(sent)).map(keyOf(remover.row)),
    );
    const made = new Map<string, Left & { readonly at: number }>();
    for (const [at, sent] of log.entries()) {
      if (sent.operation !== row.id || sent.response?.status !== 201) continue;
      const inUrl = valuesIn(row, sent);
      const all =
        row.creates === undefined ? [...inUrl, inPath(valueAt(sent.response.json, pointer))] : inUrl;
      // What is created below another item need not be removed below it.
      const values = all.slice(-names.length);
      const known = values.filter((value) => value !== null);
      const key = known.join("\n");
      if (known.length !== names.length || known.length < values.length || gone.has(key)) continue;
      const path = Object.fromEntries(names.map((name, index) => [name, known[index] ?? ""]));
      made.set(key, { remover, creator: row, path, at });
    }
    return [...made.values()];
  });
  return left.sort((one, other) => other.at - one.at);
}

/** Removes all of it, and says what could not be. */
export async function removeCreated(run: Run, description: Description): Promise<void> {
  await removeLeft(run, leftBehind(description, run.probe.session.exchanges));
}

/** Removes some of it, and says what could not be. */
export async function removeLeft(run: Run, left: readonly Left[]): Promise<void> {
  const kept = new Map<string, number>();
  let isThere = true;
  for (const { remover, creator, path } of left) {
    const args = { path, query: samplesOf(remover).query, isLive: true };
    const [body] = samplesOf(remover).bodies;
    const remove = () => send(run, remover, args, { purpose: "put back", body });
    const sent: Exchange | null = isThere ? await ifConclusive(remove()) : null;
    // Who does not answer at all is not asked for each of them.
    isThere &&= sent !== null && sent.response !== null;
    const isGone = sent !== null && (succeeded(sent) || [404, 410].includes(sent.response?.status ?? 0));
    if (!isGone) kept.set(nameOf(creator), (kept.get(nameOf(creator)) ?? 0) + 1);
  }
  for (const [name, number] of kept)
    run.notify(`${count(number, "item")} that ${name} has created could not be removed`);
}

const keyOf = (row: Row) => (sent: Exchange) => valuesIn(row, sent).join("\n");
