import { type Channel, channel } from "node:diagnostics_channel";
import { guarded } from "./callbacks.ts";
import { wrongArgument } from "./checks.ts";
import type { ClientEvents, EventName, Report } from "./events.ts";
import { present } from "./present.ts";

/** Receives the client's events; `console` works. */
export interface Logger {
  debug(message: string, fields: object): void;
  info(message: string, fields: object): void;
  warn(message: string, fields: object): void;
  error(message: string, fields: object): void;
}

/**
 * Name of the `node:diagnostics_channel` of an event.
 *
 * @throws RequestError `invalid-argument` for an unknown event name.
 * @example
 * ```ts
 * import { subscribe } from "node:diagnostics_channel";
 * subscribe(channelName("retry"), (event) => metrics.increment("partner_card.retry"));
 * ```
 */
export function channelName(name: EventName): string {
  const names = Object.keys(levels);
  if (!names.includes(name)) throw wrongArgument("name", `must be one of ${names.join(", ")}`);
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
 * Publishes events on their channels and, if present, to the logger. Neither disturbs a call or ends
 * the process, even if it throws or returns a promise that rejects.
 */
export function reporter(logger: Logger | undefined): Report {
  return <N extends EventName>(name: N, make: () => ClientEvents[N]) => {
    const target = channels[name];
    if (!target.hasSubscribers && logger === undefined) return;
    const event = Object.freeze(present(make()));
    if (target.hasSubscribers) publish(target, event);
    if (logger !== undefined) guarded(() => logger[levels[name]](channelName(name), event))();
  };
}

/**
 * Replaces `Channel.publish`, which turns what a subscriber throws into an uncaught exception and ignores a
 * promise that it returns: both end a process by default. The list of subscribers is not public; if a runtime
 * keeps it elsewhere, its own `publish` is used.
 */
function publish(target: Channel, event: object): void {
  const { _subscribers: subscribers } = target as { _subscribers?: unknown };
  if (!Array.isArray(subscribers)) target.publish(event);
  else for (const subscriber of subscribers as Subscriber[]) guarded(subscriber)(event, target.name);
}

type Subscriber = (event: object, name: string | symbol) => unknown;
