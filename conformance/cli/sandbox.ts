/** `partner-card sandbox`: serves the whole specification on loopback until it is ended. */
import type { KeyObject } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RunEnded } from "../base/run-ended.ts";
import { UsageError } from "../base/usage-error.ts";
import { useColor } from "../report/color.ts";
import { createRequestLog } from "../sandbox/request-log.ts";
import { makeClientSecret, makeKeyPair, serveSandbox } from "../sandbox/start.ts";
import type { Command, World } from "./command.ts";
import { wordFlag } from "./flags.ts";
import { quote } from "./quote.ts";
import { help, readFlags, readSettings, type SandboxFlags } from "./sandbox-arguments.ts";
import { choicesText, faultsText } from "./sandbox-lists.ts";
import { variables } from "./settings.ts";

/** The command. */
export const sandboxCommand: Command = {
  name: "sandbox",
  summary: "serve the whole API on this machine",
  help,
  run: async (args, world) => {
    const values = readFlags(args);
    if (values.help === true) return world.print(help);
    const list = wordFlag("list", values.list, ["choices", "faults"]);
    if (list === undefined) return serveUntilEnded(values, world);
    const json = values.json === true;
    return world.print(list === "choices" ? choicesText(json) : faultsText(json));
  },
};

/** What a sandbox is used with; null for what its user has already, and is not shown. */
interface Started {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  /** Path of the private key. */
  readonly signingKey: string | null;
}

async function serveUntilEnded(values: SandboxFlags, world: World): Promise<number> {
  const { place, client, service } = readSettings(values, world.environment);
  const { clientId } = client;
  const clientSecret = client.clientSecret ?? makeClientSecret();
  const { publicKey, privateKey } =
    client.publicKey === null ? await makeKeyPair() : { publicKey: client.publicKey, privateKey: null };
  const log = values.quiet === true ? {} : logTo(world, clientSecret);
  const served = await listening(place.port, () =>
    serveSandbox({ ...place, ...service, ...log, clientId, clientSecret, publicKey }),
  );
  const key = privateKey === null ? null : writeKey(privateKey);
  const interrupt = world.onInterrupt();
  try {
    const started: Started = {
      baseUrl: served.baseUrl,
      clientId,
      clientSecret: client.clientSecret === null ? clientSecret : null,
      signingKey: key?.file ?? null,
    };
    world.stdout.write(values.json === true ? `${JSON.stringify(started)}\n` : startedText(started, values));
    await new Promise<void>((resolve) => {
      if (interrupt.signal.aborted) resolve();
      interrupt.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    const { reason } = interrupt.signal;
    // Ctrl-C is how a sandbox ends; what went wrong has a cause, and is told.
    if (reason instanceof RunEnded && "cause" in reason) throw reason;
    return 0;
  } finally {
    interrupt.release();
    key?.remove();
    await served.close();
  }
}

function logTo({ environment, stderr }: World, clientSecret: string) {
  const color = useColor(environment, stderr.isTTY === true);
  return {
    onAnswer: createRequestLog({ write: (line) => stderr.write(line), color, secrets: [clientSecret] }),
    onUnreadable: (problem: string) => void stderr.write(`${problem}\n`),
  };
}

/** Writes the private key where only this user reads it. */
function writeKey(key: KeyObject): { file: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "partner-card-sandbox-"));
  const file = join(folder, "signing-key.pem");
  writeFileSync(file, key.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

async function listening<T>(port: number, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    switch (error instanceof Error && "code" in error ? error.code : "") {
      case "EADDRINUSE":
        throw new UsageError(`port ${port} is in use; give another one with --port`);
      case "EACCES":
        throw new UsageError(`port ${port} is not allowed; give one above 1023 with --port`);
      case "EADDRNOTAVAIL":
      case "EAFNOSUPPORT":
      case "ENOTFOUND":
        throw new UsageError("this machine does not have that loopback name; give another one with --host");
      default:
        throw error;
    }
  }
}

function startedText(started: Started, values: SandboxFlags): string {
  const { baseUrl, clientId, clientSecret, signingKey } = started;
  const broken = values.fault === undefined ? "" : ` (broken: ${values.fault.join(", ")})`;
  const yours = signingKey === null ? `the private key of ${values["public-key"]}` : signingKey;
  const pasted = [
    [variables.baseUrl, baseUrl],
    [variables.clientId, clientId],
    [variables.clientSecret, clientSecret],
    [variables.signingKey, signingKey],
  ] as const;
  return `The sandbox serves ${baseUrl}${broken}

  client id     ${clientId}${clientSecret === null ? `\n  secret        from ${variables.clientSecret}` : ""}
  signing key   ${yours}

Paste this into another terminal:

${pasted.flatMap(([name, value]) => (value === null ? [] : [`export ${name}=${quote(value)}\n`])).join("")}
Ctrl-C ends it.
`;
}
