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
