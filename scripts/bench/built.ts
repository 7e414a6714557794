/** The command of the built package, as processes of their own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../dist/conformance/cli.js", import.meta.url));

/** A sandbox in a process of its own. */
export interface OtherProcess {
  readonly baseUrl: string;
  /** The variables that the command takes its credentials from. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts `partner-card sandbox`; it is ready when this resolves. */
export async function startBuiltSandbox(): Promise<OtherProcess> {
  const child = spawn(process.execPath, [command, "sandbox", "--json", "--quiet"], {
    // Credentials of another server would be taken for the sandbox's own.
    env: { ...process.env, PARTNER_CARD_CLIENT_ID: "", PARTNER_CARD_CLIENT_SECRET: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout as NonNullable<ChildProcess["stdout"]>, "data")) as [Buffer];
  const { baseUrl, clientId, clientSecret, signingKey } = JSON.parse(line.toString()) as Record<
    "baseUrl" | "clientId" | "clientSecret" | "signingKey",
    string
  >;
  return {
    baseUrl,
    environment: {
      PARTNER_CARD_CLIENT_ID: clientId,
      PARTNER_CARD_CLIENT_SECRET: clientSecret,
      PARTNER_CARD_SIGNING_KEY: signingKey,
    },
    close: async () => {
      child.kill();
      await once(child, "exit");
    },
  };
}

/**
 * Judges a server, writes included, and waits for the process to end.
 *
 * @returns Milliseconds from start to end of the process.
 * @throws Error with what it printed, unless the server conforms: a run cut short must not count as a fast one.
 */
export async function timeBuiltSuite(
  baseUrl: string,
  sandbox: OtherProcess,
  flags: readonly string[] = [],
): Promise<number> {
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [command, "conformance", "--base-url", baseUrl, "--allow-writes", "--quiet", ...flags],
    { env: { ...process.env, ...sandbox.environment }, stdio: ["ignore", "pipe", "pipe"] },
  );
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const [status] = (await once(child, "close")) as [number | null];
  if (status !== 0) throw new Error(`the suite ended with ${status}:\n${printed}`);
  return performance.now() - began;
}
