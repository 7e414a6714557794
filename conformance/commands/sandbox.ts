/** `partner-card sandbox`: serves the whole specification on loopback until it is ended. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requirement } from "../../generated/requirements.ts";
import { choose, parseChoice, questions } from "../sandbox/choices.ts";
import { faultNamed, faults } from "../sandbox/faults.ts";
import { startSandbox } from "../sandbox/start.ts";
import { variables } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import type { Command } from "./command.ts";
import { numberFlag, parseFlags, wordFlag } from "./flags.ts";

const help = `Serves the whole Partner Card API from memory, with credentials made for this process.

Usage: partner-card sandbox [options]

Examples:
  partner-card sandbox --port 8787
  partner-card sandbox --cards 200 --choose cursor.invalid=410
  partner-card sandbox --fault signature.ignores-path

Options:
  --port N              port on 127.0.0.1; any free one unless given
  --cards N             number of cards (32)
  --seed N              the same seed gives the same cards (1)
  --prefix PATH         path prefix of the base URL, for example /partner
  --choose GAP=ANSWER   an answer to an open question; may be repeated
  --fault NAME          breaks one rule; may be repeated
  --list KIND           choices or faults: prints them and ends; with --json as JSON
  --json                prints what it started with as JSON
`;

const options = {
  port: { type: "string" },
  cards: { type: "string" },
  seed: { type: "string" },
  prefix: { type: "string" },
  choose: { type: "string", multiple: true },
  fault: { type: "string", multiple: true },
  list: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean" },
} as const;

/** The command. */
export const sandboxCommand: Command = {
  name: "sandbox",
  summary: "serve the whole API on this machine",
  help,
  run: async (args, world) => {
    const { values } = parseFlags(args, options);
    if (values.help === true) return world.print(help);
    const list = wordFlag("list", values.list, ["choices", "faults"]);
    if (list !== undefined) {
      return world.print(
        list === "choices" ? choicesText(values.json === true) : faultsText(values.json === true),
      );
    }
    const prefix = values.prefix ?? "";
    if (prefix !== "" && !/^(\/[A-Za-z0-9._~-]+)+$/.test(prefix)) {
      throw new UsageError(`--prefix looks like /partner, without a slash at its end, not "${prefix}"`);
    }
    const started = await startOr({
      port: Math.trunc(numberFlag("port", values.port, { least: 0, most: 65_535, fallback: 0 })),
      cards: Math.trunc(numberFlag("cards", values.cards, { least: 0, most: 100_000, fallback: 32 })),
      seed: Math.trunc(numberFlag("seed", values.seed, { least: 0, most: 2 ** 31, fallback: 1 })),
      prefix,
      choices: choose(...(values.choose ?? []).map((text) => usage(() => parseChoice(text)))),
      faults: (values.fault ?? []).map((name) => usage(() => faultNamed(name)).seams),
    });
    const folder = mkdtempSync(join(tmpdir(), "partner-card-sandbox-"));
    const keyFile = join(folder, "signing-key.pem");
    const interrupt = world.onInterrupt();
    try {
      writeFileSync(keyFile, started.signingKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
      chmodSync(folder, 0o700);
      const { baseUrl, clientId, clientSecret } = started;
      world.stdout.write(
        values.json === true
          ? `${JSON.stringify({ baseUrl, clientId, clientSecret, signingKey: keyFile })}\n`
          : startedText({ baseUrl, clientId, clientSecret, keyFile, broken: values.fault ?? [] }),
      );
      await new Promise<void>((resolve) => {
        if (interrupt.signal.aborted) resolve();
        interrupt.signal.addEventListener("abort", () => resolve(), { once: true });
      });
      return 0;
    } finally {
      interrupt.release();
      rmSync(folder, { recursive: true, force: true });
      await started.close();
    }
  },
};

async function startOr(settings: Parameters<typeof startSandbox>[0]) {
  try {
    return await startSandbox(settings);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "EADDRINUSE")
      throw new UsageError(`port ${settings?.port} is in use; give another one with --port`);
    if (code === "EACCES")
      throw new UsageError(`port ${settings?.port} is not allowed; give one above 1023 with --port`);
    throw error;
  }
}

function usage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}

function startedText(started: {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  keyFile: string;
  broken: readonly string[];
}): string {
  return `The sandbox serves ${started.baseUrl}${started.broken.length === 0 ? "" : ` (broken: ${started.broken.join(", ")})`}

  client id     ${started.clientId}
  signing key   ${started.keyFile}

Paste this into another terminal:

export ${variables.baseUrl}=${started.baseUrl}
export ${variables.clientId}=${started.clientId}
export ${variables.clientSecret}=${started.clientSecret}
export ${variables.signingKey}=${started.keyFile}

Ctrl-C ends it.
`;
}

function choicesText(asJson: boolean): string {
  if (asJson) return `${JSON.stringify(questions, null, 2)}\n`;
  return questions
    .map(
      ({ gap, answers }) =>
        `${gap.replace(/^gap\./, "")}\n  ${requirement(gap).question}\n  ${answers.join(", ")}\n`,
    )
    .join("\n");
}

/** Checks that need a long wait, which the flag of the suite has to allow. */
const waiting = ["token.lives", "token.dies", "idempotency.window"];

function faultsText(asJson: boolean): string {
  const rows = faults.map(({ name, breaks, summary, caughtBy }) => ({ name, breaks, summary, caughtBy }));
  if (asJson) return `${JSON.stringify(rows, null, 2)}\n`;
  return rows
    .map(({ name, breaks, summary, caughtBy }) => {
      const wait = waiting.some((id) => caughtBy[0].startsWith(id)) ? "; found only with --wait" : "";
      return `${name}\n  ${summary} (breaks ${breaks}${wait})\n`;
    })
    .join("\n");
}
