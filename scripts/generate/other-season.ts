import { withValueAt } from "../../conformance/base/pointer.ts";
import { valueAt } from "../../src/core/json.ts";
import type { SchemaPlace } from "./schema-places.ts";

const dayMs = 86_400_000;

/** About half a year, to the same day of the week: where clocks are changed, they are then. Two of them tell a rule from a holiday. */
const weeksLater = [26, 24] as const;

/**
 * Bodies in which all dates and moments are later by about half a year: a service that keeps moments instead of dates may
 * shift those of one season. All move together, so that what comes before another one still does.
 *
 * @param bodies - Of these, the one with the most dates is taken.
 * @param fits - Tells whether a body is valid.
 * @returns Those that are valid; none where there is no date.
 */
export function inOtherSeason(
  places: readonly Pick<SchemaPlace, "pointer" | "schema">[],
  bodies: readonly unknown[],
  fits: (body: unknown) => boolean,
): readonly unknown[] {
  const placesIn = (body: unknown, wanted: string) =>
    places.filter(
      ({ pointer, schema: { format } }) =>
        format === wanted && pointer !== "" && typeof valueAt(body, pointer) === "string",
    );
  const days = (body: unknown) => placesIn(body, "date");
  const [body] = bodies.toSorted((one, other) => days(other).length - days(one).length);
  if (days(body).length === 0) return [];
  return weeksLater
    .map((weeks) =>
      [...days(body), ...placesIn(body, "date-time")].reduce<unknown>((moved, { pointer, schema }) => {
        const ms = Date.parse(String(valueAt(moved, pointer)));
        if (Number.isNaN(ms)) return moved;
        const text = new Date(ms + weeks * 7 * dayMs).toISOString();
        return withValueAt(moved, pointer, schema.format === "date" ? text.slice(0, 10) : text);
      }, body),
    )
    .filter(fits);
}
