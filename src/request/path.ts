import { wrongArgument } from "../core/checks.ts";

/** Control characters and halves of surrogate pairs, which no path can contain. */
const unprintable = /\p{Cc}|\p{Cs}/u;

/**
 * Fills a path template. Each parameter must stay inside its segment: `..` as an id would send a signed
 * request to another endpoint.
 *
 * @param template - For example `/v1/thing/{id}`.
 * @param values - A value for each name in braces.
 * @returns The percent-encoded path.
 * @throws RequestError `invalid-argument`, naming the parameter.
 */
export function fillPath(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) => segment(name, values[name]));
}

/**
 * The value of the one parameter of a path template, by its name.
 *
 * @param template - For example `/v1/thing/{id}`.
 */
export function pathValue(template: string, value: string): Record<string, string> {
  return Object.fromEntries([...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => [name, value]));
}

function segment(name: string, value: unknown): string {
  const refused = (problem: string) => wrongArgument(`The path parameter "${name}"`, problem);
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string") throw refused("is missing or not a string");
  if (text === "") throw refused("is empty");
  if (unprintable.test(text)) throw refused("has a control character or a broken character");
  // A proxy or router may decode before it splits, so the encoded forms are refused too.
  const plain = text.replace(/%2e/gi, ".").replace(/%2f/gi, "/").replace(/%5c/gi, "\\");
  if (plain === "." || plain === ".." || /[/\\]/.test(plain)) throw refused("would leave its path segment");
  return encodeURIComponent(text);
}
