/** The flags of `partner-card conformance`: what they are, and what they come to. */
import { readFileSync } from "node:fs";
import { UsageError } from "../base/usage-error.ts";
import { checks } from "../checks/index.ts";
import type { Check } from "../checks/kit/check.ts";
import { defaultJournal } from "../checks/kit/journal.ts";
import { runDefaults } from "../run/options.ts";
import { emptyProfile, type Profile, parseProfile } from "../run/profile.ts";
import { selector } from "../run/selection.ts";
import { numberFlag, parseFlags, wordFlag } from "./flags.ts";
import { variables } from "./settings.ts";

/** What --help prints. */
export const help = `Judges a server by the rules of the Partner Card API specification.

Usage: partner-card conformance [options]

Without --base-url, a sandbox is started inside the process and judged, writes included.

Examples:
  partner-card conformance
  PARTNER_CARD_CLIENT_SECRET=… partner-card conformance --base-url https://staging.example.com \\
    --client-id partner-1 --signing-key key.pem --report html=report.html
  partner-card conformance … --allow-writes --card CRD1001 --only 'signature.*'

Target:
  --base-url URL          scheme, host and path prefix, without /v1   (${variables.baseUrl})
  --client-id ID          OAuth client id                             (${variables.clientId})
  --signing-key FILE      RSA private key as PEM                      (${variables.signingKey})
  --signature-path KIND   api: the signed path starts at /v1 (default); full: at the root
  --ca FILE               PEM certificates to trust
  The client secret comes from ${variables.clientSecret} only, the passphrase of an encrypted key
  from ${variables.signingKeyPassphrase}. All of them may stand in a .env file.

What to do:
  --allow-writes          change limits of one card (of up to three where one refuses every write), and put
                          them back at the end
  --card ID               the card to write to; the last one of the list unless given
  --only PATTERN          checks, requirements or sections; * stands for anything; may be repeated
  --skip PATTERN          leaves them out; may be repeated
  --basis KIND            stated: without rules that are derived; derived: with them (default)
  --strict                inconclusive checks make the run incomplete, except what cannot apply to the server

Bounds:
  --concurrency N         requests at the same time (${runDefaults.concurrency})
  --timeout S             seconds for one exchange (${runDefaults.timeoutMs / 1000})
  --budget S              seconds for the whole run (${runDefaults.budgetMs / 1000})
  --wait S                longest wait a check may make in seconds, for a token to expire (${runDefaults.waitMs / 1000})
  --rate N                most requests in a second, for a server that limits them (no bound)

A file for a server:
  --profile FILE          YAML with settings (flags), answers (pinned) and knownFailures
  --journal FILE          where limits are kept until they are put back (${defaultJournal})
  --write-profile FILE    writes settings and the answers that were observed

Reports:
  --report FORMAT=FILE    ndjson, json, junit, html, markdown or har; - is standard output; may be repeated
  --offline FILE.har      judges recorded exchanges, and sends nothing
  --quiet, --verbose      less or more on the terminal

Exit: 0 conforms, 1 contradicts the specification, 2 usage, 3 incomplete, 4 fault of the suite.
`;

/** The flags, for node:util. */
const options = {
  "base-url": { type: "string" },
  "client-id": { type: "string" },
  "signing-key": { type: "string" },
  "signature-path": { type: "string" },
  ca: { type: "string" },
  card: { type: "string" },
  "allow-writes": { type: "boolean" },
  only: { type: "string", multiple: true },
  skip: { type: "string", multiple: true },
  basis: { type: "string" },
  strict: { type: "boolean" },
  concurrency: { type: "string" },
  timeout: { type: "string" },
  budget: { type: "string" },
  rate: { type: "string" },
  wait: { type: "string" },
  report: { type: "string", multiple: true },
  quiet: { type: "boolean" },
  verbose: { type: "boolean" },
  profile: { type: "string" },
  "write-profile": { type: "string" },
  journal: { type: "string" },
  offline: { type: "string" },
  help: { type: "boolean" },
} as const;

/** Flags that a profile may not hold: they are about one run, not about a server. */
const notInProfiles: readonly string[] = [
  "profile",
  "write-profile",
  "journal",
  "offline",
  "report",
  "quiet",
  "verbose",
  "help",
];

/** Flags with the settings of a profile beneath them. */
export type Values = ReturnType<typeof parseFlags<typeof options>>["values"];

/** What the flags of a run come to. */
export interface Arguments {
  readonly values: Values;
  readonly profile: Profile;
  readonly select: (check: Check) => boolean;
  readonly bounds: {
    readonly concurrency: number;
    readonly timeoutMs: number;
    readonly budgetMs: number;
    readonly waitMs: number;
    readonly ratePerSecond?: number;
  };
  /** PEM certificates to trust. */
  readonly ca: string | undefined;
}

/**
 * Reads the arguments of the command, and the profile that they name.
 *
 * @returns null where help is asked for.
 * @throws UsageError for whatever is wrong, in one line.
 */
export function readArguments(args: readonly string[]): Arguments | null {
  const given = parseFlags(args, options).values;
  if (given.help === true) return null;
  const profile = given.profile === undefined ? emptyProfile : readProfile(given.profile);
  const values = { ...profile.settings, ...given } as Values;
  if (values.card !== undefined && !/^CRD[0-9]+$/.test(values.card)) {
    throw new UsageError(`--card is a card id such as CRD1001, not "${values.card}"`);
  }
  const basis = wordFlag("basis", values.basis, ["stated", "derived"]) ?? "derived";
  const seconds = (name: "timeout" | "budget" | "wait", least: number, most: number, fallback: number) =>
    1000 * numberFlag(name, values[name], { least, most, fallback: fallback / 1000 });
  return {
    values,
    profile,
    select: selector({ only: values.only ?? [], skip: values.skip ?? [], basis }, checks),
    bounds: {
      concurrency: Math.trunc(
        numberFlag("concurrency", values.concurrency, {
          least: 1,
          most: 64,
          fallback: runDefaults.concurrency,
        }),
      ),
      timeoutMs: seconds("timeout", 0.1, 600, runDefaults.timeoutMs),
      budgetMs: seconds("budget", 0.1, 200_000, runDefaults.budgetMs),
      waitMs: seconds("wait", 0, 100_000, runDefaults.waitMs),
      ...(values.rate === undefined
        ? {}
        : { ratePerSecond: numberFlag("rate", values.rate, { least: 0.01, most: 10_000, fallback: 1 }) }),
    },
    ca: values.ca === undefined ? undefined : read("--ca", values.ca),
  };
}

function readProfile(path: string): Profile {
  const all = Object.entries(options).filter(([name]) => !notInProfiles.includes(name));
  const names = (keep: (option: (typeof all)[number][1]) => boolean) =>
    all.filter(([, option]) => keep(option)).map(([name]) => name);
  return parseProfile(
    read("--profile", path),
    path,
    {
      switches: names((option) => option.type === "boolean"),
      lists: names((option) => option.type === "string" && "multiple" in option),
      strings: names((option) => option.type === "string" && !("multiple" in option)),
    },
    checks.map(({ id }) => id),
  );
}

/**
 * Reads a file that a flag names.
 *
 * @throws UsageError when it cannot be read.
 */
export function read(flag: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(
      `${flag}: ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The settings of a run as a profile holds them; the secret is not among them. */
export function settingsOf(values: Values): Profile["settings"] {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || notInProfiles.includes(name) ? [] : [[name, value]],
    ),
  );
}
