/** The length of a text is that of its characters, whatever they are (JSON Schema Validation 2020-12, section 6.3.1). */
import { randomInt } from "node:crypto";
import { valueAt } from "../../../src/core/json.ts";
import { withValueAt } from "../../base/pointer.ts";
import { shortened } from "../../base/text.ts";
import { type Exchange, isPlainRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { type Check, held, inapplicable, missing, type Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { acceptedBodies } from "./acceptance.ts";
import type { Arguments } from "./arguments.ts";
import { isEscaped } from "./escaped-texts.ts";
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
/** So many letters by chance begin each text. */
const ownLength = 4;

/** The body with texts of one character, as long as they may be or with a few of it; each is a new one, since one may be unique. */
function made({ body, lengths }: Texts, character: string, isShort: boolean): unknown {
  return Object.entries(lengths).reduce((next, [pointer, length]) => {
    if (typeof valueAt(next, pointer) !== "string") return next;
    const own = Array.from({ length: ownLength }, () => String.fromCharCode(97 + randomInt(26))).join("");
    const rest = isShort ? few : length - own.length;
    return withValueAt(next, pointer, own + character.repeat(rest));
  }, body);
}

/** The texts of a body that were made. */
function textsIn(body: unknown, { lengths }: Texts): readonly string[] {
  return Object.keys(lengths).flatMap((pointer) => {
    const text = valueAt(body, pointer);
    return typeof text === "string" ? [text] : [];
  });
}

/** A text, and what is shown of it. */
interface ChangedText {
  readonly sent: string;
  readonly shown: string;
  /** In words. */
  readonly how: string;
}

/**
 * A text of which a response shows the beginning alone, or what HTML makes of it; null where it shows none so. Each is known by
 * how it begins.
 */
function changedIn({ response }: Exchange, made: readonly string[]): ChangedText | null {
  const all = stringsIn(response?.json);
  // What is shown whole may also be shown in another form, such as a part of an address.
  const texts = made.filter((text) => !all.includes(text));
  for (const shown of all) {
    // Bytes that are no character any more are shown as one that stands for these.
    const beginning = shown.replace(/\uFFFD+$/, "");
    const sent = texts.find((text) => text !== shown && text.startsWith(beginning));
    if (beginning.length >= ownLength && sent !== undefined)
      return { sent, shown: beginning, how: "no more than the beginning" };
    const escaped = texts.find((text) => isEscaped(shown, text));
    if (escaped !== undefined) return { sent: escaped, shown, how: "entities of HTML in place" };
  }
  return null;
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Sends long texts between those that say that neither their length nor their characters are the reason. */
async function judgeKind(run: Run, one: Described, args: Arguments, texts: Texts): Promise<Fact> {
  const ask = async (body: unknown): Promise<Exchange> => {
    await renewed(args, null);
    return send(run, one, args, { purpose: idOf(family, one), body });
  };
  const refused: Exchange[] = [];
  const changed: (ChangedText & { readonly exchange: Exchange })[] = [];
  for (let time = 0; time < telling; time += 1) {
    const body = made(texts, texts.character, false);
    const long = await ask(body);
    if (succeeded(long)) {
      const lost = changedIn(long, textsIn(body, texts));
      if (lost === null) return held("the longest texts were taken", long.id);
      changed.push({ exchange: long, ...lost });
      if (changed.length === telling) break;
      // What is changed whatever it is made of is told by another check.
      const whole = made(texts, plain, false);
      const control = await ask(whole);
      if (!succeeded(control) || changedIn(control, textsIn(whole, texts)) !== null)
        return missing("plain texts of this length are not shown whole either", [control.id]);
      continue;
    }
    const controls = [await ask(made(texts, plain, false)), await ask(made(texts, texts.character, true))];
    const other = controls.find((control) => !succeeded(control));
    if (other !== undefined) return inapplicable(`texts are refused for something else: ${outcomeOf(other)}`);
    if (!isPlainRefusal(long))
      return missing(`no answer to the longest texts: ${outcomeOf(long)}`, [long.id]);
    refused.push(long);
  }
  const [first] = changed;
  if (first !== undefined)
    return {
      kind: "violated",
      message: `${nameOf(one.row)} shows ${first.how} of a text as long as it may be, though it shows plain ones of this length whole.`,
      expected: [`${[...first.sent].length} characters`],
      received: `${[...first.shown].length}: ${shortened(first.shown, 60)}`,
      exchanges: changed.map(({ exchange }) => exchange.id),
    };
  return {
    kind: "violated",
    message: `${nameOf(one.row)} refuses texts that are as long as they may be, though it takes short ones of these characters, and plain ones of this length.`,
    expected: ["success, as with as many plain letters"],
    received: refused.map(outcomeOf).join(" and "),
    exchanges: refused.map(({ id }) => id),
  };
}
