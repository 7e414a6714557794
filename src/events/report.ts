import { type Channel, channel } from "node:diagnostics_channel";
import type { ClientEvents, EventName, Report } from "./events.ts";

/** Where the client writes what it does; `console` is one. */
export interface Logger {
  debug(message: string, fields: object): void;
  info(message: string, fields: object): void;
  warn(message: string, fields: object): void;
  error(message: string, fields: object): void;
}

/**
 * Name of the `node:diagnostics_channel` of an event.
 *
 * @example
 * ```ts
 * import { subscribe } from "node:diagnostics_channel";
 * subscribe(channelName("retry"), (event) => metrics.increment("partner_card.retry"));
 * ```
 */
export function channelName(name: EventName): string {
  return `partner-card:${name}`;
}

const levels: Record<EventName, keyof Logger> = {
  "call:start": "debug",
  "call:end": "debug",
  "attempt:start": "debug",
  "attempt:end": "debug",
  retry: "info",
  "retry:stop": "debug",
  token: "info",
  clock: "warn",
  shape: "warn",
};

const channels = Object.fromEntries(
  (Object.keys(levels) as EventName[]).map((name) => [name, channel(channelName(name))]),
) as Record<EventName, Channel>;

/**
 * Publishes events on their channels and, where there is one, to the logger.
 *
 * A logger that throws does not disturb a call. A subscriber that throws is reported by Node as an uncaught
 * exception of its own, and does not disturb the call either.
 */
export function reporter(logger: Logger | undefined): Report {
  return <N extends EventName>(name: N, make: () => ClientEvents[N]) => {
    const target = channels[name];
    if (!target.hasSubscribers && logger === undefined) return;
    const event = Object.freeze(make());
    if (target.hasSubscribers) target.publish(event);
    if (logger === undefined) return;
    try {
      logger[levels[name]](channelName(name), event);
    } catch {
      // Seeing inside must not change what is inside.
    }
  };
}
