import { withValueAt } from "../../conformance/base/pointer.ts";
import { valueAt } from "../../src/core/json.ts";
import type { SchemaPlace } from "./schema-places.ts";

/** A date before moments are counted from (1970), in the middle of a week. */
const earlyDate = "1965-03-17";

/** Names of a date that something ends with: so early, that would be over. */
const isEnd = /until|expir|valid|end|due|to$/i;

/**
 * A body in which each date (RFC 3339, `full-date`) is one before 1970: a service that keeps moments instead of dates may
 * shift it. A date that its schema does not let be so early, or that something ends with, stays.
 *
 * @param fits - Tells whether a body is valid.
 * @returns That body; empty where it would be the same.
 */
export function withEarlyDates(
  places: readonly Pick<SchemaPlace, "pointer" | "schema">[],
  body: unknown,
  fits: (body: unknown) => boolean,
): readonly unknown[] {
  return places.reduce<readonly unknown[]>((made, { pointer, schema: { format } }) => {
    const [from = body] = made;
    if (
      format !== "date" ||
      isEnd.test(pointer) ||
      pointer === "" ||
      typeof valueAt(from, pointer) !== "string"
    )
      return made;
    const earlier = withValueAt(from, pointer, earlyDate);
    return fits(earlier) ? [earlier] : made;
  }, []);
}
