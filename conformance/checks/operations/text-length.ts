/** The length of a text is that of its characters, whatever they are (JSON Schema Validation 2020-12, section 6.3.1). */
import { type Exchange, isPlainRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { type Check, held, inapplicable, missing, type Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import type { Arguments } from "./arguments.ts";
import { type Described, idOf, isWrite, nameOf, operationCheck, samplesOf } from "./operation.ts";
import { send } from "./send.ts";
import { renewed } from "./watch.ts";
import { withOperation } from "./with-operation.ts";

const family = "text-length";
/** How often the texts have to be refused: once, something else may have been the reason. */
const telling = 2;

/** The check of a write with texts that have a largest length and no alphabet; none for any other operation. */
export function textLengthCheck(one: Described): Check[] {
  const { texts } = samplesOf(one);
  if (texts === undefined || !isWrite(one.row)) return [];
  return operationCheck(one, {
    family,
    title: "texts may be as long as its schema says, whatever their characters",
    run: (run) =>
      withOperation(run, one, async (args) => {
        const facts: Fact[] = [];
        for (const kind of texts.wide)
          facts.push(await judgeKind(run, one, args, { ...kind, plain: texts.long }));
        return facts;
      }),
  });
}

/** Bodies that differ in their texts: short ones of a kind of characters, long ones of it, and long ones of plain letters. */
interface Bodies {
  readonly short: unknown;
  readonly long: unknown;
  readonly plain: unknown;
}

/** Sends long texts between those that say that neither their length nor their characters are the reason. */
async function judgeKind(run: Run, one: Described, args: Arguments, bodies: Bodies): Promise<Fact> {
  const ask = async (body: unknown): Promise<Exchange> => {
    await renewed(args, null);
    return send(run, one, args, { purpose: idOf(family, one), body });
  };
  const refused: Exchange[] = [];
  for (let time = 0; time < telling; time += 1) {
    const long = await ask(bodies.long);
    if (succeeded(long)) return held("the longest texts were taken", long.id);
    const controls = [await ask(bodies.plain), await ask(bodies.short)];
    const other = controls.find((control) => !succeeded(control));
    if (other !== undefined) return inapplicable(`texts are refused for something else: ${outcomeOf(other)}`);
    if (!isPlainRefusal(long))
      return missing(`no answer to the longest texts: ${outcomeOf(long)}`, [long.id]);
    refused.push(long);
  }
  return {
    kind: "violated",
    message: `${nameOf(one.row)} refuses texts that are as long as they may be, though it takes short ones of these characters, and plain ones of this length.`,
    expected: ["success, as with as many plain letters"],
    received: refused.map(outcomeOf).join(" and "),
    exchanges: refused.map(({ id }) => id),
  };
}
