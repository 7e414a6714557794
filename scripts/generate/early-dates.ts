import { withValueAt } from "../../conformance/base/pointer.ts";
import { valueAt } from "../../src/core/json.ts";
import type { SchemaPlace } from "./schema-places.ts";

/** A day before moments are counted, in the middle of a week. */
const earlyDay = "1965-03-17";

/** A day that something ends with: long ago, it would be over. */
const isEnd = /until|expir|valid|end|due|to$/i;

/**
 * A body whose days are long ago, if it has any: a service that makes moments of them may lose one. Where one may not be so,
 * it stays.
 *
 * @param fits - Tells whether a body is valid.
 */
export function withEarlyDays(
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
    const earlier = withValueAt(from, pointer, earlyDay);
    return fits(earlier) ? [earlier] : made;
  }, []);
}
