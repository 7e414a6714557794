/** Sends the writes of a history, and says of each what it should do. */
import { jsonText } from "../../../base/json-text.ts";
import { keyForms } from "../../../plan/situations.ts";
import type { Alteration } from "../../../wire/alteration.ts";
import { type Exchange, isPlainRefusal, isRefusal, succeeded } from "../../../wire/exchange.ts";
import type { Token } from "../../../wire/tokens.ts";
import type { CardUnderTest } from "../kit/card-under-test.ts";
import { nearKey, newKey } from "../kit/near-key.ts";
import type { AnswerClass, WriteRequest } from "../model/world.ts";
import { nameOf, type WriteOperation } from "../write-form.ts";
import { bodyOf, type SentContent, setBy } from "./content.ts";
import { leaving, older, type Step } from "./step.ts";

/** What the writes of histories are for, in the log. */
export const purpose = "history";

/** The card under test, in the forms in which the server accepts writes to it. */
export type WritableCard = ReadonlyMap<WriteOperation, CardUnderTest>;

/** A write that was sent, and what it should do. */
export interface SentWrite {
  readonly request: WriteRequest;
  readonly operation: WriteOperation;
  readonly defect: string | null;
  readonly exchange: Exchange;
}

/** What a later step needs to know of a write. */
export interface NamedWrite {
  readonly operation: WriteOperation;
  readonly key: string;
  readonly value: number;
  readonly content?: SentContent;
}

/** A step that sends a write. */
export type SendingStep = Exclude<Step, { kind: "token" | "pause" | "look" }>;

/** True for a step that sends a write. */
export function isSending(step: Step): step is SendingStep {
  return step.kind !== "token" && step.kind !== "pause" && step.kind !== "look";
}

/**
 * Sends the write of a step.
 *
 * @param sent - The writes so far, by name; this one is added.
 * @param token - The token to send; null for the current one.
 * @returns null if the earlier write that it needs was not sent.
 * @throws Inconclusive if there is no token.
 */
export async function send(
  card: WritableCard,
  step: SendingStep,
  sent: Map<string, NamedWrite>,
  token: Token | null,
): Promise<SentWrite | null> {
  const write = writeOf(card, step, sent);
  const under = write === null ? undefined : card.get(write.operation);
  if (write === null || under === undefined) return null;
  if ("name" in step) sent.set(step.name, write);
  const defect = "defect" in step ? step.defect : null;
  const [alteration] = defect?.alterations ?? [];
  const how = alteration ?? howSent(step);
  const body = bodyOf(under, write.value, write.content);
  const exchange = await under.write(write.value, {
    purpose,
    idempotencyKey: write.key,
    token,
    ...(write.content === undefined ? {} : { body }),
    ...(how === undefined ? {} : { alteration: how }),
  });
  if (write.content === "large" && defect === null && isPlainRefusal(exchange))
    under.listed.log.largeAs = "precise";
  const request: WriteRequest = {
    key: write.key,
    write: `${nameOf(write.operation)} ${jsonText(body)}`,
    sets: setBy(under, body, write.content),
    defect: alteration?.description ?? null,
  };
  return { request, operation: write.operation, defect: defect?.id ?? null, exchange };
}

/** How a write as specified is sent, unless as usual. */
function howSent(step: SendingStep): Alteration | undefined {
  if (step.kind !== "write") return undefined;
  if (step.isLeft === true) return leaving;
  return step.isOlder === true ? older : undefined;
}

/** The operation, key and value of a step; null if the write that it needs is not there. */
function writeOf(
  card: WritableCard,
  step: SendingStep,
  sent: ReadonlyMap<string, NamedWrite>,
): NamedWrite | null {
  if (step.kind === "repeat") return sent.get(step.of) ?? null;
  const { operation } = step;
  const value = () => card.get(operation)?.nextValue() ?? 0;
  if (step.kind === "reuse") {
    const before = sent.get(step.of);
    return before === undefined ? null : { ...before, operation, value: value() };
  }
  const earlier = step.kind === "write" && step.bodyOf !== undefined ? sent.get(step.bodyOf) : null;
  if (earlier === undefined) return null;
  const { content: asked = earlier?.content } = step;
  const { largeAs = asked } = card.get(operation)?.listed.log ?? {};
  const sentAs = asked === "large" ? largeAs : asked;
  const content = sentAs === "usual" ? undefined : sentAs;
  const form = keyForms.find((one) => card.get(operation)?.row.includes(one));
  return {
    operation,
    // Whether keys of a form are told apart that are almost the same is for another check.
    key: form?.of(newKey()) ?? keyBeside(sent),
    value: earlier?.value ?? value(),
    ...(content === undefined ? {} : { content }),
  };
}

/** A new key: in one place, each time another one, it differs from the first key of the history. */
function keyBeside(sent: ReadonlyMap<string, NamedWrite>): string {
  const [first] = sent.values();
  return first === undefined ? newKey() : nearKey(first.key, sent.size);
}

/** The class of an answer; one to a write that was sent twice does not tell whether the first was carried out. */
export function classOf(exchange: Exchange): AnswerClass {
  if (succeeded(exchange)) return exchange.response?.status === 202 ? "waiting" : "done";
  // A server that gave up waiting for a request may have it nevertheless.
  const isKnown = isRefusal(exchange) && exchange.sentBefore === 0 && exchange.response?.status !== 408;
  return isKnown ? "refused" : "unknown";
}
