/** The length of a text is that of its characters, whatever they are (JSON Schema Validation 2020-12, section 6.3.1). */
import { randomInt } from "node:crypto";
import { valueAt } from "../../../src/core/json.ts";
import { withValueAt } from "../../base/pointer.ts";
import { type Exchange, isPlainRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { type Check, held, inapplicable, missing, type Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { acceptedBodies } from "./acceptance.ts";
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
        const [body] = await acceptedBodies(run, one, args);
        const facts: Fact[] = [];
        for (const character of texts.characters)
          facts.push(await judgeKind(run, one, args, { body, lengths: texts.lengths, character }));
        return facts;
      }),
  });
}

/** A body that is accepted, and what its texts are made of. */
interface Texts {
  readonly body: unknown;
  /** The largest lengths, by JSON pointer. */
  readonly lengths: Readonly<Record<string, number>>;
  readonly character: string;
}

const plain = "x";
/** So many of a kind are in a short text. */
const few = 3;

/** The body with texts of one character, as long as they may be or with a few of it; each is a new one, since one may be unique. */
function made({ body, lengths }: Texts, character: string, isShort: boolean): unknown {
  return Object.entries(lengths).reduce((next, [pointer, length]) => {
    if (typeof valueAt(next, pointer) !== "string") return next;
    const own = Array.from({ length: 4 }, () => String.fromCharCode(97 + randomInt(26))).join("");
    const rest = isShort ? few : length - own.length;
    return withValueAt(next, pointer, own + character.repeat(rest));
  }, body);
}

/** Sends long texts between those that say that neither their length nor their characters are the reason. */
async function judgeKind(run: Run, one: Described, args: Arguments, texts: Texts): Promise<Fact> {
  const ask = async (body: unknown): Promise<Exchange> => {
    await renewed(args, null);
    return send(run, one, args, { purpose: idOf(family, one), body });
  };
  const refused: Exchange[] = [];
  for (let time = 0; time < telling; time += 1) {
    const long = await ask(made(texts, texts.character, false));
    if (succeeded(long)) return held("the longest texts were taken", long.id);
    const controls = [await ask(made(texts, plain, false)), await ask(made(texts, texts.character, true))];
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
