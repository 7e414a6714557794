/** What a GET shows, with its ETag, apart from what is another value each time that it is read. */
import { isObject } from "../../base/shape.ts";
import { outcomeOf, succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import type { Run } from "../kit/check.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import { readBack } from "../kit/paged.ts";
import type { Arguments } from "./arguments.ts";
import { differing, type Shown } from "./condition-facts.ts";
import { entityTagOf } from "./entity-tag.ts";
import { callOf, type Described, nameOf } from "./operation.ts";
import { readSoon } from "./watch.ts";

/** Looks at what a GET shows. */
export interface Representation {
  now(): Promise<Shown>;
  /** What is shown after a write: looks again while its ETag is as before, since that may be shown late. */
  afterWrite(before: Shown): Promise<Shown>;
}

/** Begins to look, while nothing is written. @throws Inconclusive if it can't be read. */
export async function representationOf(
  run: Run,
  source: Described,
  { path }: Arguments,
): Promise<Representation> {
  const read = async (): Promise<Shown> => {
    const exchange = await ask(run, readBack, callOf(source, { path }));
    if (succeeded(exchange)) return { tag: entityTagOf(exchange), body: exchange.response?.json };
    throw new Inconclusive(`${nameOf(source.row)} can't be read: ${outcomeOf(exchange)}`, [exchange.id]);
  };
  const [first, second] = [await read(), await read()];
  const restless = differing(first.body, second.body);
  const now = async () => without(restless, await read());
  let wasInVain = false;
  const afterWrite = async (before: Shown) => {
    const isEnough = ({ tag }: Shown, waitedMs: number) => tag !== before.tag || (wasInVain && waitedMs > 0);
    const shown = await readSoon(run, now, isEnough);
    wasInVain ||= shown.tag === before.tag;
    return shown;
  };
  return { now, afterWrite };
}

function without(names: readonly string[], { tag, body }: Shown): Shown {
  const calm = ([name]: readonly [string, unknown]) => !names.includes(name);
  return { tag, body: isObject(body) ? Object.fromEntries(Object.entries(body).filter(calm)) : body };
}
