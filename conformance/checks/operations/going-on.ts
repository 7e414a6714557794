/** Tells what goes on by itself from what a request has done: a payment that was made is booked some time. Pure. */
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import { inPath } from "./arguments.ts";
import type { Described, Row } from "./operation.ts";
import { type Difference, itemIn } from "./view.ts";

/**
 * Tells whether something has changed that the run has made, and that need not be the doing of a request: what was begun
 * may go on by itself, as a job comes to its end. What a refused creation makes is new, and any other request does what
 * it was seen to do when it was accepted.
 *
 * @param known - What has changed after accepted requests of the operation.
 */
export function isGoingOn(
  exchanges: readonly Exchange[],
  { row, description }: Pick<Described, "row" | "description">,
  known: readonly Difference[],
): (change: Difference) => boolean {
  const made = idsMade(exchanges, { row, description }, []);
  // What went on by itself meanwhile is not what a request has done to the item in its path.
  const accepted = exchanges.filter((one) => one.operation === row.id && succeeded(one));
  const asked = new Set(accepted.flatMap(({ request }) => new URL(request.url).pathname.split("/").slice(1)));
  const ofPath = known.filter((change) => asked.has(encoded(itemIn(change))));
  const done = new Set((ofPath.length > 0 ? ofPath : known).flatMap((change) => kindsOf(row, change)));
  return (change) => {
    const id = itemIn(change);
    const makers = id === "" ? [] : made.filter((one) => one.id === id);
    if (change.was === undefined || makers.length === 0) return false;
    const isAlike = done.size === 0 || kindsOf(row, change).some((kind) => done.has(kind));
    return makers.some(({ isOwn }) => isOwn) || !isAlike;
  };
}

/** The id of something that an accepted creation has made. */
export interface MadeId {
  readonly id: string;
  /** True where the same operation has made it. */
  readonly isOwn: boolean;
}

/** The ids of what accepted creations have made, without some of them. */
export function idsMade(
  exchanges: readonly Exchange[],
  { row, description }: Pick<Described, "row" | "description">,
  without: readonly Exchange[],
): readonly MadeId[] {
  return creationsIn(exchanges, description).flatMap((one) =>
    without.includes(one)
      ? []
      : createdBy(description, one).map((id) => ({ id, isOwn: one.operation === row.id })),
  );
}

function creationsIn(
  exchanges: readonly Exchange[],
  { operations }: Described["description"],
): readonly Exchange[] {
  return exchanges.filter((one) => operations[one.operation ?? ""]?.method === "POST" && succeeded(one));
}

/** An id as it stands in a path; as it is where it can't stand in one. */
export function encoded(id: string): string {
  try {
    return encodeURIComponent(id);
  } catch {
    return id;
  }
}

/** The ids of what an accepted creation has made, by the places where links find them, or else its `id`. */
function createdBy(
  { operations }: Described["description"],
  { operation, response }: Exchange,
): readonly string[] {
  const linked = Object.values(operations).flatMap(({ creations = {} }) =>
    Object.values(creations).flatMap((one) => (one.operation === operation ? [one.pointer] : [])),
  );
  return [...new Set([...linked, "/id"])].flatMap((at) => inPath(valueAt(response?.json, at)) ?? []);
}

/** What kinds of changes there are: where, and, of a request that says nothing itself, to which value as well. */
function kindsOf({ mediaType }: Row, { was, is }: Difference): readonly string[] {
  const [before, after] = [was, is].map((text) => leavesIn(text));
  if (before === undefined || after === undefined) return [was === undefined ? "new" : "gone"];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((pointer) => {
    const value = after.get(pointer);
    if (value === before.get(pointer)) return [];
    // Of a list that gets longer, each place is a new one; a number may be counted on.
    const place = pointer.replace(/\/\d+(?=\/|$)/g, "/*");
    return [mediaType !== null || typeof value === "number" ? place : `${place} ${jsonText(value ?? null)}`];
  });
}

/** The plain values of a JSON text, by their pointers; undefined where there is none. */
function leavesIn(text: string | undefined): ReadonlyMap<string, unknown> | undefined {
  if (text === undefined) return undefined;
  const leaves = new Map<string, unknown>();
  const visit = (value: unknown, pointer: string): void => {
    if (typeof value !== "object" || value === null) leaves.set(pointer, value);
    else for (const [name, part] of Object.entries(value)) visit(part, `${pointer}/${name}`);
  };
  try {
    visit(JSON.parse(text), "");
  } catch {
    // What is not there, or can't be shown, is told in words.
    visit(text, "");
  }
  return leaves;
}
