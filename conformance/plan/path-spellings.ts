/** The ways to spell the path of a request, and what stands beside it: a server may refuse each of them. */
import { api } from "../../generated/operations.ts";
import type { WireRequest } from "../wire/transport.ts";
import { adding, withEncodedLetter, withParameter, withPath } from "./rewrites.ts";

const signedHeaders = [api.headers.signature, api.headers.timestamp].map((name) => name.toLowerCase());

/** Every spelling of the path, of the query and of the method. */
export const pathSpellings = [
  {
    dimension: "path",
    value: "trailing-slash",
    when: "the path ends with a slash",
    basis: "Observed only: a server may refuse it",
    expectation: "either",
    rewrite: withPath((path) => `${path}/`),
  },
  {
    dimension: "path",
    value: "doubled-slash",
    when: "the path has a doubled slash",
    basis: "Observed only: a server may refuse it",
    expectation: "either",
    rewrite: withPath((path) => path.replace(/\/(?=[^/]*$)/, "//")),
  },
  {
    dimension: "path",
    value: "encoded-letter",
    when: "a character of the path is percent-encoded",
    basis: "RFC 3986, section 2.3; which form is signed is open",
    expectation: "either",
    rewrite: withPath(withEncodedLetter),
  },
  {
    dimension: "path",
    value: "encoded-letter-signed",
    when: "a character of the path is percent-encoded, also in what is signed",
    basis: "RFC 3986, section 2.3; which form is signed is open",
    expectation: "either",
    // One of them may be missing, and be what is wrong.
    applies: ({ headers }: WireRequest) =>
      headers.some(([name]) => signedHeaders.includes(name.toLowerCase())),
    rewrite: withPath(withEncodedLetter),
    signedPath: withEncodedLetter,
  },
  {
    dimension: "query",
    value: "unknown",
    when: "the query has a parameter that nobody knows",
    basis: "Observed only: a server may refuse it",
    expectation: "either",
    rewrite: withParameter("x", "1"),
  },
  {
    dimension: "method-override",
    value: "get",
    when: "X-HTTP-Method-Override is GET",
    basis: "Observed only: a server may refuse it",
    expectation: "either",
    rewrite: adding("X-HTTP-Method-Override", "GET"),
  },
] as const;
