/** Packages of others, installed into a folder of their own: they are no dependencies of the package. */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { npm } from "../runtimes/pack.ts";

/** Versions that are compared with; a later one is a deliberate change of this line. */
export const peerVersions = {
  axios: "1.21.1",
  ky: "2.0.2",
  typebox: "1.4.3",
  zod: "4.6.7",
  valibot: "1.5.0",
  citty: "0.2.2",
  commander: "15.1.0",
  yargs: "18.2.0",
  fastify: "5.12.8",
  hono: "4.13.19",
  "@hono/node-server": "2.1.8",
  express: "5.3.0",
  dredd: "14.1.0",
  newman: "6.2.2",
} as const;

/** A package that is compared with. */
export type PeerName = keyof typeof peerVersions;

/** A route of a framework, with what answers it. */
type Route<Handler> = (path: string, handler: Handler) => unknown;

/** The part of each that is used where it is not another program. */
export interface Peers {
  readonly axios: { get(url: string, options: object): Promise<{ readonly data: unknown }> };
  readonly ky: { get(url: string, options: object): { json(): Promise<unknown> } };
  readonly fastify: () => Readonly<Record<"get" | "post", Route<() => Promise<object>>>> & {
    addContentTypeParser(type: string, parser: unknown): unknown;
    listen(place: object): Promise<string>;
  };
  readonly hono: {
    readonly Hono: new () => Readonly<Record<"get" | "post", Route<(context: Answer) => unknown>>> & {
      readonly fetch: unknown;
    };
  };
  readonly "@hono/node-server": {
    serve(options: object, listening: (address: { readonly port: number }) => void): unknown;
  };
  readonly express: () => Readonly<
    Record<"get" | "post", Route<(request: unknown, response: Answer) => unknown>>
  > & { listen(port: number, host: string, listening: () => void): { address(): { readonly port: number } } };
}

/** What an answer is made with. */
interface Answer {
  json(body: object): unknown;
}

/**
 * Installs packages; needs the network.
 *
 * @param folder - An empty folder.
 * @param names - Those that are needed.
 */
export function installPeers(folder: string, names: readonly PeerName[]): void {
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  const wanted = names.map((name) => `${name}@${peerVersions[name]}`);
  npm(folder, "install", "--no-audit", "--no-fund", ...wanted);
}

/** Loads the main module of an installed peer. */
export async function loadPeer<Name extends keyof Peers>(folder: string, name: Name): Promise<Peers[Name]> {
  const { resolve } = createRequire(join(folder, "package.json"));
  const loaded = (await import(pathToFileURL(resolve(name)).href)) as { default?: unknown };
  return (loaded.default ?? loaded) as Peers[Name];
}
