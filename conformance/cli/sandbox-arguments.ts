/** The flags of `partner-card sandbox`, and what they and the environment make of a sandbox. */
import type { KeyObject } from "node:crypto";
import { UsageError } from "../base/usage-error.ts";
import type { SandboxOptions } from "../sandbox/app.ts";
import { choose, parseChoice } from "../sandbox/choices.ts";
import { faultNamed } from "../sandbox/faults.ts";
import { loopbackNames } from "../sandbox/serve.ts";
import { madeUpClientId, type ServePlace } from "../sandbox/start.ts";
import { numberFlag, type Parsed, parseFlags, wordFlag } from "./flags.ts";
import { readPublicKey } from "./public-key.ts";
import { type Environment, variables } from "./settings.ts";

/** The help of the command. */
export const help = `Serves the whole Partner Card API from memory. What is wrong with a request is said in its answer and in a
log on standard error. Credentials that are not given are made for this process, and printed.

Usage: partner-card sandbox [options]

Examples:
  partner-card sandbox --port 8787
  ${variables.clientSecret}=… partner-card sandbox --port 8787 --client-id partner-1 --public-key public.pem
  partner-card sandbox --cards 200 --choose cursor.invalid=410
  partner-card sandbox --fault signature.ignores-path

Options:
  --port N              port to listen on; any free one unless given
  --host NAME           ${loopbackNames.join(", ")}: where to listen (${loopbackNames[0]})
  --client-id ID        id of the client it knows (${variables.clientId})
  --public-key FILE     RSA public key of the client as PEM; signatures are made with its private key
  --cards N             number of cards (32)
  --seed N              the same seed gives the same cards (1)
  --prefix PATH         path prefix of the base URL, for example /partner
  --choose GAP=ANSWER   an answer to an open question; may be repeated
  --fault NAME          breaks one rule; may be repeated
  --list KIND           choices or faults: prints them and ends; with --json as JSON
  --json                prints what it started with as JSON
  --quiet               logs no requests

The client secret is taken from ${variables.clientSecret}. It has no flag: other processes see flags.
`;

const options = {
  port: { type: "string" },
  host: { type: "string" },
  "client-id": { type: "string" },
  "public-key": { type: "string" },
  cards: { type: "string" },
  seed: { type: "string" },
  prefix: { type: "string" },
  choose: { type: "string", multiple: true },
  fault: { type: "string", multiple: true },
  list: { type: "string" },
  json: { type: "boolean" },
  quiet: { type: "boolean" },
  help: { type: "boolean" },
} as const;

/** The flags as they are given. */
export type SandboxFlags = Parsed<typeof options>["values"];

/**
 * Reads the command line.
 *
 * @throws UsageError that names the flag which is wrong.
 */
export function readFlags(args: readonly string[]): SandboxFlags {
  return parseFlags(args, options).values;
}

/** What a sandbox is started with; what is null has to be made for it. */
export interface SandboxSettings {
  readonly place: ServePlace & { port: number };
  readonly client: {
    readonly clientId: string;
    readonly clientSecret: string | null;
    readonly publicKey: KeyObject | null;
  };
  readonly service: Pick<SandboxOptions, "cards" | "seed" | "prefix" | "choices" | "faults">;
}

/**
 * The settings out of flags and environment.
 *
 * @throws UsageError that names the setting which is wrong, and what it can be.
 */
export function readSettings(values: SandboxFlags, environment: Environment): SandboxSettings {
  const prefix = values.prefix ?? "";
  if (prefix !== "" && !/^(\/[A-Za-z0-9._~-]+)+$/.test(prefix)) {
    throw new UsageError(`--prefix looks like /partner, without a slash at its end, not "${prefix}"`);
  }
  if (values["client-id"] === "") throw new UsageError("--client-id is empty");
  const host = wordFlag("host", values.host, loopbackNames);
  const keyFile = values["public-key"];
  return {
    place: {
      port: Math.trunc(numberFlag("port", values.port, { least: 0, most: 65_535, fallback: 0 })),
      ...(host === undefined ? {} : { host }),
    },
    client: {
      clientId: values["client-id"] ?? (environment[variables.clientId] || madeUpClientId),
      clientSecret: environment[variables.clientSecret] || null,
      publicKey: keyFile === undefined ? null : readPublicKey("--public-key", keyFile),
    },
    service: {
      cards: Math.trunc(numberFlag("cards", values.cards, { least: 0, most: 100_000, fallback: 32 })),
      seed: Math.trunc(numberFlag("seed", values.seed, { least: 0, most: 2 ** 31, fallback: 1 })),
      prefix,
      choices: choose(...(values.choose ?? []).map((text) => usage(() => parseChoice(text)))),
      faults: (values.fault ?? []).map((name) => usage(() => faultNamed(name)).seams),
    },
  };
}

function usage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}
