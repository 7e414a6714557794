/** A removal that is sent again under its idempotency key does not remove what was made under the same id since. */
import { randomUUID } from "node:crypto";
import { succeeded } from "../../wire/exchange.ts";
import { held, type Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { bodiesToTry } from "./acceptance.ts";
import type { Arguments } from "./arguments.ts";
import { type Described, idOf, nameOf, pathParameters } from "./operation.ts";
import { isShown } from "./removed-item.ts";
import { send } from "./send.ts";
import { readView, type View } from "./view.ts";
import { readSoon, renewed } from "./watch.ts";

/** How often it has to be seen: once, somebody else may have removed it. */
const telling = 2;

/** The PUT that makes what a DELETE of the same path removes; null without one, and for any other operation. */
export function makerOfRemoved({ row, description }: Described): Described | null {
  const put = Object.values(description.operations).find(
    ({ method, path }) => method === "PUT" && path === row.path,
  );
  return row.method !== "DELETE" || put === undefined ? null : { row: put, description };
}

/**
 * Removes an item of the run's own, makes it again, and sends the removal again under its key; no facts where that can't be
 * done, or nothing shows the item.
 */
export async function repeatAfterMaking(run: Run, one: Described, args: Arguments): Promise<readonly Fact[]> {
  const maker = makerOfRemoved(one);
  if (maker === null || args.item === undefined) return [];
  const purpose = idOf("idempotency", one);
  const lost: string[] = [];
  for (let time = 1; ; time += 1) {
    await renewed(args, null);
    const path = { ...args.path };
    const id = path[pathParameters(one.row).at(-1) ?? ""] ?? "";
    const idempotencyKey = randomUUID();
    const remove = (key = idempotencyKey) => send(run, one, args, { purpose, path, idempotencyKey: key });
    const read = () => readView(run, one, { ...args, path });
    const removed = await send(run, one, args, { purpose, idempotencyKey });
    if (!succeeded(removed)) return [];
    const [[body] = []] = await bodiesToTry(run, maker, path);
    const made = await send(run, maker, { path, query: {}, isLive: true }, { purpose, body });
    if (!succeeded(made)) return [];
    const isThere = isShown(one, id, await readSoon(run, read, (view) => isShown(one, id, view)));
    const again = await remove();
    const isLeft = (view: View) => isShown(one, id, view);
    if (isThere && again.response !== null && !isLeft(await readSoon(run, read, isLeft))) {
      lost.push(again.id, made.id, removed.id);
      if (time < telling) continue;
      return [violation(one, lost)];
    }
    // What was made for this is not left.
    await remove(randomUUID());
    return isThere && again.response !== null ? [held("a retry left what was made since", again.id)] : [];
  }
}

function violation({ row }: Described, exchanges: readonly string[]): Fact {
  return {
    kind: "violated",
    message: `${nameOf(row)} is carried out again when it is sent again with its idempotency key, and removes what was made since.`,
    expected: ["what was made since is still there"],
    received: "it is not shown any more",
    exchanges: [...exchanges],
    isLasting: true,
  };
}
