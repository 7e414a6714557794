/** Faults of requests in other spellings than the plain one. */
import { api } from "../../../generated/operations.ts";
import { json } from "../response.ts";
import { inEach } from "./each.ts";
import { breaks, catalogue, type Fault, faultsWhen } from "./fault.ts";
import { known, signed } from "./operations.ts";
import { only, type When, withHeader } from "./when.ts";

const written = known.filter((one) => signed.includes(one));
const hasCharset: When = withHeader("content-type", (type) => /charset/i.test(type ?? ""));

const tokenFault = faultsWhen(only(api.token));
const withForm =
  (test: (form: string) => boolean): When =>
  ({ request }) =>
    test(request.body);

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
  ...inEach(known, "spelling.wants-user-agent", "refuses a request without User-Agent", {
    when: withHeader("user-agent", (agent) => agent === null),
    intercept: () => json(403, { message: "Forbidden." }),
  }),
  ...inEach(written, "spelling.lost-in-chunks", "carries nothing out that comes in chunks", {
    when: withHeader("transfer-encoding", (encoding) => encoding === "chunked"),
    apply: () => undefined,
  }),
  breaks("error.refusal.client-error", "spelling"),
  ...inEach(known, "spelling.fails-on-scheme", "fails where the scheme is not spelt Bearer", {
    when: withHeader("authorization", (value) => value?.startsWith("bearer ") === true),
    intercept: () => json(500, { message: "Cannot read properties of undefined." }),
  }),
  breaks("request.spelling", "spelling.token"),
  tokenFault("spelling.wants-accept.token", "gives no token without Accept", {
    when: withHeader("accept", (accept) => accept === null),
    intercept: () => json(406, { message: "Not acceptable." }),
  }),
  tokenFault("spelling.no-charset.token", "gives no token where Content-Type has a charset", {
    when: hasCharset,
    intercept: () => json(415, { message: "Unsupported media type." }),
  }),
  tokenFault("spelling.plus-only.token", "takes a space in the form as + only", {
    when: withForm((form) => form.includes("%20")),
    intercept: () => json(400, { message: "Unknown scope." }),
  }),
  tokenFault("spelling.raw-names.token", "decodes no names in the form", {
    when: withForm((form) => /(?:^|&)%/.test(form)),
    intercept: () => json(400, { message: "A field is missing." }),
  }),
  tokenFault("spelling.one-order.token", "takes the fields of the form in one order", {
    when: withForm((form) => [...new URLSearchParams(form).keys()][0] === "scope"),
    intercept: () => json(400, { message: "The first field has to be grant_type." }),
  }),
  breaks("error.refusal.client-error", "spelling.token"),
  tokenFault("spelling.fails-on-type.token", "fails where Content-Type is in upper case", {
    when: withHeader("content-type", (type) => type !== null && type !== type.toLowerCase()),
    intercept: () => json(500, { message: "No body." }),
  }),
);
