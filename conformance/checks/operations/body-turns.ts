/** Which of several accepted bodies comes next: what is in conflict today is left out where another one can be sent. */

/** The bodies of one operation, in turn. */
export class BodyTurns {
  #bodies: readonly unknown[];
  readonly #refused = new Set<unknown>();
  #sent = 0;

  /** @param bodies - At least one. */
  constructor(bodies: readonly unknown[]) {
    this.#bodies = bodies;
  }

  /** How many bodies there are. */
  get size(): number {
    return this.#bodies.length;
  }

  /** The next one, whatever became of it before. */
  next(): unknown {
    const body = this.#bodies[this.#sent % this.size];
    this.#sent += 1;
    return body;
  }

  /** The one that comes next of those that were not refused when they were sent last; any where all were. */
  other(): unknown {
    const inTurn = this.#bodies.map((_, index) => this.#bodies[(this.#sent + index) % this.size]);
    return inTurn.find((body) => !this.#refused.has(body)) ?? inTurn[0];
  }

  /** Notes that a body was not refused. */
  taken(body: unknown): void {
    this.#refused.delete(body);
  }

  /** Notes that a body was refused: for good, or for now. One is always left. */
  refused(body: unknown, isForGood: boolean): void {
    this.#refused.add(body);
    if (isForGood && this.size > 1) this.#bodies = this.#bodies.filter((other) => other !== body);
  }
}
