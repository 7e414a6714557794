/** Other clients, installed into a folder of their own: they are no dependencies of the package. */
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
 * Installs the peers; needs the network.
 *
 * @param folder - An empty folder.
 */
export async function installPeers(folder: string): Promise<Peers> {
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  const wanted = Object.entries(peerVersions).map(([name, version]) => `${name}@${version}`);
  npm(folder, "install", "--no-audit", "--no-fund", ...wanted);
  const { resolve } = createRequire(join(folder, "package.json"));
  const load = async (name: keyof Peers) => {
    const loaded = (await import(pathToFileURL(resolve(name)).href)) as { default: unknown };
    return loaded.default;
  };
  return { axios: await load("axios"), ky: await load("ky") } as Peers;
}
