import { fetchSend } from "./fetch-send.ts";
import { httpSend } from "./http-send.ts";
import { endable, ownSend } from "./send.ts";

/** The runtime's own `fetch`, or what had taken its place before the client was imported. */
const ownFetch = globalThis.fetch;

/** Connections of all clients that have no transport of their own, as those of `fetch` are shared. */
const shared = { overHttp: endable(httpSend()), overFetch: endable(fetchSend()) };

/**
 * The sending step of a client that is given none: {@link httpSend} on Node, `fetch` elsewhere, and `fetch` on Node
 * as well where a program has said what its requests shall do by changing that. So a replaced global `fetch`, the
 * proxy of `NODE_USE_ENV_PROXY` and a global dispatcher keep their effect.
 */
export const defaultSend = ownSend((request, end, limits) => {
  const direct = isNode() && globalThis.fetch === ownFetch && !isDispatched();
  return (direct ? shared.overHttp : shared.overFetch)(request, end, limits);
});

/** Bun and Deno have the modules of Node as well, but a faster `fetch` of their own. */
function isNode(): boolean {
  const versions: Partial<Record<string, string>> = globalThis.process?.versions ?? {};
  return versions.node !== undefined && versions.bun === undefined && versions.deno === undefined;
}

/** Where `fetch` and undici keep what `setGlobalDispatcher` sets, by version of undici. */
const dispatchers = [1, 2].map((version) => Symbol.for(`undici.globalDispatcher.${version}`));

/** Dispatchers that are there when none was set: the second hands on to that of the other place. */
const plain: ReadonlySet<string> = new Set(["Agent", "Dispatcher1Wrapper"]);

/** Tells whether requests of `fetch` go through something other than plain connections, such as a proxy. */
function isDispatched(): boolean {
  const places = globalThis as Readonly<Record<symbol, object | undefined>>;
  return dispatchers.some((place) => !plain.has(places[place]?.constructor.name ?? "Agent"));
}
