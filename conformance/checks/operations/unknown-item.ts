/** A request whose path names nothing must be refused, where the description shows a 404 for that. */
import { randomInt, randomUUID } from "node:crypto";
import type { Exchange } from "../../wire/exchange.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import type { DefectRow } from "./defect.ts";
import { type Naming, namingOf } from "./named-item.ts";
import { type Described, idOf, pathParameters, samplesOf } from "./operation.ts";

/** What the last parameter of a path names: an item of a list, or what another operation creates; null for anything else. */
function namedBy(one: Described): Pick<Naming, "parameter" | "fits"> | null {
  const parameter = pathParameters(one.row).at(-1) ?? "";
  const isCreated = one.row.creations?.[parameter] !== undefined;
  const naming = namingOf(one) ?? namingThrough(one, parameter);
  // Of which form the ids of created items are is known by the one that is shown.
  return naming ?? (isCreated ? { parameter, fits: (id) => typeof id === "string" } : null);
}

/** The item whose id a read of it shows, where a link binds the parameter to that. */
function namingThrough({ row, description }: Described, parameter: string): ReturnType<typeof namedBy> {
  const binding = row.bindings[parameter];
  const read = description.operations[binding?.operation ?? ""];
  const naming = read === undefined ? null : namingOf({ row: read, description });
  return naming?.isItem === true && naming.pointer === binding?.pointer ? { ...naming, parameter } : null;
}

/** True for a write that may take what is not there: a PUT may create it, and what is gone may be removed again. */
function mayTakeAny({ row }: Described): boolean {
  return row.creates !== undefined || (row.method === "DELETE" && row.refusesUnknown !== true);
}

/** How the alteration of such a request begins. */
const madeUp = "with a made-up ";

/** True for a request as specified, but for an id that nothing has. */
export function isOfUnknownItem({ alteration }: Pick<Exchange, "alteration">): boolean {
  return alteration?.startsWith(madeUp) === true;
}

/**
 * One row for an operation that names an item of a list, or something created, and can be answered with 404; none for any
 * other operation.
 */
export function unknownItemRows(one: Described): readonly DefectRow[] {
  const { requirement, responses } = one.row;
  const naming = namedBy(one);
  if (naming === null || requirement === null || mayTakeAny(one) || !("404" in responses)) return [];
  const { parameter, fits } = naming;
  const family = "unknown-item";
  const unknownTo = (known: string) =>
    [...unknownIds(known, randomDigit), randomUUID()].find((id) => fits(id) || fits(Number(id)));
  // Of a form that leaves no room, such as a code of four letters, each may be one that something has.
  const sample = samplesOf(one).path[parameter];
  if (sample !== undefined && unknownTo(sample) === undefined) return [];
  return [
    {
      family,
      title: "a request with an id that nothing has is refused",
      requirements: [requirement],
      needsClock: false,
      defects: [
        {
          check: idOf(family, one),
          alteration: { description: madeUp + parameter },
          rule: { expected: "404, or another refusal" },
          change: (call) => {
            const known = call.path?.[parameter] ?? "";
            const unknown = unknownTo(known);
            if (unknown !== undefined) return { ...call, path: { ...call.path, [parameter]: unknown } };
            throw new Inconclusive(`of the form of ${known}, no ${parameter} is surely one that nothing has`);
          },
        },
      ],
    },
  ];
}

/** So many digits by chance are those of no id that exists. */
const enough = 9;
/** How many digits more than a known id are tried, at most, and at least where the others stay: those may be of any length. */
const mostMore = 12;
const leastMore = 7;
const randomDigit = () => String(randomInt(10));

/**
 * Ids that look like one and that nothing has, all but surely: with more digits than those that exist, the most first, or
 * with others where it has many.
 *
 * @param digit - Gives a digit by chance.
 */
export function unknownIds(known: string, digit: () => string): readonly string[] {
  const more = Array.from({ length: mostMore }, digit).join("");
  const other = known.replace(/[0-9]/g, digit);
  const count = known.match(/[0-9]/g)?.length ?? 0;
  const byLength = Array.from({ length: mostMore + 1 }, (_, less) => mostMore - less);
  const longer = byLength.flatMap((length) => (length < leastMore ? [] : [known + more.slice(0, length)]));
  // Where there is no room for as many, others may take the place of those that are there.
  const others = byLength.flatMap((length) =>
    count > 0 && length < leastMore && count + length >= enough ? [other + more.slice(0, length)] : [],
  );
  return count < enough ? [...longer, ...others] : [other, ...longer];
}
