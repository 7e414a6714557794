/** What is created under a key is the same when that is sent again, also once it has been changed: told by its id alone. */
import { randomUUID } from "node:crypto";
import { valueAt } from "../../../src/core/json.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import { held, type Run } from "../kit/check.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { acceptedBodies, bodiesToTry } from "./acceptance.ts";
import { type Arguments, inPath } from "./arguments.ts";
import { type Described, idOf, isWrite, nameOf, pathParameters } from "./operation.ts";
import { judgeReplayed } from "./replayed.ts";
import { send } from "./send.ts";

/** An operation that changes what another one creates, and where the answer of that one shows its id. */
interface Changer {
  readonly one: Described;
  readonly parameter: string;
  readonly pointer: string;
}

/** How many of them are tried. */
const mostTried = 3;

/** The operations that change what an operation creates, without removing it. */
export function changersOf({ row, description }: Described): readonly Changer[] {
  return Object.values(description.operations).flatMap((other) =>
    Object.entries(other.creations ?? {}).flatMap(([parameter, { operation, pointer }]) => {
      const isOther = other.id !== row.id && isWrite(other) && other.method !== "DELETE";
      const known = [...pathParameters(row), parameter];
      const isFilled = pathParameters(other).every((name) => known.includes(name));
      if (operation !== row.id || !isOther || !isFilled || row.creates !== undefined) return [];
      return [{ one: { row: other, description }, parameter, pointer }];
    }),
  );
}

/** Creates something, changes it, and creates it again under the same key; no facts where that can't be done. */
export async function repeatAfterChange(run: Run, one: Described, args: Arguments): Promise<readonly Fact[]> {
  const changers = changersOf(one).slice(0, mostTried);
  const [pointer] = changers.map((changer) => changer.pointer);
  if (pointer === undefined || args.item !== undefined) return [];
  const [body] = await acceptedBodies(run, one, args);
  const [purpose, idempotencyKey] = [idOf("idempotency", one), randomUUID()];
  const create = () => send(run, one, args, { purpose, body, idempotencyKey });
  const created = await create();
  const id = idIn(created, pointer);
  if (id === null) return [];
  for (const { one: changer, parameter } of changers) {
    const path = { ...args.path, [parameter]: id };
    const [[first] = []] = await bodiesToTry(run, changer, path);
    const on: Arguments = { path, query: {}, isLive: true, isCreated: true };
    const changed = await send(run, changer, on, { purpose, body: first });
    if (!succeeded(changed)) continue;
    const again = await create();
    const replayed = judgeReplayed(one, created, again, [changed]);
    return replayed.length > 0 ? replayed : judgeRepeated(one, pointer, [created, changed, again]);
  }
  return [];
}

/** Judges what was created, changed, and created again under the same key: a refusal is not told against a server. */
export function judgeRepeated(
  { row }: Described,
  pointer: string,
  [created, changed, again]: readonly [created: Exchange, changed: Exchange, again: Exchange],
): readonly Fact[] {
  const [id, other] = [idIn(created, pointer), idIn(again, pointer)];
  if (id === null || other === null) return [];
  if (id === other) return [held("a retry showed what was created, after a change of that", again.id)];
  return violations({
    message: `${nameOf(row)} creates another item when it is sent again with its idempotency key, after the first one was changed.`,
    expected: [id],
    received: other,
    pointer,
    exchanges: [again, changed, created].map((exchange) => exchange.id),
  });
}

function idIn(exchange: Exchange, pointer: string): string | null {
  return succeeded(exchange) ? inPath(valueAt(exchange.response?.json, pointer)) : null;
}
