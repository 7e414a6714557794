/** Draws the histories of a run: the same for the same seed, whatever a server answers. */
import { createHash } from "node:crypto";
import type { Histories } from "../../../plan/budget.ts";
import { type DefectCheck, tokenDefects } from "../../defects.ts";
import { headerDefects } from "../../header-defects.ts";
import type { WriteOperation } from "../write-form.ts";
import type { History, Step } from "./step.ts";

/** Draws a whole number from 0 to below its argument. */
export type Draw = (below: number) => number;

/** A source of numbers for one part of a plan; parts with other names do not shift each other. */
export function drawFor(seed: number, part: string): Draw {
  let drawn = 0;
  return (below) => {
    drawn += 1;
    return createHash("sha256").update(`${seed} ${part} ${drawn}`).digest().readUInt32BE() % below;
  };
}

const row = (id: string): DefectCheck => {
  const found = [...tokenDefects, ...headerDefects].find((one) => one.id === id);
  if (found === undefined) throw new RangeError(`no row of the catalogue of defects is called ${id}`);
  return found;
};
/** Defects for which a repetition must be refused as a first request must: unsigned, or without a living token. */
const [unsigned, wrongSignature, unknownToken, noToken] = [
  row("signature.missing"),
  row("signature.key"),
  row("token.invalid"),
  row("token.missing"),
];

/** The rows of the catalogue of defects that histories use. */
export const defectsInHistories: readonly DefectCheck[] = [unsigned, wrongSignature, unknownToken, noToken];

type WriteStep = Extract<Step, { kind: "write" }>;

/**
 * What a theme does with its writes, which it numbers: 0 and 1, 2 and 3, … are of different operations. One with the
 * body of another is of its operation.
 */
type Slot =
  | readonly ["write", number, Partial<Pick<WriteStep, "content" | "isAtOnce" | "isLeft" | "operation">>?]
  | readonly ["body again", number, number]
  | readonly ["repeat", number, DefectCheck?]
  | readonly ["repeat at once", number]
  | readonly ["reuse", number, "same" | "other"]
  | readonly ["refused" | "refused at once", number, DefectCheck]
  | readonly ["token"]
  | readonly ["pause"];

/**
 * Sequences that each run contains, in this order and with other steps between them; those of one group stay
 * together. After the two writes that are repeated there is always another one, so that it can be seen
 * whether they are carried out again.
 */
const themes: readonly (readonly (readonly Slot[])[])[] = [
  // A refusal in between, and then more than one repetition; also of a write after which everything is as before it.
  [
    [
      ["write", 0],
      ["body again", 0, 6],
    ],
    [["write", 1]],
    [["write", 2]],
    [["refused", 4, unsigned]],
    [["repeat", 0]],
    [["repeat", 0]],
    [["repeat", 6]],
    [["write", 3]],
    [["refused", 5, unknownToken]],
    [["repeat", 1]],
    [["repeat", 1]],
    [["write", 8, { content: "word", operation: "updateCardLimits" }]],
  ],
  // Several writes in between, and a write that follows a repetition.
  [
    [["write", 0]],
    [["write", 1]],
    [["write", 2]],
    [["write", 3]],
    [["write", 4]],
    [
      ["repeat", 0],
      ["write", 6],
    ],
    [
      ["repeat", 1],
      ["write", 7],
    ],
    // What keys are for: nobody knows whether it was carried out.
    [["write", 8, { isLeft: true }]],
    [["write", 10]],
    [["repeat", 8]],
    // Of which some limits are what they were; no history before it changes those.
    [["write", 12, { content: "equal", operation: "updateCardLimits" }]],
  ],
  // At once, and with a defect.
  [
    [
      ["write", 0],
      ["repeat", 0],
    ],
    [["write", 1]],
    [["repeat", 0, unsigned]],
    [["repeat", 1, unknownToken]],
    [["repeat", 0, unknownToken]],
    [["write", 2]],
    [["repeat", 1, unsigned]],
    [["repeat", 0, noToken]],
    [["repeat", 1, noToken]],
    [["repeat", 0]],
    [["repeat", 1]],
  ],
  // Another token, and a key that is used for another write of the same operation, or of the other one.
  [
    [["write", 0]],
    [["write", 1]],
    [["write", 2]],
    [["token"]],
    [["repeat", 0]],
    [["repeat", 1]],
    [["reuse", 0, "other"]],
    [["reuse", 1, "other"]],
    [["write", 3]],
    [["reuse", 2, "same"]],
    [["reuse", 3, "same"]],
    // Right after a write, with nothing read in between.
    [
      ["write", 4],
      ["refused at once", 4, unknownToken],
    ],
  ],
  // Seconds later, and the same body under a new key. What a write does by then is seen of each operation as the last
  // one and as the one before, and in the end of a repetition as well.
  [
    [["write", 0, { operation: "replaceCardLimits" }]],
    [
      ["write", 1, { operation: "updateCardLimits" }],
      ["pause"],
      ["write", 2, { operation: "updateCardLimits" }],
    ],
    [["repeat", 0]],
    [["repeat", 1]],
    [["body again", 0, 6]],
    [["body again", 1, 7]],
    // Now both have the body of the one before of their operation, with another write in between.
    [["body again", 0, 8]],
    // What was refused may be mended, and sent under its key again.
    [
      ["refused", 4, wrongSignature],
      ["repeat", 4],
    ],
    [
      ["refused", 5, unknownToken],
      ["repeat", 5],
    ],
    [
      ["write", 10, { operation: "updateCardLimits" }],
      ["write", 12, { operation: "replaceCardLimits" }],
      ["repeat", 10],
      ["pause"],
    ],
  ],
  // Several limits, and amounts at the edges; last what is taken, which what is seen in the end is laid to.
  [
    [["write", 0, { content: "several" }]],
    [["write", 1, { content: "several" }]],
    [
      ["write", 8, { content: "wrong" }],
      ["reuse", 8, "same"],
    ],
    [
      ["write", 9, { content: "wrong" }],
      ["reuse", 9, "same"],
    ],
    [["write", 2, { content: "large" }]],
    // After another amount, so that it shows whether 0 is taken; and before one, so that a repetition shows.
    [["write", 6, { content: "zero" }]],
    [["write", 3, { content: "large" }]],
    [["repeat", 6]],
    [["write", 7, { content: "zero" }]],
    [
      ["write", 10],
      ["repeat", 7],
    ],
  ],
  // At the same time, and with another signature in between; before them, while it is known what the usual limit is,
  // a write of the others alone.
  [
    [["write", 10, { content: "others", operation: "replaceCardLimits" }]],
    [
      ["write", 0],
      ["repeat at once", 0],
    ],
    [
      ["write", 1],
      ["repeat at once", 1],
    ],
    [
      ["write", 2, { operation: "updateCardLimits" }],
      ["write", 4, { content: "others", operation: "updateCardLimits", isAtOnce: true }],
    ],
    [
      ["write", 6, { content: "others", operation: "updateCardLimits" }],
      ["write", 8, { operation: "updateCardLimits", isAtOnce: true }],
    ],
    [["repeat", 0, wrongSignature]],
    [["repeat", 1, wrongSignature]],
    [["repeat", 0]],
    [["repeat", 1]],
  ],
];

