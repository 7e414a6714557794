/** Which of two values comes first, as far as that is the same for everybody who sorts. */

type Compare = (one: string, other: string) => number;

const byCodeUnits: Compare = (one, other) => (one === other ? 0 : one < other ? -1 : 1);
const byCodePoints: Compare = (one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other));
const on =
  (part: (text: string) => string): Compare =>
  (one, other) =>
    byCodeUnits(part(one), part(other));

/** Languages whose alphabets have the letters of Latin in different orders, or two letters as one. */
const languages = ["en", "sv", "da", "cs", "et", "lt", "tr", "hu", "de-u-co-phonebk", "es-u-co-trad"];
const collations = languages.flatMap((language) =>
  [true, false].flatMap((numeric) =>
    [true, false].map(
      (ignorePunctuation) => new Intl.Collator(language, { numeric, ignorePunctuation }).compare,
    ),
  ),
);

/** A text without marks on its letters, in lower case. */
export function plainText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The name of a family, where a text may end with one. */
const lastWord = (text: string) =>
  /\p{L}\S*$/u.exec(plainText(text).split(/\s/).at(-1) ?? "")?.[0] ?? plainText(text);

/** The usual ways to sort texts. A service may sort names by those of families, which come last. */
const usual: readonly Compare[] = [
  byCodeUnits,
  byCodePoints,
  on((text) => text.toLowerCase()),
  on((text) => text.toUpperCase()),
  on(plainText),
  on(lastWord),
  ...collations,
];

/**
 * Tells which of two values comes first: numbers by value, dates and moments by time, other texts where every usual way
 * to sort them agrees.
 *
 * @returns Less than 0 for the first, more for the second; 0 where nothing is certain.
 */
export function certainOrder(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return Math.sign(one - other);
  if (typeof one !== "string" || typeof other !== "string") return 0;
  const [first, second] = [timeOf(one), timeOf(other)];
  if (first !== null && second !== null)
    return first.form === second.form ? Math.sign(first.time - second.time) : 0;
  // Some databases compare its last digits first.
  if (isUuid(one) && isUuid(other)) return 0;
  const [amount, next] = [Number(one), Number(other)];
  const isNumeric = one.trim() !== "" && other.trim() !== "" && !Number.isNaN(amount) && !Number.isNaN(next);
  const signs = usual.map((compare) => Math.sign(compare(one, other)));
  const all = new Set(isNumeric ? [...signs, Math.sign(amount - next)] : signs);
  const [sign = 0] = all;
  return all.size === 1 ? sign : 0;
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** The time of an ISO 8601 date or moment, and which of the two it is; null for any other text. */
function timeOf(text: string): { readonly time: number; readonly form: "date" | "local" | "moment" } | null {
  const [, clock, zone] =
    /^\d{4}-\d\d-\d\d(?:(T)\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/i.exec(text) ?? [];
  const time = Date.parse(text);
  if (Number.isNaN(time) || !/^\d{4}-/.test(text)) return null;
  if (clock === undefined) return /^\d{4}-\d\d-\d\d$/.test(text) ? { time, form: "date" } : null;
  return { time, form: zone === undefined ? "local" : "moment" };
}
