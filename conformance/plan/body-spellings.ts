/** The ways to spell the body of a request that mean the same, by JSON and by the URL Standard. */
import { api, operations } from "../../generated/operations.ts";
import type { WireRequest } from "../wire/transport.ts";
import {
  percentEncoded,
  reversedMembers,
  scientificNumbers,
  spaced,
  withBody,
  withOtherScopes,
} from "./rewrites.ts";

const isJsonObject = ({ body }: WireRequest) => /^\{"[a-z]/.test(body ?? "");

/** However it is spelled otherwise. */
const isAnyJsonObject = ({ body }: WireRequest) => /^\s*\{/.test(body ?? "");

const hasNumber = (request: WireRequest) => isAnyJsonObject(request) && /[:[,]\s*\d/.test(request.body ?? "");

const isMergePatch = (request: WireRequest) =>
  /^\s*\{\s*"/.test(request.body ?? "") &&
  request.headers.some(
    ([name, value]) => name.toLowerCase() === "content-type" && /merge-patch/i.test(value),
  );

const formType = operations[api.token].mediaType;
const isForm = ({ headers, body }: WireRequest) =>
  /^[\w%.~-]+=/.test(body ?? "") &&
  headers.some(
    ([name, value]) =>
      name.toLowerCase() === "content-type" && value.trim().toLowerCase().startsWith(formType),
  );

/** White space of more than the buffers of 1 and 4 KiB into which bodies are read. */
const longSpace = " ".repeat(5000);

/** Every spelling of a body in JSON and of a form. */
export const bodySpellings = [
  {
    dimension: "json",
    value: "spaced",
    when: "white space stands around the parts of the body",
    basis: "RFC 8259, section 2",
    applies: isJsonObject,
    rewrite: withBody((body) => ` \n\t${spaced(body)}\r\n `),
  },
  {
    dimension: "json",
    value: "escaped",
    when: "a name in the body has an escaped letter",
    basis: "RFC 8259, section 7",
    applies: isJsonObject,
    rewrite: withBody((body) =>
      body.replace(/^\{"([a-z])/, (_, letter: string) => `{"\\u00${letter.charCodeAt(0).toString(16)}`),
    ),
  },
  {
    dimension: "json",
    value: "reversed",
    when: "the members of the body come in another order",
    basis: "RFC 8259, section 4: an object is an unordered collection",
    applies: isJsonObject,
    rewrite: withBody(reversedMembers),
  },
  {
    dimension: "members",
    value: "none-removed",
    when: "the patch removes a member that there is not",
    basis:
      "RFC 7396, section 2: that changes nothing; a server may refuse what has a member that it does not know",
    expectation: "either",
    applies: isMergePatch,
    rewrite: withBody((body) => body.replace("{", '{"noSuchMember":null,')),
  },
  {
    dimension: "numbers",
    value: "scientific",
    when: "the numbers of the body have a fraction and an exponent",
    basis: "RFC 8259, section 6: 150.7e1 is the number 1507, which a server of whole amounts may refuse",
    expectation: "either",
    applies: hasNumber,
    rewrite: withBody(scientificNumbers),
  },
  {
    dimension: "length",
    value: "long",
    when: "white space makes the body longer than 5,000 characters",
    basis: "RFC 8259, section 2; a server may say with 413 that it takes no such bodies",
    applies: isAnyJsonObject,
    rewrite: withBody((body) => longSpace + body),
  },
  {
    dimension: "scope-order",
    value: "reversed",
    when: "the scopes come in another order",
    basis: "RFC 6749, section 3.3: their order does not matter",
    applies: isForm,
    rewrite: withBody(withOtherScopes),
  },
  {
    dimension: "form-spaces",
    value: "percent",
    when: "spaces in the form are %20",
    basis: "URL Standard, section 5.1: + and %20 are the same",
    applies: isForm,
    rewrite: withBody((form) => form.replaceAll("+", "%20")),
  },
  {
    dimension: "form-letters",
    value: "in-names",
    when: "a letter of each name in the form is percent-encoded",
    basis: "URL Standard, section 5.1: names are percent-decoded",
    applies: isForm,
    rewrite: withBody((form) => form.replace(/(?<=^|&)[A-Za-z]/g, percentEncoded)),
  },
  {
    dimension: "form-letters",
    value: "in-values",
    when: "a letter of each value in the form is percent-encoded",
    basis: "URL Standard, section 5.1: values are percent-decoded",
    applies: isForm,
    rewrite: withBody((form) => form.replace(/(?<==)[A-Za-z]/g, percentEncoded)),
  },
  {
    dimension: "form-digits",
    value: "small",
    when: "what the form percent-encodes is in small digits",
    basis: "RFC 3986, section 6.2.2.1: %3a and %3A are the same",
    applies: (request: WireRequest) => isForm(request) && /%[0-9A-F]*[A-F]/.test(request.body ?? ""),
    rewrite: withBody((form) => form.replace(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase())),
  },
  {
    dimension: "form-order",
    value: "reversed",
    when: "the fields of the form come in another order",
    basis: "RFC 6749, section 3.2: parameters are told by their names, and each is sent once",
    applies: isForm,
    rewrite: withBody((form) => form.split("&").reverse().join("&")),
  },
] as const;
