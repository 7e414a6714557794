/** Header fields of a response; a `Headers` object is one. */
export interface ReceivedHeaders extends Iterable<[name: string, value: string]> {
  /** Value of a header, in whatever case its name is written; several are joined by ", ". Null if there is none. */
  get(name: string): string | null;
  /** Tells whether there is such a header. */
  has(name: string): boolean;
}

/**
 * Header fields as an HTTP parser hands them out: name, value, name, value. Of the dozen headers of a response
 * the client looks at three or four, so that building a `Headers` object would cost more than searching.
 */
export class RawHeaders implements ReceivedHeaders {
  readonly #fields: readonly string[];

  /** @param fields - Names and values in turn, as in `rawHeaders` of `node:http`. */
  constructor(fields: readonly string[]) {
    this.#fields = fields;
  }

  get(name: string): string | null {
    const fields = this.#fields;
    const wanted = name.toLowerCase();
    let found: string | null = null;
    for (let i = 0; i + 1 < fields.length; i += 2) {
      const field = fields[i];
      if (field?.length !== wanted.length || field.toLowerCase() !== wanted) continue;
      found = found === null ? (fields[i + 1] ?? "") : `${found}, ${fields[i + 1]}`;
    }
    return found;
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  *[Symbol.iterator](): Generator<[string, string], undefined> {
    const fields = this.#fields;
    for (let i = 0; i + 1 < fields.length; i += 2)
      yield [(fields[i] ?? "").toLowerCase(), fields[i + 1] ?? ""];
  }
}
