/**
 * What a request comes with or after: a situation changes nothing of how it is spelled. They are rows of the same
 * table and are drawn together with spellings; who sends the request brings them about.
 */
import { api } from "../../generated/operations.ts";
import {
  doubled,
  extended,
  type Operator,
  otherCase,
  otherLastDigit,
  otherParts,
  truncated,
} from "./operators.ts";
import type { Spelling } from "./spellings.ts";

const situation = (
  row: Pick<Spelling, "dimension" | "value" | "when" | "basis" | "moreGeneral">,
): Spelling => ({
  ...row,
  expectation: "must work",
  applies: () => true,
  rewrite: (request) => request,
});

const everyToken = "Every token works in the same way until it ends";

/** With another token than the one that the run uses otherwise. */
export const laterToken = situation({
  dimension: "token",
  value: "later",
  when: "the token is not the first one",
  basis: everyToken,
});

/** With a token for no more scopes than the operation needs. */
export const narrowToken = situation({
  dimension: "token",
  value: "narrow",
  when: "the token has no other scope than the operation needs",
  basis: everyToken,
});

/** Right after a request that had to be refused. */
export const afterRefused = situation({
  dimension: "after",
  value: "refused",
  when: "a refused request of the same operation comes before it",
  basis: "A refused request changes nothing",
});

/** Right after a write as specified. */
export const afterWrite = situation({
  dimension: "after",
  value: "write",
  when: "an accepted write comes right before it",
  basis: "What is demanded of a write is demanded of every one",
});

/** As the repetition of a write as specified. */
export const repetition = situation({
  dimension: "after",
  value: "same-write",
  when: "it has the key and the body of an accepted write",
  basis: `A repetition is a request like any other; ${api.headers.idempotencyKey} only keeps it from being carried out twice`,
  moreGeneral: afterWrite,
});

/** The seconds of {@link afterPause}. */
export const pauseSeconds = 2;

/** Some seconds after the last write, of whichever kind. */
export const afterPause = situation({
  dimension: "after",
  value: "pause",
  when: `${pauseSeconds} seconds have passed since the last write`,
  basis: "What is demanded of a write is demanded at any time",
});

/** While other requests are on their way: so it comes right after none of those above. */
export const inCompany = situation({
  dimension: "after",
  value: "reads",
  when: "reads are on their way, sent before it and after it",
  basis: "Each request is answered by itself",
});

/** A key that is no UUID, whose letters mean something in each case, and which is more than letters and digits. */
const asText = (key: string): string => `MyPaymentNo-${key}`;

/** What is left of two keys without signs is the same. */
const otherSigns: Operator = {
  words: "has other signs between its letters and digits",
  change: (key) => key.replaceAll("-", "_"),
};

/** Some leave the hyphens out, and keep the same for both. */
const movedSign: Operator = {
  words: "has a hyphen at another place",
  change: (key) => (/\w-/.test(key) ? key.replace(/(\w)-/, "-$1") : null),
};

/** Some leave all other signs out as well. */
const movedColon: Operator = {
  words: "has a colon at another place",
  change: (key) => (/:\d/.test(key) ? key.replace(/:(\d)/, "$1:") : null),
};

const keyForm = (value: string, words: string, of: KeyForm["of"]): KeyForm => ({
  ...situation({
    dimension: "key-form",
    value,
    when: `its key ${words}`,
    basis: "A key is a string; which ones there are is open",
  }),
  expectation: "either",
  of,
});

/** Keys of a form that not every server takes; where it does, they are keys like all others. */
export interface KeyForm extends Spelling {
  /** Makes a key of this form of a new UUID; of near ones, near ones. */
  readonly of: (key: string) => string;
}

/** Longer than columns of 64, 128 and 255 characters, in UUIDs: a server may refuse keys that are longer than its own. */
const longKeys = (
  [
    ["long", 3],
    ["longer", 5],
    ["very-long", 7],
  ] as const
).map(([value, count]) => {
  const words = `is ${value.replace("-", " ")}`;
  return { words, form: keyForm(value, words, (key) => Array.from({ length: count }, () => key).join("-")) };
});
/** Beyond what a double holds. */
const numberKey = keyForm("number", "is a number", (key) =>
  BigInt(`0x1${key.replaceAll("-", "")}`).toString(),
);
/** With signs at which keys are cut. */
const partedKey = keyForm("parts", "has other signs in it", (key) => `${key}:1/1.1`);

