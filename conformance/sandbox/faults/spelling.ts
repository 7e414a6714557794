/** Faults of requests in other spellings than the plain one. */
import { json } from "../response.ts";
import { inEach } from "./each.ts";
import { breaks, catalogue, type Fault } from "./fault.ts";
import { known, signed } from "./operations.ts";
import { type When, withHeader } from "./when.ts";

const written = known.filter((one) => signed.includes(one));
const hasCharset: When = withHeader("content-type", (type) => /charset/i.test(type ?? ""));

/** Faults of spellings. */
export const spellingFaults: readonly Fault[] = catalogue(
  breaks("request.spelling", "spelling"),
  ...inEach(known, "spelling.wants-accept", "refuses a request without Accept", {
    when: withHeader("accept", (accept) => accept === null),
    intercept: () => json(406, { message: "Not acceptable." }),
  }),
  ...inEach(written, "spelling.no-charset", "refuses a Content-Type with a charset", {
    when: hasCharset,
    intercept: () => json(415, { message: "Unsupported media type." }),
  }),
  ...inEach(
    written,
    "spelling.lost-with-charset",
    "carries nothing out that has a charset in its Content-Type",
    {
      when: hasCharset,
      apply: () => undefined,
    },
  ),
);
