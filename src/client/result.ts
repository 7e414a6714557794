import type { Reply } from "../http/fetch-send.ts";
import type { Answer } from "../pipeline/call.ts";

/** Statuses whose Response must be made without a body (Fetch Standard, null body status). */
const bodiless: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

/** What a call ends with: the data, and the answer that it came with. */
export class CallResult<T> {
  /** Body of the answer; undefined where there is none. */
  readonly data: T;
  /** HTTP status, always 2xx. */
  readonly status: number;
  /** Requests that it took. */
  readonly attempts: number;
  /** Key of a write; undefined on a read. */
  readonly idempotencyKey: string | undefined;
  readonly #reply: Reply;
  readonly #requestId: () => string | undefined;

  constructor(data: T, answer: Answer<unknown>) {
    this.data = data;
    this.status = answer.reply.status;
    this.attempts = answer.attempts;
    this.idempotencyKey = answer.idempotencyKey;
    this.#requestId = answer.requestId;
    this.#reply = answer.reply;
  }

  /** Request id, where the server sends one. */
  get requestId(): string | undefined {
    return this.#requestId();
  }

  /** The same answer with other data. */
  with<U>(data: U): CallResult<U> {
    const { attempts, idempotencyKey } = this;
    return new CallResult(data, {
      ...{ data, attempts, idempotencyKey },
      ...{ requestId: this.#requestId, reply: this.#reply },
    });
  }

  /** The answer as a web `Response`, its body unread; a new one each time. */
  get response(): Response {
    const { status, headers, text } = this.#reply;
    return new Response(bodiless.has(status) ? null : text, { status, headers });
  }
}

/** The promise of a call's data, which can also be asked for the answer as a whole. */
export class CallPromise<T> extends Promise<T> {
  readonly #result: Promise<CallResult<T>>;

  constructor(result: Promise<CallResult<T>>) {
    // Never settles and is never seen: `then` below goes to the result, so that a failure which nobody
    // handles is reported once, and one which `withResponse` handles is not reported at all.
    super(() => undefined);
    this.#result = result;
  }

  /** `then` and `finally` of this promise return ordinary promises. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /**
   * The data together with status, attempts, idempotency key and the web `Response`.
   *
   * @throws PartnerCardError as the call itself.
   */
  withResponse(): Promise<CallResult<T>> {
    return this.#result;
  }

  // biome-ignore lint/suspicious/noThenProperty: a promise has one
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#result.then((result) => result.data).then(onFulfilled, onRejected);
  }
}
