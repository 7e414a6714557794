/**
 * A text is looked for in what items have as the words of the description say: a part of it is found; where they say so,
 * in another case as well, and no character means others than itself.
 */
import type { Search } from "../../../generated/operations.ts";
import { validators } from "../../../generated/validators.js";
import { listingOf } from "../../base/listing.ts";
import { type Check, held, inapplicable, missing, type Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import type { Fact } from "../kit/verdict.ts";
import type { Arguments } from "./arguments.ts";
import { type NamedFilter, shownAt } from "./filter-values.ts";
import { type Described, idOf, nameOf, operationCheck } from "./operation.ts";
import { idsIn, readItems, somePages } from "./pages.ts";
import { withOperation } from "./with-operation.ts";

/** One check for each text of which the description says how a list looks for it; none for any other operation. */
export function textSearchChecks(one: Described): Check[] {
  return Object.entries(listingOf(one.row)?.filters ?? {}).flatMap(([name, filter]) => {
    const { search } = filter;
    if (search === undefined || filter.takesSeveral === true) return [];
    return operationCheck(one, {
      family: `search.${name}`,
      title: `with ${name}, it finds a text as its words say`,
      run: (run) =>
        withOperation(run, one, (args) => judgeSearches(run, one, args, { named: { name, filter }, search })),
    });
  });
}

interface Asking {
  readonly named: NamedFilter;
  readonly search: Search;
}

async function judgeSearches(
  run: Run,
  one: Described,
  args: Arguments,
  { named, search }: Asking,
): Promise<Fact[]> {
  const purpose = idOf(`search.${named.name}`, one);
  const look = (filter: Readonly<Record<string, string>> = {}) =>
    run.withCardLock(() => readItems(run, one, args, purpose, { filter }));
  const before = await look();
  const bounds = one.row.queryBounds[named.name];
  const isAllowed = (text: string) => bounds === undefined || validators[bounds](text);
  const texts = before.flatMap((item) => shownAt(named, item)).filter((text) => typeof text === "string");
  const wanted = wantedTexts(texts, search).filter(({ text }) => isAllowed(text));
  if (wanted.length === 0)
    return [inapplicable(`no item has a ${named.name} of which a part can be asked for`)];
  const facts: Fact[] = [];
  for (const each of wanted) {
    const looks: Look[] = [];
    // Somebody else may have changed what is there.
    for (let time = 0; time < 2; time += 1) {
      const { length } = run.probe.session.exchanges;
      const shown = await ifConclusive(look({ [named.name]: each.text }));
      const pages = run.probe.session.exchanges.slice(length).filter((sent) => sent.purpose === purpose);
      const all = time === 0 || shown === null ? before : await look();
      if (shown !== null)
        looks.push({ all, shown, isWhole: pages.length < somePages, exchange: pages[0]?.id ?? "" });
      if (shown === null || contradiction(one, named, each, looks[0]) === null) break;
    }
    facts.push(judgeSearch(one, named, each, looks));
  }
  return facts;
}

/** A text that is asked for, and what has to be found by it. */
export interface Wanted {
  readonly text: string;
  /** A text that an item has. */
  readonly of: string;
  /** Whether it is found, as the words say. */
  readonly isFound: boolean;
  /** How it differs from a part of that text. */
  readonly how: string;
}

/** Of how many letters a part is at least: one or two stand in too many texts. */
const shortest = 3;

/** The texts that are asked for, made of those that items have: the last of them, where a filter may be forgotten. */
export function wantedTexts(texts: readonly string[], search: Search): readonly Wanted[] {
  const words = [...new Set(texts)]
    .toReversed()
    .flatMap((of) => (of.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => ({ of, part: innerPart(word) })))
    .filter(({ part }) => [...part].length >= shortest);
  const [word] = words;
  if (word === undefined) return [];
  const inParts: Wanted = { text: word.part, of: word.of, isFound: true, how: "a part of it" };
  return [inParts, ...inOtherCase(words, search), ...withWildcards(word, search)];
}

interface Word {
  readonly of: string;
  readonly part: string;
}

/** A part that no search for beginnings finds, of a word that is long enough. */
const innerPart = (word: string): string =>
  [...word].length > shortest ? [...word].slice(1).join("") : word;

function inOtherCase(words: readonly Word[], { ignoresCase }: Search): readonly Wanted[] {
  if (ignoresCase === undefined) return [];
  const isPlain = ({ part }: Word) => /^[ -~]+$/.test(part);
  const all = words.flatMap((word) => {
    const text = otherCase(word.part);
    return text === null ? [] : [{ word, text }];
  });
  const chosen = [
    all.find(({ word }) => isPlain(word)),
    ignoresCase === "ASCII"
      ? undefined
      : all.find(({ word }) => !isPlain(word) && otherCase(onlyOthers(word)) !== null),
  ];
  return chosen.flatMap((one) =>
    one === undefined
      ? []
      : [{ text: one.text, of: one.word.of, isFound: true, how: "a part of it in another case" }],
  );
}

/** The letters of a part that are none of ASCII: one of them has to have another case. */
const onlyOthers = ({ part }: Word): string => part.replace(/[ -~]/g, "");

/**
 * A text with small letters for capitals, or else the other way round; null where letters have no case, change their
 * number, or are written otherwise at the end of a word.
 */
function otherCase(text: string): string | null {
  const each = (change: (letter: string) => string) => [...text].map(change).join("");
  const [small, capital] = [each((letter) => letter.toLowerCase()), each((letter) => letter.toUpperCase())];
  const isPlain =
    small === text.toLowerCase() && small === capital.toLowerCase() && capital === small.toUpperCase();
  const other = text === capital ? small : capital;
  return isPlain && other !== text && other.length === text.length ? other : null;
}

/** Characters that stand for others in patterns of databases and of files. */
const wildcards = ["_", "%", "*"];

function withWildcards({ of, part }: Word, { isLiteral }: Search): readonly Wanted[] {
  if (isLiteral !== true) return [];
  const letters = [...part];
  const [first = "", last = ""] = [letters[0], letters.at(-1)];
  return wildcards.map((wildcard) => {
    const text = wildcard === "_" ? `${first}_${letters.slice(2).join("")}` : `${first}${wildcard}${last}`;
    return { text, of, isFound: false, how: `${wildcard} for a part of it` };
  });
}

/** What a list showed, beside all of it. */
export interface Look {
  readonly all: readonly unknown[];
  readonly shown: readonly unknown[];
  /** False where there may be more that was found than was read. */
  readonly isWhole: boolean;
  readonly exchange: string;
}

/** Judges what was shown with a text: twice it was not what the words say. */
export function judgeSearch(
  one: Described,
  named: NamedFilter,
  wanted: Wanted,
  looks: readonly Look[],
): Fact {
  const [first, second] = looks;
  const contradictions = looks.map((look) => contradiction(one, named, wanted, look));
  const [told] = contradictions;
  const request = `${nameOf(one.row)}?${named.name}=${wanted.text}`;
  if (first === undefined) return missing(`${request} was refused`);
  // Where more is found than is read, the item may be among the rest.
  if (told == null && wanted.isFound && !first.shown.some((item) => shownAt(named, item).includes(wanted.of)))
    return missing(`${request} did not show “${wanted.of}” on the pages that were read`, [first.exchange]);
  if (told == null) return held("a text was found as the words say", first.exchange);
  if (second === undefined || contradictions.some((other) => other !== told))
    return missing(`${request} showed something else the second time`, [first.exchange]);
  return {
    kind: "violated",
    message: `${request} ${wanted.isFound ? "does not find" : "finds"} “${wanted.of}”, of which it has ${wanted.how}.`,
    expected: [wanted.isFound ? `the item with ${wanted.of}` : `no item without “${wanted.text}”`],
    received: told,
    pointer: named.filter.pointer,
    exchanges: looks.map(({ exchange }) => exchange),
    isLasting: true,
  };
}

/** What a look shows that is not so by the words; null for nothing. */
function contradiction(
  one: Described,
  named: NamedFilter,
  wanted: Wanted,
  look: Look | undefined,
): string | null {
  if (look === undefined) return null;
  const has = (item: unknown) => shownAt(named, item).includes(wanted.of);
  const found = idsIn(one, look.shown);
  if (wanted.isFound) {
    // What was there before and is there now is there meanwhile.
    const [lacking] = [...idsIn(one, look.all.filter(has))].filter((id) => !found.has(id));
    return lacking === undefined || !look.isWhole ? null : `no ${lacking}`;
  }
  const wrong = look.shown.find(
    (item) => has(item) && !shownAt(named, item).some((text) => mayHold(text, wanted.text)),
  );
  return wrong === undefined ? null : `an item with ${wanted.of}`;
}

/** True where a text may hold another one in any reading of letters: without case, accents, spaces and signs. */
function mayHold(text: unknown, part: string): boolean {
  const plain = (value: string) =>
    value
      .normalize("NFD")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, "");
  return String(text).includes(part) || plain(String(text)).includes(plain(part));
}
