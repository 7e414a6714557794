/** The idempotency key of a write is refused for the same operation on another item, where the description says so of any write. */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { type Exchange, outcomeOf, succeeded } from "../../wire/exchange.ts";
import type { Run } from "../kit/check.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { type Arguments, argumentsOf, inPath } from "./arguments.ts";
import { type Described, idOf, nameOf } from "./operation.ts";
import { readItems } from "./pages.ts";
import { bodyTo } from "./put-back.ts";
import { send } from "./send.ts";
import type { Watch } from "./watch.ts";

/** A write that was accepted. */
interface Accepted {
  readonly exchange: Exchange;
  readonly key: string;
  readonly path: Arguments["path"];
}

/**
 * Asks another item of the list for what it has already, under the key of a write that was accepted: where that is taken,
 * nothing has changed. Then with the very body of a write: the first item gets first what the other one has.
 */
export async function judgeReusedElsewhere(
  run: Run,
  one: Described,
  args: Arguments,
  { exchange: first, key, path }: Accepted,
  watch: Watch,
): Promise<readonly Fact[]> {
  const { changes, reuseRefusedForAny, reuseRefusedWith = "4XX" } = one.row;
  const list = one.description.operations[changes?.operation ?? ""];
  if (reuseRefusedForAny !== true || changes === null || list === undefined) return [];
  // Who names an item means that one alone.
  if (run.card !== null || !succeeded(first)) return [];
  const listed = { row: list, description: one.description };
  const listArgs = await argumentsOf(run, listed);
  const purpose = idOf("idempotency", one);
  const items = await readItems(run, listed, { ...listArgs, path: { ...listArgs.path, ...path } }, purpose);
  const idIn = (item: unknown) => inPath(valueAt(item, changes.id));
  const own = items.find((item) => idIn(item) === path[changes.parameter]);
  const stateOf = (item: unknown) => jsonText((changes.kept ?? []).map((at) => valueAt(item, at) ?? null));
  const other = items.find((item) => item !== own && idIn(item) !== null && stateOf(item) === stateOf(own));
  const there = valueAt(other, changes.target);
  const body = there === undefined ? undefined : bodyTo(one, there, there);
  if (own === undefined || other === undefined || body === undefined) return [];
  const elsewhere = { ...path, [changes.parameter]: idIn(other) ?? "" };
  const ask = (idempotencyKey: string, where: Arguments["path"]) =>
    send(run, one, args, { purpose, body, idempotencyKey, path: where });
  const told = (exchange: Exchange, before: Exchange, how = "") =>
    violations({
      message: `${nameOf(one.row)} of another item${how} under the idempotency key of an earlier write is not refused as the description says.`,
      expected: [reuseRefusedWith === "4XX" ? "a refusal (any 4xx)" : reuseRefusedWith],
      received: outcomeOf(exchange),
      exchanges: [exchange.id, before.id],
    });
  const reused = await ask(key, elsewhere);
  if (succeeded(reused)) return told(reused, first);
  const mine = valueAt(own, changes.target);
  if (isDeepStrictEqual(bodyTo(one, mine, mine), body)) return [];
  const sameKey = randomUUID();
  const same = await ask(sameKey, path);
  if (!succeeded(same)) return [];
  await watch.expectChange();
  const again = await ask(sameKey, elsewhere);
  return succeeded(again) ? told(again, same, " with the same body") : [];
}