/** How many steps a history has, at least. */
const length = 12;

/** The histories of a run. */
export const historiesPlanned: Histories = { count: themes.length, length };

/**
 * The histories for one seed.
 *
 * @param operations - Those that the server accepts; at least one.
 */
export function planHistories(seed: number, operations: readonly WriteOperation[]): readonly History[] {
  return themes.map((theme, index) => draw(theme, drawFor(seed, `history ${index}`), operations));
}

function draw(
  theme: readonly (readonly Slot[])[],
  drawn: Draw,
  operations: readonly WriteOperation[],
): History {
  const pick = <T>(values: readonly T[]): T => values[drawn(values.length)] as T;
  const history: Step[] = [];
  const named: { name: string; operation: WriteOperation }[] = [];
  const newName = () => String.fromCharCode("A".charCodeAt(0) + history.length);
  /** The names of the theme's writes, by their number. */
  const own: (typeof named)[number][] = [];
  const shifts = theme.map(() => drawn(operations.length));
  const operationOf = (number: number) =>
    operations[(number + (shifts[Math.floor(number / 2)] ?? 0)) % operations.length] as WriteOperation;
  const write = (operation: WriteOperation, how: Partial<WriteStep> = {}) => {
    const made = { ...how, name: newName(), operation };
    named.push(made);
    history.push({ kind: "write", ...made });
    return made;
  };
  const sent = (number: number) => {
    const made = own[number];
    if (made === undefined) throw new TypeError(`a theme uses write ${number} before it is sent`);
    return made;
  };
  const place = (slot: Slot) => {
    const [kind, number = 0] = slot;
    if (kind === "token" || kind === "pause") history.push({ kind });
    else if (kind === "write") {
      const { operation: wanted, ...how } = slot[2] ?? {};
      const isTaken = wanted !== undefined && operations.includes(wanted);
      own[number] = write(isTaken ? wanted : operationOf(number), how);
    } else if (kind === "repeat at once")
      history.push({ kind: "repeat", of: sent(number).name, defect: null, isAtOnce: true });
    else if (kind === "refused" || kind === "refused at once") {
      const refused = { name: newName(), operation: operationOf(number) };
      own[number] = refused;
      const when = kind === "refused" ? {} : ({ isAtOnce: true } as const);
      history.push({ kind: "refused", ...refused, defect: slot[2], ...when });
    } else if (kind === "repeat") history.push({ kind, of: sent(number).name, defect: slot[2] ?? null });
    else if (kind === "reuse") {
      const { name, operation: used } = sent(number);
      const other = operations.find((operation) => operation !== used);
      const operation = slot[2] === "other" ? (other ?? used) : used;
      history.push({ kind, of: name, name: newName(), operation });
    } else if (kind === "body again") {
      const { name, operation } = sent(number);
      const again = { name: newName(), operation };
      own[slot[2]] = again;
      history.push({ kind: "write", ...again, bodyOf: name });
    }
  };
  const fill = () => {
    const [what, about] = [drawn(11), pick(named)];
    if (what < 3 || about === undefined) write(pick(operations));
    else if (what < 6) history.push({ kind: "repeat", of: about.name, defect: null });
    else if (what < 8)
      history.push({ kind: "repeat", of: about.name, defect: pick([unsigned, unknownToken, noToken]) });
    else if (what < 10) {
      const defect = pick([unsigned, unknownToken]);
      history.push({ kind: "refused", name: newName(), operation: pick(operations), defect });
    } else history.push({ kind: "look" });
  };

  let fillers = Math.max(0, length - theme.flat().length);
  for (const [at, group] of theme.entries()) {
    for (const slot of group) place(slot);
    const left = theme.length - 1 - at;
    while (fillers > 0 && drawn(left + fillers) < fillers) {
      fill();
      fillers -= 1;
    }
  }
  return history;
}
