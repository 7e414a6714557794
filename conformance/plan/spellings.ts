/** The ways to spell a request that mean the same, by HTTP, JSON, forms and URI: a rule holds for every one of them. */
import { api } from "../../generated/operations.ts";
import type { HeaderList } from "../base/events.ts";
import { headerOf } from "../base/headers.ts";
import type { WireRequest } from "../wire/transport.ts";
import { bodySpellings } from "./body-spellings.ts";
import { pathSpellings } from "./path-spellings.ts";
import { adding, addingFor, type Rewrite, withHeader, withHeaders } from "./rewrites.ts";

/** What a spelling is called: never changed once published, since cases are told with it. */
export interface SpellingName {
  /** The aspect: "content-type". */
  readonly dimension: string;
  /** The way: "charset". */
  readonly value: string;
}

/** One way to spell one aspect of a request. */
export interface Spelling extends SpellingName {
  /** In words, after "when": "Content-Type has a charset". */
  readonly when: string;
  /** Why it means the same. */
  readonly basis: string;
  /**
   * `must work` where a server that takes the plain request has to take this one as well; `either` where it
   * may refuse it, and what is to be refused stays so.
   */
  readonly expectation: "must work" | "either";
  /** True for requests that can be spelled so. */
  readonly applies: (request: WireRequest) => boolean;
  readonly rewrite: Rewrite;
  /** The one that tells more where it does as well: the third page is also a later one. */
  readonly moreGeneral?: Spelling;
  /** What of the path is signed, where that is not the plain one. */
  readonly signedPath?: (path: string) => string;
}

const hasBody = ({ body }: WireRequest) => body !== null;
/** What proxies add for those behind them, as it is where the request was made on the machine of the server itself. */
const fromInside: HeaderList = [
  ["X-Forwarded-For", "127.0.0.1"],
  ["X-Real-IP", "127.0.0.1"],
  ["Forwarded", "for=127.0.0.1"],
];

/** The timestamp of a request as an HTTP date; null where it has none. */
function timestampDate({ headers }: WireRequest): string | null {
  const timestamp = headerOf(headers, api.headers.timestamp) ?? "";
  return /^\d{1,10}$/.test(timestamp) ? new Date(Number(timestamp) * 1000).toUTCString() : null;
}

/** A spelling that has to work and applies to every request, unless it says otherwise. */
type Row = Omit<Spelling, "expectation" | "applies"> & Partial<Spelling>;