/** The forms of keys besides UUIDs. */
export const keyForms: readonly KeyForm[] = [...longKeys.map(({ form }) => form), numberKey, partedKey];

const nearKey = (
  { words, change }: Operator,
  value: string,
  { of = (key) => key, expectation = "either" }: Partial<Pick<NearKey, "of" | "expectation">> = {},
): NearKey => ({
  ...situation({
    dimension: "key",
    value,
    when: `its key is that of an earlier write that ${words}`,
    basis: "Another key is another write; which keys there are is open",
  }),
  expectation,
  change,
  of,
});

/** A key that is almost an earlier one, and made of it. */
export interface NearKey extends Spelling, Pick<Operator, "change"> {
  /** Makes the earlier key of a new UUID. */
  readonly of: (key: string) => string;
}

/** With the key of an earlier write that was changed. */
export const nearKeys: readonly NearKey[] = [
  nearKey(truncated, "truncated"),
  nearKey(extended, "extended"),
  nearKey(doubled, "doubled"),
  nearKey(otherSigns, "other-signs", { of: asText }),
  nearKey(movedSign, "moved-sign", { of: asText }),
  // Each of these is of the same form as the earlier one: where that is taken, so is this.
  nearKey(otherLastDigit, "other-last-digit", { expectation: "must work" }),
  nearKey(otherCase, "other-case", { of: asText, expectation: "must work" }),
  ...longKeys.map(({ words, form: { value, of } }) =>
    nearKey({ ...otherLastDigit, words: `${words} and has another last digit` }, value, {
      of,
      expectation: "must work",
    }),
  ),
  nearKey({ ...otherLastDigit, words: "is a number and has another last digit" }, "number", {
    of: numberKey.of,
    expectation: "must work",
  }),
  nearKey(otherParts, "other-parts", { of: partedKey.of, expectation: "must work" }),
  nearKey(movedColon, "moved-colon", { of: partedKey.of, expectation: "must work" }),
];

const content = (value: string, when: string): Spelling => ({
  ...situation({
    dimension: "content",
    value,
    when,
    basis: "What is to be refused stays so, whatever it asks for",
  }),
  expectation: "either",
});

/** With a body that changes nothing, as it names no limit. */
export const emptyContent = content("empty", "its body is an empty object");

/** With a body that changes nothing, as the limit has its value already. */
export const sameContent: Spelling = {
  ...content("same", "the limit has the value in its body already"),
  basis: "A limit may be set to the value that it has",
  expectation: "must work",
};

/** With the smallest amount, which is nothing to many a language. */
export const zeroContent = content("zero", "its amount is 0");

/** With the other limits as they are, which is not the body that is shown. */
export const severalContent = content("several", "its body holds other limits as well");

/** What the body of a write asks for instead of a new value. */
export const writeContents: readonly Spelling[] = [emptyContent, sameContent, zeroContent, severalContent];

/** The situations in which a write is sent. */
export const writeSituations: readonly Spelling[] = [
  laterToken,
  narrowToken,
  afterRefused,
  afterWrite,
  repetition,
  afterPause,
  inCompany,
  ...nearKeys,
  ...writeContents,
];

/** From the second page of a list on: a cursor is read anew for each request, since it may work only once. */
export const laterPage = situation({
  dimension: "page",
  value: "later",
  when: "it asks for a later page",
  basis: "The description of the list",
});

/** The third page. */
export const thirdPage = situation({
  dimension: "page",
  value: "third",
  when: "it asks for the third page",
  basis: "The description of the list",
  moreGeneral: laterPage,
});

/** With a cursor that was used before: a server that takes it gives the same page. */
export const usedCursor: Spelling = {
  ...situation({
    dimension: "cursor",
    value: "again",
    when: "its cursor was used before",
    basis: "The specification does not say how often a cursor can be used",
    moreGeneral: laterPage,
  }),
  expectation: "either",
};

/** The situations in which a read is sent that is not of a later page. */
export const readSituations: readonly Spelling[] = [laterToken, narrowToken, afterRefused];

/** The pages that a read of a list may ask for besides the first one. */
export const pages: readonly Spelling[] = [laterPage, thirdPage];
