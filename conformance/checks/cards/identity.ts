/** A card is the same card wherever a run meets it, in every page and in every response to a write. */
import { type Operation, operations } from "../../../generated/operations.ts";
import { validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import { isObject } from "../../base/shape.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing, prepare } from "../kit/check.ts";
import { isAsSpecified } from "../kit/spelled.ts";
import type { Fact, Violation } from "../kit/verdict.ts";
import { idOf, readPage } from "../kit/walk.ts";
import { walks } from "../walks.ts";
import { cardPages } from "./kit/card-list.ts";
import { limitsOf, type RawCard } from "./limits.ts";
import { isWriteOperation } from "./write-form.ts";

/** What nobody edits, unlike a label, a name or an amount; with the form of each. */
const lasting = [
  { pointer: "/last4", fits: (value: unknown) => typeof value === "string" && /^[0-9]{4}$/.test(value) },
  { pointer: "/cardHolder/id", fits: (value: unknown) => validators.HolderId(value) },
] as const;

/** Those of them that no operation changes, such as one that gives a card another number, by what each changes. */
export function constantsBeside(all: readonly Pick<Operation, "changes">[]) {
  const targets = all.flatMap(({ changes }) => (changes?.operation === cardPages.id ? [changes.target] : []));
  return lasting.filter(({ pointer }) => !targets.some((one) => `${pointer}/`.startsWith(`${one}/`)));
}

const constants = constantsBeside(Object.values<Operation>(operations));

/** What somebody may edit, but not to and fro: a text, of which a careless server shows now this and now that. */
const edited = [
  { pointer: "/cardHolder/fullName", fits: (value: unknown) => typeof value === "string" },
] as const;

/** Cards of which is remembered what they were; beyond that, they are not compared. */
const mostCards = 100_000;

/** Contradictions after which the log is read no further. */
const mostShown = 20;

/** A card that a response holds. */
export interface SeenCard {
  readonly id: string;
  readonly card: RawCard;
  /** The card that a write was about; null in a list. */
  readonly written: string | null;
}

/**
 * The cards in the response to a request as specified: those of a page, or the one that any other response is. The form
 * of a response to a write is open: it need not be a card.
 */
export function cardsIn(exchange: Exchange): readonly SeenCard[] {
  const { operation } = exchange;
  if (!isAsSpecified(exchange) || !succeeded(exchange)) return [];
  const withId = (card: RawCard, id: string | null, written: string | null) =>
    id === null ? [] : [{ id, card, written }];
  if (operation === cardPages.id) {
    const { items, ids } = readPage(cardPages, exchange);
    return (items ?? []).flatMap((card, index) => withId(card, ids?.[index] ?? null, null));
  }
  const body = exchange.response?.json;
  return isObject(body) && limitsOf(body) !== null
    ? withId(body, idOf(cardPages.paginated, body), writtenIn(exchange))
    : [];
}

/** The id in the path of a write; null if it is not to be seen. */
export function writtenIn({ operation, request }: Exchange): string | null {
  if (!isWriteOperation(operation)) return null;
  const [before = "", after = ""] = operations[operation].path.split(/\{\w+\}/);
  const path = new URL(request.url).pathname;
  const from = path.lastIndexOf(before);
  const value = from === -1 || !path.endsWith(after) ? "" : path.slice(from + before.length, -after.length);
  try {
    return value === "" || value.includes("/") ? null : decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** What a card was when it was met first: the values of its constants by their pointers, each with its exchange. */
type Memory = Map<string, Remembered>;

interface Remembered {
  readonly value: unknown;
  readonly exchange: string;
  /** True while the card was met last with another value. */
  isOther: boolean;
  /** The other values that it has had, each with an exchange. */
  readonly others: Map<unknown, string>;
  /** How often it was again what it had been at first. */
  timesBack: number;
}

/** Remembers a value, and what it was before; null for the first one. */
function remember(memory: Memory, pointer: string, value: unknown, exchange: string): Remembered | null {
  const known = memory.get(pointer);
  if (known === undefined) {
    memory.set(pointer, { value, exchange, isOther: false, others: new Map(), timesBack: 0 });
    return null;
  }
  const isOther = value !== known.value;
  if (known.isOther && !isOther) known.timesBack += 1;
  if (isOther) known.others.set(value, exchange);
  known.isOther = isOther;
  return known;
}

/** Compares a card with what is known of it, and remembers what is new. */
function compare({ id, card }: SeenCard, memory: Memory, exchange: string): readonly Fact[] {
  for (const { pointer, fits } of edited) {
    const value = valueAt(card, pointer);
    if (fits(value)) remember(memory, pointer, value, exchange);
  }
  return constants.flatMap(({ pointer, fits }): Fact[] => {
    const value = valueAt(card, pointer);
    // A value of another form has a check of its own.
    if (!fits(value)) return [];
    const timesBack = memory.get(pointer)?.timesBack ?? 0;
    const before = remember(memory, pointer, value, exchange);
    if (before === null) return [];
    if (before.isOther) return [notTheSame(id, pointer, before, value, exchange)];
    // Who changes a card does not change it back: so it was in the eyes of the server all the time.
    const isBack = before.timesBack > timesBack;
    return [held(isBack ? wentBack : "every card was the same throughout", exchange)];
  });
}

function notTheSame(
  id: string,
  pointer: string,
  before: Remembered,
  value: unknown,
  exchange: string,
): Violation {
  return {
    kind: "violated",
    message: `${pointer} of ${id} is not the same everywhere.`,
    expected: [`${pointer} ${String(before.value)}, as before`],
    received: String(value),
    pointer,
    exchanges: [exchange, before.exchange],
  };
}

/** What a card was in turns, one or the other, of what somebody may edit. */
function inTurns(memories: ReadonlyMap<string, Memory>): readonly Fact[] {
  return [...memories].flatMap(([id, memory]) =>
    edited.flatMap(({ pointer }) => {
      const known = memory.get(pointer);
      const [other, ...more] = [...(known?.others ?? [])];
      if (known === undefined || other === undefined || more.length > 0 || known.timesBack < seenAtLeast)
        return [];
      return [{ ...notTheSame(id, pointer, known, ...other), isLasting: true as const }];
    }),
  );
}

/** Seen of a card that is what it was at first once more. */
const wentBack = "a card was again what it had been before";
/** How often something is seen so that it is no chance. */
const seenAtLeast = 2;

function answeredWithOther(exchange: string, written: string, id: string): Fact {
  return {
    kind: "violated",
    message: `A write of ${written} was answered with ${id}.`,
    expected: [`the card ${written}, or no card`],
    received: id,
    pointer: "/id",
    exchanges: [exchange],
  };
}

/** What the exchanges of a run say of its cards being the same ones throughout. */
export function judgeIdentity(log: readonly Exchange[]): readonly Fact[] {
  const memories = new Map<string, Memory>();
  let shown: Fact | null = null;
  let timesBack = 0;
  const violated: Fact[] = [];
  for (const exchange of log) {
    for (const seen of cardsIn(exchange)) {
      const { id, written } = seen;
      if (written !== null && written !== id) {
        violated.push(answeredWithOther(exchange.id, written, id));
        timesBack += 1;
        continue;
      }
      const known = memories.get(id);
      if (known === undefined && memories.size >= mostCards) continue;
      const memory: Memory = known ?? new Map();
      memories.set(id, memory);
      for (const fact of compare(seen, memory, exchange.id)) {
        if (fact.kind === "violated") violated.push(fact);
        else if (fact.kind === "held" && fact.seen === wentBack) timesBack += 1;
        else shown ??= fact;
      }
    }
    if (violated.length >= mostShown) break;
  }
  const turns = violated.length === 0 ? inTurns(memories).slice(0, mostShown) : [];
  if (violated.length === 0) return turns.length > 0 ? turns : [shown ?? missing("no card was seen twice")];
  // What comes and goes need not come again.
  const isLasting = timesBack >= seenAtLeast;
  return violated.map((fact) => (isLasting && fact.kind === "violated" ? { ...fact, isLasting } : fact));
}

/** The check of the whole run. */
export const identityChecks: readonly Check[] = [
  {
    id: "card.identity",
    title: "a card is the same card in every page and in every response to a write",
    requirements: ["card.identity"],
    operations: [cardPages.id],
    access: "read",
    stage: "log",
    run: async (run) => {
      await prepare(run, () => walks(run, cardPages));
      return judgeIdentity(run.probe.session.exchanges);
    },
  },
];