const rows: readonly Row[] = [
  {
    dimension: "content-type",
    value: "charset",
    when: "Content-Type has a charset",
    basis:
      "RFC 9110, section 8.3.2; it has no meaning for JSON (RFC 8259, section 11) and is what a form is in (RFC 6749, appendix B)",
    applies: hasBody,
    rewrite: withHeader("content-type", (value) => `${value}; charset=utf-8`),
  },
  {
    dimension: "content-type",
    value: "upper-case",
    when: "Content-Type is in upper case",
    basis: "RFC 9110, section 8.3.1: media types are case-insensitive, which many servers do not know",
    expectation: "either",
    applies: hasBody,
    rewrite: withHeader("content-type", (value) => value.toUpperCase()),
  },
  {
    dimension: "accept",
    value: "absent",
    when: "Accept is absent",
    basis: "RFC 9110, section 12.5.1: any media type is then acceptable",
    rewrite: withHeader("accept", () => null),
  },
  {
    dimension: "accept",
    value: "any",
    when: "Accept is */*",
    basis: "RFC 9110, section 12.5.1",
    rewrite: withHeader("accept", () => "*/*"),
  },
  {
    dimension: "accept",
    value: "list",
    when: "Accept is a list that holds application/*",
    basis: "RFC 9110, section 12.5.1",
    rewrite: withHeader("accept", () => "text/html;q=0.5, application/*"),
  },
  {
    dimension: "language",
    value: "other",
    when: "Accept-Language is es",
    basis: "RFC 9110, section 12.5.4: words for people may then be in another language, and nothing else",
    rewrite: adding("Accept-Language", "es"),
  },
  {
    dimension: "accept-encoding",
    value: "gzip",
    when: "Accept-Encoding is gzip",
    basis: "RFC 9110, section 12.5.3: the response may then be coded, and is the same",
    rewrite: adding("Accept-Encoding", "gzip"),
  },
  {
    dimension: "user-agent",
    value: "absent",
    when: "User-Agent is absent",
    basis:
      "RFC 9110, section 10.1.5: a client need not send it; and no header is asked for but those that are named",
    rewrite: withHeader("user-agent", () => null),
  },
  {
    dimension: "sender",
    value: "inside",
    when: "headers say that it comes from the server's own machine",
    basis:
      "RFC 7239, section 8.1: anybody can write them; a server may refuse those of whom it does not know",
    expectation: "either",
    rewrite: (request) => fromInside.reduce((made, [name, value]) => adding(name, value)(made), request),
  },
  {
    dimension: "date",
    value: "of-timestamp",
    when: "Date is the time of its timestamp",
    basis: "RFC 9110, section 6.6.1: a client may say when it made the request",
    applies: (request) => timestampDate(request) !== null,
    rewrite: addingFor("Date", timestampDate),
  },
  {
    dimension: "transfer",
    value: "chunked",
    when: "the body comes in chunks",
    basis: "RFC 9112, section 7.1; a server may ask for a length (RFC 9110, section 15.5.12)",
    expectation: "either",
    applies: hasBody,
    rewrite: adding("Transfer-Encoding", "chunked"),
  },
  {
    dimension: "transfer",
    value: "in-parts",
    when: "the body comes in two parts",
    basis: "RFC 9112, section 6.3: a body ends with its last octet, however it is cut on its way",
    applies: hasBody,
    rewrite: (request) => ({ ...request, inParts: true }),
  },
  {
    dimension: "scheme",
    value: "lower-case",
    when: "the scheme of Authorization is in lower case",
    basis: "RFC 9110, section 11.1: it is case-insensitive, which many servers do not know",
    expectation: "either",
    applies: ({ headers }) => headers.some(([name]) => name.toLowerCase() === "authorization"),
    rewrite: withHeader("authorization", (value) => value.replace(/\w+(?= )/, (name) => name.toLowerCase())),
  },
  {
    dimension: "header-names",
    value: "lower-case",
    when: "the names of headers are in lower case",
    basis: "RFC 9110, section 5.1: they are case-insensitive",
    rewrite: withHeaders((name, value) => [name.toLowerCase(), value]),
  },
  {
    dimension: "header-names",
    value: "upper-case",
    when: "the names of headers are in upper case",
    basis: "RFC 9110, section 5.1: they are case-insensitive",
    rewrite: withHeaders((name, value) => [name.toUpperCase(), value]),
  },
  {
    dimension: "header-order",
    value: "reversed",
    when: "headers come in another order",
    basis: "RFC 9110, section 5.3: the order of different headers has no meaning",
    rewrite: (request) => ({ ...request, headers: [...request.headers].reverse() }),
  },
  {
    dimension: "header-values",
    value: "padded",
    when: "spaces stand around the values of headers",
    basis: "RFC 9110, section 5.5: they are no part of the value",
    rewrite: withHeaders((name, value) => [name, ` ${value} `]),
  },
  {
    dimension: "connection",
    value: "close",
    when: "the connection is not kept",
    basis: "RFC 9112, section 9.6",
    rewrite: adding("Connection", "close"),
  },
  ...bodySpellings,
  ...pathSpellings,
];

/** Every spelling, by dimension. */
export const spellings: readonly Spelling[] = rows.map((row) => ({
  expectation: "must work",
  applies: () => true,
  ...row,
}));

/** True for a spelling of which nobody can think that it asks for something else: what is done stays the same. */
export function asksTheSame({ dimension, value }: SpellingName): boolean {
  // A letter means the same whether it is encoded or not: RFC 3986, section 6.2.2.2.
  return dimension !== "method-override" && (dimension !== "path" || value.startsWith("encoded-letter"));
}
