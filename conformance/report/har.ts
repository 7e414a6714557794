import type { BodyEvidence, ExchangeEvent } from "../base/events.ts";
import { type HarEntry, harEntry, harOf } from "../base/har.ts";
import type { RunLog } from "./log.ts";

/**
 * The exchanges as HAR 1.2. Data without a place in HAR goes into members that begin with an underscore, as
 * the format allows: the check, the operation, what was altered, how the exchange failed.
 */
export function toHar(log: RunLog): string {
  const { suite, target } = log.run;
  const entries = [...log.exchanges]
    .sort((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
    .map(entry);
  const cut = log.end === null ? " The log was cut short, so exchanges may be missing." : "";
  const har = harOf(suite.version, `Exchanges with ${target.baseUrl}, secrets removed.${cut}`, entries);
  return `${JSON.stringify({ log: { ...har.log, pages: [], _complete: log.end !== null } }, null, 2)}\n`;
}

function entry({ response, failure, ...exchange }: ExchangeEvent): HarEntry {
  const made = harEntry({
    ...exchange,
    response: response === null ? null : { ...response, bytes: response.body.bytes },
    content: response === null ? {} : contentText(response.body),
  });
  const error = failure === null ? {} : { _error: `${failure.kind}: ${failure.message}` };
  return {
    ...made,
    response: { ...made.response, ...error },
    _id: exchange.id,
    _check: exchange.purpose,
    _operation: exchange.operation,
    _alteration: exchange.alteration,
    ...(failure === null ? {} : { _failure: failure }),
    ...(response === null ? {} : { _sha256: response.body.sha256, _truncated: response.body.truncated }),
  } as HarEntry;
}

/** A truncated JSON text would be broken JSON to any reader of the file, so it goes under another name. */
function contentText({ text, truncated }: BodyEvidence): object {
  return truncated
    ? { comment: "the body was too long to be kept whole; _start is its beginning", _start: text }
    : { text };
}
