/** Draws the histories of a run: the same for the same seed, whatever a server answers. */
import { createHash } from "node:crypto";
import type { Histories } from "../../../plan/budget.ts";
import type { WriteOperation } from "../write-form.ts";
import type { History, Step } from "./step.ts";
import { noToken, type Slot, themes, unknownToken, unsigned, type WriteStep } from "./themes.ts";

/** Draws a whole number from 0 to below its argument. */
export type Draw = (below: number) => number;

/** A source of numbers for one part of a plan; parts with other names do not shift each other. */
function drawFor(seed: number, part: string): Draw {
  let drawn = 0;
  return (below) => {
    drawn += 1;
    return createHash("sha256").update(`${seed} ${part} ${drawn}`).digest().readUInt32BE() % below;
  };
}

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
  const takenOr = (wanted: WriteOperation | undefined, number: number) =>
    wanted !== undefined && operations.includes(wanted) ? wanted : operationOf(number);
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
    else if (kind === "look at once") history.push({ kind: "look", isAtOnce: true });
    else if (kind === "write") {
      const { operation: wanted, ...how } = slot[2] ?? {};
      own[number] = write(takenOr(wanted, number), how);
    } else if (kind === "repeat at once")
      history.push({ kind: "repeat", of: sent(number).name, defect: null, isAtOnce: true });
    else if (kind === "refused" || kind === "refused at once") {
      const { operation: wanted, ...how } = slot[3] ?? {};
      const refused = { name: newName(), operation: takenOr(wanted, number) };
      own[number] = refused;
      const when = kind === "refused" ? {} : ({ isAtOnce: true } as const);
      history.push({ kind: "refused", ...refused, ...how, defect: slot[2], ...when });
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
