import type { WireResponse } from "../http/send.ts";

/** Statuses whose Response must be created without a body (Fetch Standard, null body status). */
const bodiless: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

/** Facts about a call once its response has arrived. */
export interface ResultFacts {
  readonly attempts: number;
  readonly idempotencyKey: string | undefined;
  /** Computed on demand: checking that it is not a secret costs more than the rest of a response. */
  readonly requestId: () => string | undefined;
}

/** The result of a call: the data, and the response that it came from. */
export class CallResult<T> {
  /** Body of the response; undefined if there is none. */
  readonly data: T;
  /** HTTP status, always 2xx. */
  readonly status: number;
  /** Number of requests sent for it. */
  readonly attempts: number;
  /** Key of a write; undefined on a read. */
  readonly idempotencyKey: string | undefined;
  readonly #received: WireResponse;
  readonly #requestId: () => string | undefined;

  constructor(data: T, received: WireResponse, { attempts, idempotencyKey, requestId }: ResultFacts) {
    this.data = data;
    this.status = received.status;
    this.attempts = attempts;
    this.idempotencyKey = idempotencyKey;
    this.#received = received;
    this.#requestId = requestId;
  }

  /** Request id, if the server sent one. */
  get requestId(): string | undefined {
    return this.#requestId();
  }

  /** The same result with other data. */
  with<U>(data: U): CallResult<U> {
    const { attempts, idempotencyKey } = this;
    return new CallResult(data, this.#received, { attempts, idempotencyKey, requestId: this.#requestId });
  }

  /** The response as a web `Response` with an unread body; a new one each time. */
  get response(): Response {
    const { status, headers, text } = this.#received;
    return new Response(bodiless.has(status) ? null : text, { status, headers: [...headers] });
  }
}

/** A promise of a call's data that can also return the whole result. */
export class CallPromise<T> extends Promise<T> {
  readonly #result: Promise<CallResult<T>>;

  constructor(result: Promise<CallResult<T>>) {
    // Never settles and is never exposed: `then` below uses the result, so that an unhandled failure is
    // reported once, and one handled through `withResponse` is not reported at all.
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
   * @throws PartnerCardError, as the call itself does.
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
