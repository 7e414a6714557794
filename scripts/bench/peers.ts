/** Packages of others, installed into a folder of their own: they are no dependencies of the package. */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { npm } from "../runtimes/pack.ts";

/** Versions that are compared with; a later one is a deliberate change of this line. */
export const peerVersions = { axios: "1.21.1", ky: "2.0.2" } as const;

/** The part of each that is used. */
export interface Peers {
  readonly axios: { get(url: string, options: object): Promise<{ readonly data: unknown }> };
  readonly ky: { get(url: string, options: object): { json(): Promise<unknown> } };
}

/**
 * Installs packages; needs the network.
 *
 * @param folder - An empty folder.
 * @param names - Those that are needed.
 */
export function installPeers(folder: string, names: readonly (keyof typeof peerVersions)[]): void {
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  const wanted = names.map((name) => `${name}@${peerVersions[name]}`);
  npm(folder, "install", "--no-audit", "--no-fund", ...wanted);
}

/** Loads the main module of an installed peer. */
export async function loadPeer<Name extends keyof Peers>(folder: string, name: Name): Promise<Peers[Name]> {
  const { resolve } = createRequire(join(folder, "package.json"));
  const loaded = (await import(pathToFileURL(resolve(name)).href)) as { default: unknown };
  return loaded.default as Peers[Name];
}
