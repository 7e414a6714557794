/**
 * The transport over undici, for those who install it.
 *
 * @packageDocumentation
 */

export type { UndiciDispatcher } from "./http/undici-exchange.ts";
export { type UndiciSendOptions, undiciSend } from "./http/undici-send.ts";
