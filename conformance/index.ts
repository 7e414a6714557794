/** `partner-card/conformance`: the suite as functions. */
export type { Check } from "./check.ts";
export { checks } from "./checks/index.ts";
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
} from "./events.ts";
export { type FormatName, formats } from "./report/formats.ts";
export { parseLog, type RunLog } from "./report/log.ts";
export { conformance } from "./run.ts";
export { RunEnded } from "./run-ended.ts";
export { type RunOptions, type RunResult, runDefaults } from "./run-options.ts";
export { type Selection, selector } from "./selection.ts";
export { parseBaseUrl, type Target } from "./target.ts";
export { handlerTransport } from "./wire/handler.ts";
export { createHttpTransport, type HttpTransport } from "./wire/http.ts";
export type { ExchangeLimits, Outcome, Transport, WireRequest, WireResponse } from "./wire/transport.ts";
