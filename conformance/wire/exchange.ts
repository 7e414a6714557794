/** A request and its outcome as checks see them: unredacted, kept in memory only. */
import { createHash } from "node:crypto";
import type { OperationId } from "../../generated/operations.ts";
import type { BodyEvidence, ExchangeEvent, HeaderList, TransportFailure } from "../events.ts";
import type { Redactor } from "../redact.ts";
import type { WireRequest } from "./transport.ts";

/** A response with its body decoded as far as it can be. */
export interface Received {
  readonly status: number;
  readonly headers: HeaderList;
  readonly bytes: number;
  readonly sha256: string;
  /** The body as UTF-8; wrong bytes become U+FFFD. */
  readonly text: string;
  /** The body as JSON; undefined where it is not JSON. Large bodies are parsed each time. */
  readonly json: unknown;
  /** What the body is as JSON, told without keeping it. */
  readonly form: "object" | "other JSON" | "not JSON";
}

/** One exchange of a run. */
export interface Exchange {
  readonly id: string;
  readonly purpose: string;
  readonly operation: OperationId | null;
  readonly alteration: string | null;
  /**
   * How often the request had been sent before: because no answer came, the server asked to wait, or a
   * connection that was used again turned out to be closed.
   */
  readonly sentBefore: number;
  /** Milliseconds since the epoch, by our clock. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** Milliseconds since the epoch, by our clock. */
  readonly endedAt: number;
  readonly request: WireRequest;
  readonly response: Received | null;
  readonly failure: TransportFailure | null;
}

/** The first value of a response header, or null. */
export function header(exchange: Exchange, name: string): string | null {
  return exchange.response?.headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
}

/** True for a 2xx. */
export function succeeded(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  return status >= 200 && status < 300;
}

/** Statuses that say "not now" rather than "no". */
export const notNow: readonly number[] = [408, 409, 423, 425, 429];

/** True for a 4xx that is a refusal of the request; 429 only asks to wait. */
export function isRefusal({ response }: Exchange): boolean {
  return response !== null && response.status >= 400 && response.status < 500 && response.status !== 429;
}

/** True for a refusal that can be held against the server: sent once, and not for a passing reason. */
export function isPlainRefusal(exchange: Exchange): boolean {
  return isRefusal(exchange) && exchange.sentBefore === 0 && !notNow.includes(exchange.response?.status ?? 0);
}

/** How a response reads in a message: "401", or why there is none. */
export function outcomeOf(exchange: Exchange): string {
  return exchange.response === null
    ? (exchange.failure?.message ?? "no answer")
    : String(exchange.response.status);
}

/** Reads a body into text and JSON. */
export function receive(status: number, headers: HeaderList, body: Buffer): Received {
  const text = body.toString("utf8");
  let parsed: { readonly value: unknown } | null = null;
  let form: Received["form"] | null = null;
  return {
    status,
    headers,
    bytes: body.length,
    sha256: createHash("sha256").update(body).digest("hex"),
    text,
    get json() {
      if (parsed !== null) return parsed.value;
      const value = parse(text);
      // A run keeps its exchanges: of large bodies only the text, which takes far less room than the values.
      if (body.length <= keptParsed) parsed = { value };
      form = formOf(value);
      return value;
    },
    get form() {
      return form ?? formOf(this.json);
    },
  };
}

/** Bytes up to which a body is kept parsed. */
const keptParsed = 16_384;

function formOf(value: unknown): Received["form"] {
  if (value === undefined) return "not JSON";
  return typeof value === "object" && value !== null ? "object" : "other JSON";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Characters of a body that are kept as evidence. */
const evidenceLength = 4096;

/** The exchange as it may be written down. */
export function toEvent(exchange: Exchange, redactor: Redactor): ExchangeEvent {
  const { request, response } = exchange;
  return {
    event: "exchange",
    id: exchange.id,
    purpose: exchange.purpose,
    operation: exchange.operation,
    alteration: exchange.alteration,
    startedAt: new Date(exchange.startedAt).toISOString(),
    durationMs: Math.round(exchange.durationMs * 10) / 10,
    request: {
      method: request.method,
      url: redactor.text(request.url),
      headers: redactor.headers(request.headers),
      body: request.body === null ? null : redactor.body(request.body),
    },
    response:
      response === null
        ? null
        : {
            status: response.status,
            headers: redactor.headers(response.headers),
            body: evidence(response, redactor),
          },
    failure:
      exchange.failure === null
        ? null
        : { ...exchange.failure, message: redactor.text(exchange.failure.message) },
  };
}

function evidence(response: Received, redactor: Redactor): BodyEvidence {
  // Redacted before it is cut, so that a secret on the edge does not survive as a half.
  const text = redactor.body(response.text.slice(0, 4 * evidenceLength));
  return {
    text: text.slice(0, evidenceLength),
    bytes: response.bytes,
    truncated: response.text.length > 4 * evidenceLength || text.length > evidenceLength,
    sha256: response.sha256,
  };
}
