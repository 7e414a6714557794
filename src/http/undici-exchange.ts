/** HTTP over the package undici. Only this file imports it, and only where it is used. */
import { Readable } from "node:stream";
import { Agent, type Dispatcher } from "undici";
import { onAbort } from "../core/abort.ts";
import { BodyText, cutShort, isRedirect } from "./body-text.ts";
import { RawHeaders } from "./raw-headers.ts";
import { type Receiver, receive } from "./receive.ts";
import { requestHeaders } from "./request-headers.ts";
import type { Exchange } from "./send.ts";

/** The part of a Dispatcher of undici that is used, such as an `Agent` or a `ProxyAgent`. */
export interface UndiciDispatcher {
  /** Sends a request and calls the handler with what comes back. */
  dispatch(options: object, handler: object): boolean;
}

/** @param given - What sends; undefined for kept connections of this exchange. */
export function undiciExchange(given: UndiciDispatcher | undefined): Exchange {
  // An attempt has its own limit, which covers headers and body.
  const dispatcher = given ?? new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  return (request, end, maxBytes) =>
    new Promise((resolve, reject) => {
      end.throwIfAborted();
      const { origin, protocol, pathname, search } = new URL(request.url);
      const { method, body } = request;
      const headers = requestHeaders(request, protocol);
      const handler = new ResponseHandler({
        maxBytes,
        done: (response) => {
          forget();
          resolve(response);
        },
        fail: (error) => {
          forget();
          reject(error);
        },
      });
      const forget = onAbort(end, () => handler.fail(end.reason));
      dispatcher.dispatch({ origin, path: pathname + search, method, headers, body: body ?? null }, handler);
    });
}

/** Headers by name, as undici has them; a header that came twice has several values. */
type ReceivedRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The same as names and values in turn. */
function fieldsOf(received: ReceivedRecord): string[] {
  const fields: string[] = [];
  for (const [name, value = []] of Object.entries(received)) {
    if (typeof value === "string") fields.push(name, value);
    else for (const one of value) fields.push(name, one);
  }
  return fields;
}

/** Collects one response: at once where its body has no coding, through streams otherwise. */
class ResponseHandler implements Dispatcher.DispatchHandler {
  readonly #receiver: Receiver;
  #controller: Dispatcher.DispatchController | undefined;
  #failure: Error | undefined;
  #status = 0;
  #headers = new RawHeaders([]);
  #body: BodyText | Readable | undefined;

  constructor(receiver: Receiver) {
    this.#receiver = receiver;
  }

  /** Ends the wait, and the connection if there is one yet. */
  fail(error: unknown): void {
    this.#receiver.fail(error);
    this.#failure ??= error instanceof Error ? error : new Error("aborted");
    this.#controller?.abort(this.#failure);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#failure !== undefined) controller.abort(this.#failure);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, received: ReceivedRecord): void {
    // 103 Early Hints, for example: the response itself is yet to come.
    if (status < 200) return;
    const headers = new RawHeaders(fieldsOf(received));
    this.#status = status;
    this.#headers = headers;
    if (isRedirect(status)) {
      this.#receiver.done({ status, headers, text: "" });
      controller.abort(new Error("redirected"));
    } else if (headers.has("content-encoding")) {
      const body = new Readable({ read: () => controller.resume() });
      this.#body = body;
      receive(body, { status, headers }, { ...this.#receiver, fail: (error) => this.fail(error) });
    } else this.#body = new BodyText(status, this.#receiver.maxBytes);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const body = this.#body;
    if (body instanceof Readable) {
      if (!body.push(chunk)) controller.pause();
      return;
    }
    try {
      body?.add(chunk);
    } catch (error) {
      this.fail(error);
    }
  }

  onResponseEnd(): void {
    const body = this.#body;
    if (body instanceof Readable) body.push(null);
    else this.#receiver.done({ status: this.#status, headers: this.#headers, text: String(body ?? "") });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.fail(this.#status === 0 ? error : cutShort(this.#status, error));
    if (this.#body instanceof Readable) this.#body.destroy(error);
  }
}
