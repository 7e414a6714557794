/** A card is the same card wherever a run meets it, in every page and in every response to a write. */
import { operations } from "../../../generated/operations.ts";
import { validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import { isObject } from "../../base/shape.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing, prepare } from "../kit/check.ts";
import { isAsSpecified } from "../kit/spelled.ts";
import type { Fact } from "../kit/verdict.ts";
import { idOf, readPage } from "../kit/walk.ts";
import { walks } from "../walks.ts";
import { cardPages } from "./kit/card-list.ts";
import { limitsOf, type RawCard } from "./limits.ts";
import { isWriteOperation } from "./write-form.ts";

/** What no operation changes and nobody edits, unlike a label, a name or an amount; with the form of each. */
const constants = [
  { pointer: "/last4", fits: (value: unknown) => typeof value === "string" && /^[0-9]{4}$/.test(value) },
  { pointer: "/cardHolder/id", fits: (value: unknown) => validators.HolderId(value) },
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

/** The cards in the response to a request as specified. The form of a response to a write is open: it need not be a card. */
export function cardsIn(exchange: Exchange): readonly SeenCard[] {
  const { operation } = exchange;
  if (!isAsSpecified(exchange) || !succeeded(exchange)) return [];
  const withId = (card: RawCard, id: string | null, written: string | null) =>
    id === null ? [] : [{ id, card, written }];
  if (operation === cardPages.id) {
    const { items, ids } = readPage(cardPages, exchange);
    return (items ?? []).flatMap((card, index) => withId(card, ids?.[index] ?? null, null));
  }
  const body = isWriteOperation(operation) ? exchange.response?.json : null;
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
}

/** Compares a card with what is known of it, and remembers what is new. */
function compare({ id, card }: SeenCard, memory: Memory, exchange: string): readonly Fact[] {
  return constants.flatMap(({ pointer, fits }): Fact[] => {
    const value = valueAt(card, pointer);
    // A value of another form has a check of its own.
    if (!fits(value)) return [];
    const before = memory.get(pointer);
    if (before === undefined) memory.set(pointer, { value, exchange, isOther: false });
    if (before === undefined) return [];
    if (before.value === value) {
      // Who changes a card does not change it back: so it was in the eyes of the server all the time.
      const isBack = before.isOther;
      before.isOther = false;
      return [held(isBack ? wentBack : "every card was the same throughout", exchange)];
    }
    before.isOther = true;
    return [
      {
        kind: "violated",
        message: `${pointer} of ${id} is not the same everywhere.`,
        expected: [`${pointer} ${String(before.value)}, as before`],
        received: String(value),
        pointer,
        exchanges: [exchange, before.exchange],
      },
    ];
  });
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
  if (violated.length === 0) return [shown ?? missing("no card was seen twice")];
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
