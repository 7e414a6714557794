/**
 * Client of the Partner Card API.
 *
 * @packageDocumentation
 */

export type * from "./client/cards.ts";
export { type CallByPath, type Client, createClient } from "./client/client.ts";
export type {
  CallOptions,
  ClientOptions,
  RetryOptions,
  TimeoutOptions,
  UnsafeNumberMode,
  ValidationMode,
} from "./client/options.ts";
export type { Page, Paginator, PaginatorOptions } from "./client/pages.ts";
export type { ItemAt, Method, PageAt, PaginatedPath, PathOf } from "./client/typed-paths.ts";
export type { Cancel, Deps } from "./core/deps.ts";
export type {
  ConnectionErrorCode,
  ErrorCode,
  Outcome,
  PaginationErrorCode,
  RequestErrorCode,
  ResponseErrorCode,
} from "./core/error-codes.ts";
export {
  type AnyPartnerCardError,
  ConnectionError,
  isPartnerCardError,
  PaginationError,
  PartnerCardError,
  RequestError,
  ResponseError,
} from "./core/errors.ts";
export type { ClientEvents, EventName, StopReason } from "./core/events.ts";
export { channelName, type Logger } from "./core/report.ts";
export { type FetchLike, fetchSend } from "./http/fetch-send.ts";
export { type HttpSendOptions, httpSend } from "./http/http-send.ts";
export type { ReceivedHeaders } from "./http/raw-headers.ts";
export type { Send, SendLimits, WireRequest, WireResponse } from "./http/send.ts";
export type { CallPromise, CallResult } from "./pipeline/result.ts";
export type { WithBigInts } from "./request/body.ts";
export { mergePatch, type PatchIntent } from "./request/merge-patch.ts";
export { importSigningKey, type SigningKeyInput } from "./signature/keys.ts";
export { rsaSigner, type Signer } from "./signature/signer.ts";
export type { TokenStore } from "./token/store.ts";
