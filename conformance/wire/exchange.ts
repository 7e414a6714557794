/** A request and its outcome as checks see them: unredacted, and never part of a report. */
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import type { OperationId } from "../../generated/operations.ts";
import type { HeaderList, TransportFailure } from "../base/events.ts";
import { headerOf } from "../base/headers.ts";
import { shortened } from "../base/text.ts";
import { inMemory, type KeptBody } from "./bodies.ts";
import type { WireRequest } from "./transport.ts";

/** A response with its body decoded if possible. */
export interface Received {
  readonly status: number;
  readonly headers: HeaderList;
  readonly bytes: number;
  /** True if the body is UTF-8. */
  readonly isText: boolean;
  readonly sha256: string;
  /** The body as UTF-8, decoded when it is accessed because a run cannot hold all; invalid bytes become U+FFFD. */
  readonly text: string;
  /** True if the body contains these characters, in UTF-8. */
  includes(part: string): boolean;
  /** The body as JSON, parsed when it is accessed because a run cannot hold all; undefined if it is not JSON. */
  readonly json: unknown;
  /** Which kind of JSON the body is, determined without keeping it. */
  readonly form: "object" | "other JSON" | "not JSON";
}

/** One exchange of a run. */
export interface Exchange {
  readonly id: string;
  readonly purpose: string;
  readonly operation: OperationId | null;
  readonly alteration: string | null;
  /**
   * How often the request had been sent before: because no response arrived, the server asked to wait, or a
   * reused connection turned out to be closed.
   */
  readonly sentBefore: number;
  /** When it began to be built, signature included: milliseconds since the epoch, by our clock. */
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
  return headerOf(exchange.response?.headers ?? [], name);
}

/** True for a 2xx. */
export function succeeded(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  return status >= 200 && status < 300;
}

/** Statuses that mean "not now" rather than "no". */
export const notNow: readonly number[] = [408, 409, 423, 425, 429];

/** True for a 4xx that refuses the request; 429 only asks to wait. */
export function isRefusal({ response }: Exchange): boolean {
  return response !== null && response.status >= 400 && response.status < 500 && response.status !== 429;
}

/** True for a refusal that counts against the server: sent once, and not for a temporary reason. */
export function isPlainRefusal(exchange: Exchange): boolean {
  return isRefusal(exchange) && exchange.sentBefore === 0 && !notNow.includes(exchange.response?.status ?? 0);
}

/** True for a response that asks to try again later, if at all. */
export function isForLater({ response }: Exchange): boolean {
  return response?.status === 429 || response?.status === 503;
}

/** What a gateway says of the server behind it. */
const failuresInFront: readonly number[] = [502, 503, 504];

/** True for a 5xx of what stands before a server, or seems to. */
export function isFailureInFront({ response }: Exchange): boolean {
  return response !== null && failuresInFront.includes(response.status);
}

/** True for a 5xx of the server itself: it failed where it should have taken or refused the request. */
export function isServerFailure({ response }: Exchange): boolean {
  return response !== null && response.status >= 500 && !failuresInFront.includes(response.status);
}

/** The outcome as shown in a message: "401", or why there is no response. */
export function outcomeOf(exchange: Exchange): string {
  return exchange.response === null
    ? (exchange.failure?.message ?? "no answer")
    : String(exchange.response.status);
}

/**
 * A response whose body is loaded from storage whenever its text or JSON is read.
 *
 * @param keep - Stores the body; in memory by default.
 */
export function receive(
  status: number,
  headers: HeaderList,
  body: Buffer,
  keep: (body: Buffer) => KeptBody = inMemory,
): Received {
  const bytes = body.length;
  const isText = isUtf8(body);
  const sha256 = createHash("sha256").update(body).digest("hex");
  const kept = keep(body);
  let form: Received["form"] | null = null;
  return {
    status,
    headers,
    bytes,
    isText,
    sha256,
    get text() {
      return readOnce(sha256, kept, bytes).text;
    },
    includes: (part) => kept().includes(part, 0, "utf8"),
    get json() {
      const { value } = readOnce(sha256, kept, bytes);
      form = formOf(value);
      return value;
    },
    get form() {
      return form ?? formOf(this.json);
    },
  };
}

/** A body as text and as JSON. */
interface Read {
  readonly text: string;
  readonly value: unknown;
}

/** The bodies that were read last, by digest, the latest at the end: a run meets the same pages again and again. */
const lastRead = new Map<string, { readonly bytes: number; readonly read: Read }>();
/** How many bytes of bodies are kept read, all together; a larger one is read each time. */
const mostBytesKept = 4 * 1024 * 1024;
let bytesKept = 0;

/** A body as text and JSON, from those that were read last where it is among them. */
function readOnce(sha256: string, body: KeptBody, bytes: number): Read {
  const known = lastRead.get(sha256);
  if (known !== undefined) return known.read;
  const text = body().toString("utf8");
  const read = { text, value: parse(text) };
  if (bytes > mostBytesKept) return read;
  lastRead.set(sha256, { bytes, read });
  bytesKept += bytes;
  for (const [oldest, kept] of lastRead) {
    if (bytesKept <= mostBytesKept) break;
    lastRead.delete(oldest);
    bytesKept -= kept.bytes;
  }
  return read;
}

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

/** The body of a request as JSON; null for one that is none. */
export function bodySent({ request }: Exchange): unknown {
  return parse(request.body ?? "") ?? null;
}

/** The status of a response and the beginning of its text, for a message: `404 ("Not Found")`. */
export function quoted(exchange: Exchange): string {
  const text = exchange.response?.text.trim().replace(/\s+/g, " ") ?? "";
  const message = (exchange.response?.json as { message?: unknown } | null | undefined)?.message;
  const description = typeof message === "string" ? message : text;
  return description === ""
    ? outcomeOf(exchange)
    : `${outcomeOf(exchange)} (“${shortened(description, 200)}”)`;
}
