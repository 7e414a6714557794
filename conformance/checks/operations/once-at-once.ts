/** What an item can be asked for once, such as to be replaced, is carried out once where two ask for it at the same time. */
import { type Exchange, isRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { type Check, held, inapplicable, missing, type Run } from "../kit/check.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { acceptedBodies } from "./acceptance.ts";
import type { Arguments } from "./arguments.ts";
import { tellingTimes } from "./condition-facts.ts";
import { type Described, idOf, isOnce, nameOf, operationCheck } from "./operation.ts";
import { send } from "./send.ts";
import { renewed } from "./watch.ts";
import { withOperation } from "./with-operation.ts";

const family = "once";

/** How often two requests are sent at the same time. */
const mostRaces = 3;

/** The check of an operation that is in conflict with what it has done before; none for any other. */
export function onceCheck(one: Described): Check[] {
  if (!isOnce(one.row)) return [];
  return operationCheck(one, {
    family,
    title: "of two requests at the same time for what can be done once, one is carried out",
    run: (run) => withOperation(run, one, (args) => judgeOnce(run, one, args)),
  });
}

/** Asks for the same twice, one after the other and then at the same time. */
export async function judgeOnce(run: Run, one: Described, args: Arguments): Promise<readonly Fact[]> {
  if (args.item === undefined) return [inapplicable("it may be asked for again and again")];
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
  const both: (readonly Exchange[])[] = [];
  let decided = 0;
  for (let race = 0; race < mostRaces && both.length < tellingTimes; race += 1) {
    const sent = await ask(true);
    if (sent.every(isCarriedOut)) both.push(sent);
    if (sent.some(isCarriedOut) && sent.some(isRefusal)) decided += 1;
    if (decided >= tellingTimes) break;
  }
  if (both.length === 0 && decided > 0) return [held("one of two was refused", second.id)];
  if (both.length < tellingTimes) return [missing("one of two at the same time was not told apart", ids)];
  return violations({
    message: `${nameOf(one.row)} is carried out twice for the same item where two requests come at the same time, though it is refused after it was carried out.`,
    expected: [outcomeOf(second)],
    received: (both[0] ?? []).map(outcomeOf).join(" and "),
    exchanges: [...both.flat().map(({ id }) => id), ...ids],
    // It was seen more than once.
    isLasting: true,
  });
}

/** True for a success that says that it is done, and not that it will be looked at later. */
const isCarriedOut = (one: Exchange): boolean => succeeded(one) && one.response?.status !== 202;
