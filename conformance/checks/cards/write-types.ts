/** A limit stays a number, whatever somebody writes to it. */
import { fields } from "../../../generated/fields.ts";
import { type Amount, isAmount } from "../../base/exact-json.ts";
import { jsonText } from "../../base/json-text.ts";
import { type Exchange, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { writableCard } from "./kit/acceptance.ts";
import type { Snapshot } from "./kit/card-list.ts";
import type { CardUnderTest } from "./kit/card-under-test.ts";
import { writeCheck } from "./kit/write-check.ts";
import { limitsOf, writtenLimit, writtenRows } from "./limits.ts";
import { bodyIn, nameOf, type WriteOperation, withLimit, writeOperations } from "./write-form.ts";

/** What is written instead of an amount: values of every other type that a number may be taken from. */
const wrong: readonly ((amount: Amount) => unknown)[] = [
  (amount) => jsonText(amount),
  () => true,
  (amount) => [amount],
  (amount) => ({ amount }),
];

/** True where the description lets a card show null for the limit: that it has none. */
const mayBeNull = !fields.some(
  ({ pointer, requirement, invalid }) =>
    requirement === writtenRows.card &&
    pointer.endsWith(`/${writtenLimit}`) &&
    invalid.some(({ kind }) => kind === "null"),
);

/**
 * The same for an operation. Null asks a merge patch to remove the limit (RFC 7396, section 2): who does so leaves a card
 * without it, and was asked to. A body that replaces all limits asks for nothing by it, unless a card may be without one.
 */
function wrongFor(operation: WriteOperation): typeof wrong {
  return operation === "replaceCardLimits" && !mayBeNull ? [...wrong, () => null] : wrong;
}

/** A write of something else than an amount, and what was read as the limit then. */
interface WrongWrite {
  readonly exchange: Exchange;
  readonly sent: unknown;
  /** undefined where the card could not be read. */
  readonly read: unknown;
  readonly exchanges: readonly string[];
}

/** True for what is read that no limit can be; a limit that is not there is looked at by others. */
const isNoAmount = ({ read }: Pick<WrongWrite, "read">) => read !== undefined && !isAmount(read);

async function send(card: CardUnderTest, value: (amount: Amount) => unknown): Promise<WrongWrite> {
  const amountIn = (seen: Snapshot | null) => limitsOf(seen?.cards.get(card.id))?.[writtenLimit];
  const before = amountIn(card.listed.log.latest ?? (await card.read()));
  const sent = value(card.nextValue());
  const body = withLimit(bodyIn(card.form, limitsOf(card.original) ?? {}, 0), writtenLimit, sent);
  const exchange = await card.write(0, { purpose: "write.types", body, isPassing: true });
  if (!succeeded(exchange)) return { exchange, sent, read: undefined, exchanges: [exchange.id] };
  const seen = await card.readSettled();
  const read = amountIn(seen);
  // The next reader finds an amount, and one that this run asked for.
  if (jsonText(read) !== jsonText(before)) await card.control();
  return { exchange, sent, read, exchanges: [exchange.id, ...(seen?.exchanges ?? [])] };
}

async function judgeOne(card: CardUnderTest, value: (amount: Amount) => unknown): Promise<Fact> {
  const first = await send(card, value);
  const { exchange, sent, read, exchanges } = first;
  if (succeeded(exchange) && read === undefined)
    return missing(`the card could not be read after ${outcomeOf(exchange)}`, exchanges);
  if (!isNoAmount(first)) return held("writes of other types were refused, or changed no type", exchange.id);
  if (!isNoAmount(await send(card, value))) return missing("a limit was once no number", exchanges);
  return {
    kind: "violated",
    message: `A ${nameOf(card.form.operation)} of ${writtenLimit} to ${jsonText(sent)} is accepted, and the limit is no number then.`,
    expected: [`a refusal, or limits.${writtenLimit} as a number`],
    received: `limits.${writtenLimit} ${jsonText(read)}, each of 2 times`,
    pointer: `/limits/${writtenLimit}`,
    exchanges,
    // It was written twice already.
    isLasting: true,
  };
}

async function judgeAll(run: Run, operation: WriteOperation): Promise<readonly Fact[]> {
  const card = await writableCard(run, operation);
  const facts: Fact[] = [];
  for (const value of wrongFor(operation)) facts.push(await judgeOne(card, value));
  return facts;
}

/** One check for each operation that changes limits; after those which compare what this run has written. */
export const writeTypeChecks: readonly Check[] = writeOperations.map((operation) =>
  writeCheck(operation, {
    id: "write.types",
    stage: "last",
    title: "a limit is a number, whatever is written to it",
    requirements: [writtenRows.card],
    run: (run) => run.withCardLock(() => judgeAll(run, operation)),
  }),
);
