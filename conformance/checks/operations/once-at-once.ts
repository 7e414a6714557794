/** What an item can be asked for once, such as to be replaced, is carried out once where two ask for it at the same time. */
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import { type Check, inapplicable, missing, type Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { acceptedBodies } from "./acceptance.ts";
import type { Arguments } from "./arguments.ts";
import { judgeCreatedOnce } from "./created-at-once.ts";
import { type Described, idOf, isOnce, nameOf, operationCheck } from "./operation.ts";
import { judgeRaces, raceUntilTold } from "./races.ts";
import { send } from "./send.ts";
import { creates } from "./unique-values.ts";
import { renewed } from "./watch.ts";
import { withOperation } from "./with-operation.ts";

const family = "once";

/** The check of an operation that is in conflict with what it has done before; none for any other. */
export function onceCheck(one: Described): Check[] {
  const isUnique = creates(one.row) && "409" in one.row.responses;
  if (!isOnce(one.row) && !isUnique) return [];
  return operationCheck(one, {
    family,
    title: "of two requests at the same time for what can be done once, one is carried out",
    run: (run) => withOperation(run, one, (args) => judgeOnce(run, one, args)),
  });
}

/** Asks for the same twice, one after the other and then at the same time. */
export async function judgeOnce(run: Run, one: Described, args: Arguments): Promise<readonly Fact[]> {
  if (args.item === undefined) return judgeCreatedOnce(run, one, args, family);
  const purpose = idOf(family, one);
  const [body] = await acceptedBodies(run, one, args);
  /** Two requests for one item, each with a key of its own. */
  const ask = async (isAtOnce: boolean): Promise<readonly Exchange[]> => {
    await renewed(args, null);
    const path = { ...args.path };
    const first = send(run, one, args, { purpose, body });
    if (!isAtOnce) await first;
    return Promise.all([first, send(run, one, args, { purpose, body, path })]);
  };
  const [first, second] = await ask(false);
  const ids = [second, first].flatMap((sent) => sent?.id ?? []);
  if (first === undefined || second === undefined || !succeeded(first))
    return [missing("it was not accepted", ids)];
  if (second.response?.status !== 409) return [inapplicable("it may be asked for again and again")];
  const twice = `${nameOf(one.row)} is carried out twice for the same item`;
  return judgeRaces(await raceUntilTold(() => ask(true)), [second, first], twice);
}
