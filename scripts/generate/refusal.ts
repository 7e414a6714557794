import { placeOf } from "../kit/yaml-place.ts";

/**
 * A description that generation does not know how to mean: going on would make something else than it says.
 * The message says what is wrong and what to do; {@link Refusal.pointer} says where.
 */
export class Refusal extends Error {
  /** JSON pointer (RFC 6901) into the description. */
  readonly pointer: string;

  /** @param fragment - Where in the description, such as `#/paths/~1v1~1card/get`. */
  constructor(fragment: string, message: string) {
    super(message);
    this.name = "Refusal";
    this.pointer = decodeURIComponent(fragment.replace(/^#/, ""));
  }
}

/**
 * Mistakes in a YAML file as lines, one each: `name:line:column: what is wrong; what to do`.
 *
 * @param text - The YAML.
 * @param name - What the file is called.
 */
export function linesOf(
  mistakes: readonly { readonly pointer: string; readonly message: string }[],
  text: string,
  name: string,
): string {
  const lines = mistakes.map(({ pointer, message }) => {
    const { line, column } = placeOf(text, pointer);
    return `${name}:${line}:${column}: ${message}`;
  });
  return lines.join("\n");
}
