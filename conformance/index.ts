/** `partner-card/conformance`: the suite as functions. */

export type {
  BodyEvidence,
  CheckEvent,
  EndEvent,
  ExchangeEvent,
  HeaderList,
  RunEvent,
  RunLogEvent,
  Summary,
  TransportFailure,
  Verdict,
} from "./base/events.ts";
export { RunEnded } from "./base/run-ended.ts";
export { parseBaseUrl, type Target } from "./base/target.ts";
export { checks } from "./checks/index.ts";
export type { Check } from "./checks/kit/check.ts";
export { type FormatName, formats } from "./report/formats.ts";
export { parseLog, type RunLog } from "./report/log.ts";
export { type RunOptions, type RunResult, runDefaults } from "./run/options.ts";
export { conformance } from "./run/run.ts";
export { type Selection, selector } from "./run/selection.ts";
export { handlerTransport } from "./wire/handler.ts";
export { createHttpTransport, type HttpTransport } from "./wire/http.ts";
export type { ExchangeLimits, Outcome, Transport, WireRequest, WireResponse } from "./wire/transport.ts";
