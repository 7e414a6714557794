/** Exchanges in a form fit to be stored: without secrets, with as much of the bodies as fits. */
import type { BodyEvidence, ExchangeEvent } from "../base/events.ts";
import type { Redactor } from "../base/redact.ts";
import type { Exchange, Received } from "./exchange.ts";

/** Characters of a body that are kept for every exchange. */
const start = 4096;
/** Bodies up to this many characters are kept whole while there is room. */
const wholeBody = 256 * 1024;
/** Total characters of longer bodies kept in one run. They stay in memory until the reports are written. */
const room = 16 * 1024 * 1024;

/**
 * Creates the events for the exchanges of a run. A body of up to 4,096 characters is kept whole. One of up to
 * 262,144 is also kept whole until those of the run add up to 16,777,216 characters; of all others, the
 * first 4,096 characters are kept and `truncated` is set.
 */
export function createEvidence(redactor: Redactor): (exchange: Exchange) => ExchangeEvent {
  let left = room;

  function evidenceOf(response: Received): BodyEvidence {
    const { bytes, sha256, text: all } = response;
    const isWhole = all.length <= start || (all.length <= wholeBody && all.length <= left);
    if (isWhole && all.length > start) left -= all.length;
    // Redacted before it is cut, so that half of a secret at the cut does not survive.
    const text = redactor.body(isWhole ? all : all.slice(0, 4 * start));
    return isWhole
      ? { text, bytes, truncated: false, sha256 }
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

/** A copy of the text, so that the longer text it was cut from does not stay in memory. */
export function detached(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}
