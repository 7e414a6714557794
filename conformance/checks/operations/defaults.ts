/** What a body leaves out has the default that the description gives it (JSON Schema Validation 2020-12, section 9.2). */
import { isDeepStrictEqual } from "node:util";
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { isObject } from "../../base/shape.ts";
import { bodySent, succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { readBack } from "../kit/paged.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { acceptedBodies } from "./acceptance.ts";
import type { Arguments } from "./arguments.ts";
import { isMasked } from "./asked.ts";
import { callOf, type Described, idOf, nameOf, operationCheck, type Row } from "./operation.ts";
import { send } from "./send.ts";
import { creates } from "./unique-values.ts";
import { sameRead } from "./view.ts";
import { withOperation } from "./with-operation.ts";

const family = "default";
/** How many bodies are sent that leave something out. */
const mostBodies = 4;

/** A body that was accepted, and what is shown of what it asked for. */
export interface Asked {
  readonly asked: unknown;
  readonly shown: unknown;
  /** Id of the exchange. */
  readonly exchange: string;
}

/** The check of what creates or replaces something with defaults: any other write may leave as it is what it leaves out. */
export function defaultsCheck(one: Described): Check[] {
  const { bodyDefaults = {}, method } = one.row;
  if (!(method === "PUT" || creates(one.row)) || Object.keys(bodyDefaults).length === 0) return [];
  return operationCheck(one, {
    family,
    title: "what its body leaves out has the default",
    run: (run) =>
      withOperation(run, one, async (args) => {
        const bodies = await acceptedBodies(run, one, args);
        const silent = bodies.filter((body) => Object.keys(bodyDefaults).some((at) => leavesOut(body, at)));
        const writes: Asked[] = [];
        for (const body of silent.slice(0, mostBodies))
          writes.push(...(await writeAndLook(run, one, args, body)));
        const facts = judgeDefaults(one.row, writes);
        const seen = writes.find(({ asked, shown }) =>
          Object.keys(bodyDefaults).some((at) => leavesOut(asked, at) && valueAt(shown, at) !== undefined),
        );
        if (facts.length > 0 || seen !== undefined)
          return facts.length > 0 ? facts : [held("what was left out had its default", seen?.exchange ?? "")];
        return [missing(`nothing shows what ${nameOf(one.row)} makes of what its body leaves out`)];
      }),
  });
}

/** Sends a body, and looks at what that makes: at the answer, and for a PUT at what is read of the same path. */
async function writeAndLook(
  run: Run,
  one: Described,
  args: Arguments,
  body: unknown,
): Promise<readonly Asked[]> {
  const exchange = await send(run, one, args, { purpose: idOf(family, one), body });
  if (!succeeded(exchange) || exchange.response?.status === 202) return [];
  const asked = bodySent(exchange);
  const answered = { asked, shown: exchange.response?.json, exchange: exchange.id };
  const source = one.row.method === "PUT" ? sameRead(one) : null;
  if (source === null) return [answered];
  const read = await ask(run, readBack, callOf(source, { path: args.path }));
  return [answered, ...(succeeded(read) ? [{ asked, shown: read.response?.json, exchange: read.id }] : [])];
}

/** True where a body leaves something out that has a default, and the object that it would be in is there. */
function leavesOut(body: unknown, pointer: string): boolean {
  const above = valueAt(body, pointer.slice(0, pointer.lastIndexOf("/")));
  return isObject(above) && valueAt(body, pointer) === undefined;
}

/** True for a default, and for an object that has more than the default says, such as what has a default of its own. */
function hasAll(usual: unknown, shown: unknown): boolean {
  return isObject(usual) && isObject(shown)
    ? Object.entries(usual).every(([name, value]) => hasAll(value, shown[name]))
    : isDeepStrictEqual(shown, usual);
}

/**
 * Judges bodies that leave out what has a default. In an object that is left out as a whole, nothing has one: whether there
 * is such an object is another question.
 */
export function judgeDefaults(row: Row, writes: readonly Asked[]): Fact[] {
  for (const [pointer, usual] of Object.entries(row.bodyDefaults ?? {})) {
    const silent = writes.filter(({ asked, shown }) => {
      const value = valueAt(shown, pointer);
      return leavesOut(asked, pointer) && value !== undefined && !isMasked(value);
    });
    const other = silent.filter(({ shown }) => !hasAll(usual, valueAt(shown, pointer)));
    const [first] = other;
    // Once it was so: then something else may have made it another one.
    if (first === undefined || other.length < silent.length) continue;
    const name = pointer.slice(1).replaceAll("/", ".");
    return violations({
      message: `${nameOf(row)} gives ${name}, which its body leaves out, another value than the default.`,
      expected: [jsonText(usual)],
      received: jsonText(valueAt(first.shown, pointer)),
      pointer,
      exchanges: other.map(({ exchange }) => exchange),
    });
  }
  return [];
}
