/** Exchanges as they may be written down: without secrets, with as much of the bodies as there is room for. */
import type { BodyEvidence, ExchangeEvent } from "../base/events.ts";
import type { Redactor } from "../base/redact.ts";
import type { Exchange, Received } from "./exchange.ts";

/** Characters of a body that are kept of every exchange. */
const start = 4096;
/** Characters up to which a body is kept whole, while there is room. */
const wholeBody = 256 * 1024;
/** Characters of longer bodies that one run keeps. A run has them in memory until its reports are written. */
const room = 16 * 1024 * 1024;

/**
 * Makes the events of the exchanges of one run. A body of up to 4,096 characters is kept whole. One of up to
 * 262,144 is kept whole as well, until those of the run have come to 16,777,216 characters; of all others the
 * first 4,096 characters are kept, and `truncated` says so.
 */
export function createEvidence(redactor: Redactor): (exchange: Exchange) => ExchangeEvent {
  let left = room;

  function evidenceOf(response: Received): BodyEvidence {
    const { bytes, sha256, text: all } = response;
    const isWhole = all.length <= start || (all.length <= wholeBody && all.length <= left);
    if (isWhole && all.length > start) left -= all.length;
    // Redacted before it is cut, so that a secret on the edge does not survive as a half.
    const text = redactor.body(isWhole ? all : all.slice(0, 4 * start));
    return isWhole
      ? { text: detached(text), bytes, truncated: false, sha256 }
      : { text: detached(text.slice(0, start)), bytes, truncated: true, sha256 };
  }

  return ({ request, response, failure, ...exchange }) => ({
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
            body: evidenceOf(response),
          },
    failure: failure === null ? null : { ...failure, message: redactor.text(failure.message) },
  });
}

/** The text without the longer one that it was cut from, which would stay in memory with it. */
export function detached(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}
