/** What the client tells: its events, and loggers for them. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { TestContext } from "node:test";
import type { ClientEvents, EventName } from "../core/events.ts";
import { channelName, type Logger } from "../core/report.ts";

/** The names of all events. */
export const eventNames: readonly EventName[] = [
  "call:start",
  "call:end",
  "attempt:start",
  "attempt:end",
  "retry",
  "retry:stop",
  "token",
  "clock",
  "shape",
];

/** Calls a listener with each event of a name until the test ends. */
export function listen<N extends EventName>(
  t: TestContext,
  name: N,
  listener: (event: ClientEvents[N]) => void,
): void {
  const untyped = (event: unknown) => listener(event as ClientEvents[N]);
  subscribe(channelName(name), untyped);
  t.after(() => unsubscribe(channelName(name), untyped));
}

/** A logger that takes no notice. */
export const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
