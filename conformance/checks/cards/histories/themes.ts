/** What the histories of a run are drawn around: sequences that each run contains. */
import { type DefectCheck, tokenDefects } from "../../defects.ts";
import { headerDefects } from "../../header-defects.ts";
import type { Step } from "./step.ts";

const row = (id: string): DefectCheck => {
  const found = [...tokenDefects, ...headerDefects].find((one) => one.id === id);
  if (found === undefined) throw new RangeError(`no row of the catalogue of defects is called ${id}`);
  return found;
};
/** Defects for which a repetition must be refused as a first request must: unsigned, or without a living token. */
export const [unsigned, wrongSignature, unknownToken, noToken] = [
  row("signature.missing"),
  row("signature.key"),
  row("token.invalid"),
  row("token.missing"),
];

/** The rows of the catalogue of defects that histories use. */
export const defectsInHistories: readonly DefectCheck[] = [unsigned, wrongSignature, unknownToken, noToken];

/** A step that writes. */
export type WriteStep = Extract<Step, { kind: "write" }>;

/**
 * What a theme does with its writes, which it numbers: 0 and 1, 2 and 3, … are of different operations. One with the
 * body of another is of its operation.
 */
export type Slot =
  | readonly [
      "write",
      number,
      Partial<Pick<WriteStep, "content" | "isAtOnce" | "isLeft" | "isOlder" | "operation">>?,
    ]
  | readonly ["body again", number, number]
  | readonly ["repeat", number, DefectCheck?]
  | readonly ["repeat at once", number]
  | readonly ["reuse", number, "same" | "other"]
  | readonly ["refused" | "refused at once", number, DefectCheck, Pick<WriteStep, "content" | "operation">?]
  | readonly ["look at once"]
  | readonly ["token"]
  | readonly ["pause"];

/**
 * Sequences that each run contains, in this order and with other steps between them; those of one group stay
 * together. After the two writes that are repeated there is always another one, so that it can be seen
 * whether they are carried out again.
 */
export const themes: readonly (readonly (readonly Slot[])[])[] = [
  // A refusal in between, and then more than one repetition; also of a write after which everything is as before it.
  [
    [
      ["write", 0],
      ["body again", 0, 6],
    ],
    [
      ["write", 1],
      ["body again", 1, 7],
    ],
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
    // As if it had been under way for longer than the ones before it.
    [["write", 10, { isOlder: true }]],
    [["repeat", 8]],
    [["write", 9, { isLeft: true }]],
    [["write", 11, { isOlder: true }]],
    [["repeat", 9]],
    // Of which some limits are what they were; no history before it changes those.
    [["write", 12, { content: "equal", operation: "updateCardLimits" }]],
    [["write", 14, { content: "empty", operation: "updateCardLimits" }]],
    // The same in either order, also where the history is sent with its members in the other one.
    [["write", 16, { content: "emptyLast", operation: "updateCardLimits" }]],
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
    // No limit may be fitted to another one unasked.
    [["write", 4, { content: "crossed", operation: "replaceCardLimits" }]],
    [["write", 6, { content: "across", operation: "updateCardLimits" }]],
    [["write", 2]],
    [["repeat", 1, unsigned]],
    [["repeat", 0, noToken]],
    [["repeat", 1, noToken]],
    [["repeat", 0]],
    [["repeat", 1]],
  ],
  // Another token, and a key that is used for another write of the same operation, or of the other one. Where that is
  // refused, the first one can be repeated as before.
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
    [["repeat", 2]],
    [["repeat", 3]],
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
      ["write", 20],
      ["write", 8, { content: "wrong" }],
      ["reuse", 8, "same"],
      ["write", 22],
      // What was not carried out has taken back nothing of the write before it, and not its key.
      ["repeat", 20],
    ],
    [
      ["write", 21],
      ["write", 9, { content: "wrong" }],
      ["reuse", 9, "same"],
      ["write", 23],
      ["repeat", 21],
    ],
    [["write", 2, { content: "large" }]],
    // After another amount, so that it shows whether 0 is taken; and before one, so that a repetition shows.
    [["write", 6, { content: "zero" }]],
    [["write", 3, { content: "large" }]],
    [["repeat", 6]],
    [
      ["write", 7, { content: "zero" }],
      // While a limit is 0, as many a service takes for none.
      ["write", 16, { content: "others", operation: "updateCardLimits" }],
      ["body again", 16, 18],
    ],
    [["write", 12, { content: "first" }]],
    [
      ["write", 10],
      ["repeat", 7],
    ],
    [["write", 13, { content: "first" }]],
  ],
  // At the same time, and with another signature in between; before them, while it is known what the usual limit is,
  // a write of the others alone.
  [
    [
      ["write", 10, { content: "others", operation: "replaceCardLimits" }],
      ["write", 18, { content: "kept", operation: "updateCardLimits" }],
    ],
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
    // A replacement is there as a whole, or not at all.
    [
      ["write", 24, { content: "several", operation: "replaceCardLimits" }],
      ["write", 26, { operation: "replaceCardLimits", isAtOnce: true }],
    ],
    // What is refused must not come with what is carried out next and does not name it.
    [
      ["write", 14, { content: "word", operation: "updateCardLimits" }],
      ["write", 16, { content: "others", operation: "updateCardLimits" }],
    ],
    [
      ["refused", 20, wrongSignature, { content: "others", operation: "updateCardLimits" }],
      ["write", 22, { operation: "updateCardLimits" }],
    ],
    [["repeat", 0, wrongSignature]],
    [["repeat", 1, wrongSignature]],
    [["repeat", 0]],
    [["repeat", 1]],
    [["write", 12], ["look at once"]],
    [["write", 13], ["look at once"]],
  ],
];
