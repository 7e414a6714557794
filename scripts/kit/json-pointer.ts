/**
 * The names along a JSON pointer (RFC 6901, section 4), with or without a leading `#`.
 *
 * @param pointer - As `#/paths/~1v1~1card/get`, whose names are `paths`, `/v1/card` and `get`.
 */
export function namesOf(pointer: string): string[] {
  const names = pointer.replace(/^#/, "").split("/").slice(1);
  return names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The JSON pointer along some names, without a leading `#`. */
export function pointerTo(names: readonly string[]): string {
  return names.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The value at the end of some names; undefined where there is none. */
export function valueAt(document: unknown, names: readonly string[]): unknown {
  let value: unknown = document;
  for (const name of names) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
