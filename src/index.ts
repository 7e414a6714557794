/**
 * Client of the Partner Card API.
 *
 * @packageDocumentation
 */

export type { Card, CardList, LimitsPatch, LimitsReplacement } from "../generated/types.ts";
export type { WithBigInts } from "./body.ts";
export type { Cards, ListOptions, WriteReceipt } from "./cards.ts";
export { type CallByPath, type Client, createClient } from "./client.ts";
export type { Cancel, Deps } from "./deps.ts";
export type {
  ConnectionErrorCode,
  ErrorCode,
  Outcome,
  PaginationErrorCode,
  RequestErrorCode,
  ResponseErrorCode,
} from "./error-codes.ts";
export {
  type AnyPartnerCardError,
  ConnectionError,
  isPartnerCardError,
  PaginationError,
  PartnerCardError,
  RequestError,
  ResponseError,
} from "./errors.ts";
export type { ClientEvents, EventName } from "./events/events.ts";
export { channelName, type Logger } from "./events/report.ts";
export { mergePatch, type PatchIntent } from "./merge-patch.ts";
export type {
  CallOptions,
  ClientOptions,
  RetryOptions,
  TimeoutOptions,
  UnsafeNumberMode,
  ValidationMode,
} from "./options.ts";
export type { Page, Walk, WalkOptions } from "./pages.ts";
export type { CallPromise, CallResult } from "./result.ts";
export { importSigningKey, type SigningKeyInput } from "./signature/keys.ts";
export { rsaSigner, type Signer } from "./signature/signer.ts";
export type { TokenStore } from "./token/store.ts";
export type { StopReason } from "./transport/decide.ts";
export { type HttpSendOptions, httpSend } from "./transport/http-send.ts";
export {
  type FetchLike,
  fetchSend,
  type Reply,
  type Send,
  type SendLimits,
  type WireRequest,
} from "./transport/send.ts";
export type { ItemAt, Method, PageAt, PaginatedPath, PathOf } from "./typed-paths.ts";
