/** The values of a request that a signature can cover, each as it stands on the wire. */
export interface SignedValues {
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Request path, percent-encoded, without query. */
  readonly path: string;
  /** Value of the timestamp header, Unix time in seconds. */
  readonly timestamp: string;
}

/**
 * Reads the template of the string to sign. It is read once, so that each request only joins its parts.
 *
 * @param template - Text with `{method}`, `{path}` and `{timestamp}` in it, from the description's `x-signature`.
 * @returns Fills the template. Values are inserted as they are, even if they look like a placeholder.
 * @throws Error for any other placeholder: every signature would be wrong.
 */
export function canonicalForm(template: string): (values: SignedValues) => string {
  // Text and names of placeholders, in turn.
  const parts = template.split(/\{(.*?)\}/);
  const literal = (index: number) => index % 2 === 0;
  const odd = parts.find((part, index) => !literal(index) && !isSigned(part));
  if (odd !== undefined) {
    throw new Error(`{${odd}} cannot be signed; a signed string has {method}, {path} and {timestamp}`);
  }
  const pieces = parts.map((part, index) => ({
    text: part,
    name: literal(index) || !isSigned(part) ? null : part,
  }));
  return (values) => {
    let filled = "";
    for (const { text, name } of pieces) filled += name === null ? text : values[name];
    return filled;
  };
}

function isSigned(name: string): name is keyof SignedValues {
  return name === "method" || name === "path" || name === "timestamp";
}
