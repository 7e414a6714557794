/** `partner-card sandbox`: serves the complete specification on loopback until stopped. */
import { UsageError } from "../base/usage-error.ts";
import { useColor } from "../report/color.ts";
import { choose, parseChoice } from "../sandbox/choices.ts";
import { faultNamed } from "../sandbox/faults.ts";
import { createRequestLog } from "../sandbox/request-log.ts";
import { loopbackNames } from "../sandbox/serve.ts";
import { serveSandbox } from "../sandbox/start.ts";
import { wait } from "../wire/wait.ts";
import { defineCommand, type World } from "./command.ts";
import { variables } from "./environment.ts";
import { flagLines, list, number, text, toggle, type Values, word } from "./flags.ts";
import { handOut, readPartner } from "./partner.ts";
import { throwFault } from "./process-end.ts";
import { choicesText, faultsText, startedText } from "./sandbox-texts.ts";
import { asUsage } from "./target.ts";

const flags = {
  port: number("N", "port to listen on; any free one unless given", [0, 65_535], undefined),
  host: word("NAME", `${loopbackNames.join(", ")}: where to listen (${loopbackNames[0]})`, loopbackNames),
  "client-id": text("ID", `id of the client it knows (${variables.clientId})`),
  "public-key": text("FILE", "RSA public key of the client as PEM; signatures are made with its private key"),
  cards: number("N", "number of items in each list, as far as there are samples", [0, 100_000], 32),
  seed: number("N", "the same seed gives the same items", [0, 2 ** 31], 1),
  prefix: text(
    "PATH",
    "path prefix of the base URL, for example /partner",
    /^(\/[A-Za-z0-9._~-]+)*$/,
    "looks like /partner, without a slash at its end",
  ),
  choose: list("GAP=ANSWER", "an answer to an open question; may be repeated"),
  fault: list("NAME", "breaks one rule; may be repeated"),
  list: word("KIND", "choices or faults: prints them and ends; with --json as JSON", ["choices", "faults"]),
  json: toggle("prints what it started with as JSON"),
  quiet: toggle("logs no requests"),
};

const help = `Serves the whole Partner Card API from memory. What is wrong with a request is said in its answer and in a
log on standard error. Credentials that are not given are made for this process, and printed.

Usage: partner-card sandbox [options]

Examples:
  partner-card sandbox --port 8787
  ${variables.clientSecret}=… partner-card sandbox --port 8787 --client-id partner-1 --public-key public.pem
  partner-card sandbox --cards 200 --choose cursor.invalid=410
  partner-card sandbox --fault signature.ignores-path

Options:
${flagLines(flags)}

The client secret is taken from ${variables.clientSecret}. It has no flag: other processes see flags.
`;

/** The command. */
export const sandboxCommand = defineCommand({
  help,
  flags,
  run: async ({ values }, world) => {
    if (values.list === undefined) return serveUntilEnded(values, world);
    return values.list === "choices" ? choicesText(values.json) : faultsText(values.json);
  },
});

type SandboxFlags = Values<typeof flags>;

async function serveUntilEnded(values: SandboxFlags, world: World): Promise<number> {
  const { environment, stderr, stdout } = world;
  const { host = loopbackNames[0], port = 0, cards, seed, prefix = "", "public-key": keyFile } = values;
  const partner = await readPartner(values, environment);
  const { clientId, clientSecret, publicKey } = partner;
  const choices = choose(...values.choose.map((text) => asUsage(() => parseChoice(text))));
  const faults = values.fault.map((name) => asUsage(() => faultNamed(name)).seams);
  const color = useColor(environment, stderr.isTTY === true);
  const log = {
    onResponse: createRequestLog({ write: (line) => stderr.write(line), color, secrets: [clientSecret] }),
    onUnreadable: (problem: string) => void stderr.write(`${problem}\n`),
  };
  const served = await serveSandbox({
    host,
    port: Math.trunc(port),
    cards: Math.trunc(cards),
    seed: Math.trunc(seed),
    prefix,
    choices,
    faults,
    clientId,
    clientSecret,
    publicKey,
    ...(values.quiet ? {} : log),
  }).catch((error: unknown) => {
    throw listenProblem(error, port) ?? error;
  });
  const { started, removeKey } = handOut(partner, served.baseUrl);
  const interrupt = world.onInterrupt();
  try {
    stdout.write(values.json ? `${JSON.stringify(started)}\n` : startedText(started, values.fault, keyFile));
    await wait(null, interrupt.signal);
    throwFault(interrupt.signal);
    return 0;
  } finally {
    interrupt.release();
    removeKey();
    await served.close();
  }
}

/** How to fix a listen error; null if the error is not a known one. */
export function listenProblem(error: unknown, port: number): UsageError | null {
  switch (error instanceof Error && "code" in error ? error.code : "") {
    case "EADDRINUSE":
      return new UsageError(`port ${port} is in use; give another one with --port`);
    case "EACCES":
      return new UsageError(`port ${port} is not allowed; give one above 1023 with --port`);
    case "EADDRNOTAVAIL":
    case "EAFNOSUPPORT":
    case "ENOTFOUND":
      return new UsageError("this machine does not have that loopback name; give another one with --host");
    default:
      return null;
  }
}
