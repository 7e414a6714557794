/** A signed request with a timestamp that is old, but not too old, is accepted. */
import { api } from "../../../generated/operations.ts";
import { isRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { freshSeconds } from "../defects.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { clockDoubt } from "../kit/clock-doubt.ts";
import type { Fact } from "../kit/verdict.ts";
import { acceptedBodies } from "./acceptance.ts";
import type { Arguments } from "./arguments.ts";
import { type Described, idOf, operationCheck } from "./operation.ts";
import { send, withOperation } from "./send.ts";

const family = "timestamp.fresh";

/** The check of a signed operation; none for another one. */
export function freshCheck(one: Described): Check[] {
  if (one.row.signed === null) return [];
  return operationCheck(one, {
    family,
    title: "a timestamp within the window is not refused for its age",
    requirements: ["auth.timestamp.fresh"],
    run: (run) =>
      withOperation(run, one, async (args) => {
        const [body] = await acceptedBodies(run, one, args);
        const facts: Fact[] = [];
        for (const age of freshSeconds) facts.push(await judgeAge(run, one, args, body, age));
        return facts;
      }),
  });
}

/** Sends a request with a timestamp of this age; if it is refused, sends it again, and then without the age. */
async function judgeAge(
  run: Run,
  one: Described,
  args: Arguments,
  body: unknown,
  age: number,
): Promise<Fact> {
  const description = `with a timestamp ${age} seconds old`;
  const alteration = { description, timestamp: (seconds: number) => String(seconds - age) };
  const aged = () => send(run, one, args, { purpose: idOf(family, one), body, alteration });
  const exchange = await aged();
  const doubt = clockDoubt(run, api.timestampWindowSeconds - age - Math.ceil(exchange.durationMs / 1000));
  if (doubt !== null) return missing(doubt);
  if (succeeded(exchange)) {
    return held(`timestamps ${freshSeconds.join(" and ")} seconds old were accepted`, exchange.id);
  }
  const again = isRefusal(exchange) ? await aged() : null;
  if (again === null || !isRefusal(again)) {
    return missing(`${description}: ${outcomeOf(exchange)}`, [exchange.id]);
  }
  const control = await send(run, one, args, { purpose: "control", body });
  if (!succeeded(control)) {
    return missing("the same request is refused with a timestamp of now as well", [exchange.id]);
  }
  return {
    kind: "violated",
    message: `A request ${description} was refused twice, and accepted with one of now; the limit is ${api.timestampWindowSeconds} seconds.`,
    expected: ["2xx"],
    received: outcomeOf(exchange),
    exchanges: [exchange.id, again.id, control.id],
  };
}
