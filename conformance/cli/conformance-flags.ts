/** The flags of `partner-card conformance`, and the settings they result in. */
import { api } from "../../generated/operations.ts";
import { UsageError } from "../base/usage-error.ts";
import { defaultJournal } from "../checks/cards/index.ts";
import { checks } from "../checks/index.ts";
import type { Check } from "../checks/kit/check.ts";
import { itemId } from "../checks/kit/item-id.ts";
import { drawnSpellings } from "../checks/read-spellings.ts";
import type { Case } from "../plan/case.ts";
import { readCase } from "../run/case.ts";
import { runDefaults, thoroughCases } from "../run/options.ts";
import { emptyProfile, type Profile } from "../run/profile.ts";
import { selector } from "../run/selection.ts";
import { variables } from "./environment.ts";
import { flagLines, type Given, list, number, readValues, text, toggle, type Values, word } from "./flags.ts";
import { readProfile } from "./profile-file.ts";

const { versionPrefix } = api;

const target = {
  "base-url": text("URL", `scheme, host and path prefix, without ${versionPrefix}   (${variables.baseUrl})`),
  "client-id": text("ID", `OAuth client id                             (${variables.clientId})`),
  "signing-key": text("FILE", `RSA private key as PEM                      (${variables.signingKey})`),
  "signature-path": text(
    "KIND",
    `api: the signed path starts at ${versionPrefix} (default); full: at the root`,
  ),
  ca: text("FILE", "PEM certificates to trust"),
};

const work = {
  "allow-writes": toggle(
    "write, to one item of the list (of up to three where one refuses every write), and\nput back at the end what can be put back",
  ),
  card: text(
    "ID",
    "the item to write to; unless given the last one of the list, as far as 10 pages",
    itemId,
    `is an id such as ${itemId.example}`,
  ),
  only: list("PATTERN", "checks, requirements or sections; * stands for anything; may be repeated"),
  skip: list("PATTERN", "leaves them out; may be repeated"),
  basis: word("KIND", "stated: without rules that are derived; derived: with them (default)", [
    "stated",
    "derived",
  ]),
  seed: number(
    "N",
    "what is drawn: the same number draws the same (any, and 1 for the sandbox)",
    [0, 2 ** 31],
    undefined,
  ),
  cases: number(
    "N",
    `most requests that are drawn besides plain ones; 0 for none (${runDefaults.cases}, or ${thoroughCases} with\n--thorough)`,
    [0, 1_000_000],
    undefined,
  ),
  thorough: toggle("draws every pair of spellings for each defect, with several times the requests"),
  strict: toggle("inconclusive checks make the run incomplete, except what cannot apply to the server"),
};

/** What a case decides by itself. */
const decidedByCase = ["only", "skip", "basis", "seed", "cases", "thorough"] as const;

const repetition = {
  case: text(
    "CASE",
    "one check in one combination of spellings, as a report prints it, and nothing else:\n'signature.missing.patch; content-type=charset; accept=absent'",
  ),
};

const { concurrency, timeoutMs, budgetMs, waitMs } = runDefaults;
const bounds = {
  concurrency: number("N", "requests at the same time", [1, 64], concurrency),
  timeout: number("S", "seconds for one exchange", [0.1, 600], timeoutMs / 1000),
  budget: number("S", "seconds for the whole run", [0.1, 200_000], budgetMs / 1000),
  wait: number(
    "S",
    "longest wait a check may make in seconds, for a token to expire",
    [0, 100_000],
    waitMs / 1000,
  ),
  rate: number(
    "N",
    "most requests in a second, for a server that limits them (no bound)",
    [0.01, 10_000],
    undefined,
  ),
};

const files = {
  profile: text("FILE", "YAML with settings (flags), answers (pinned) and knownFailures"),
  journal: text("FILE", `where that is kept which is to be put back (${defaultJournal})`),
  "write-profile": text("FILE", "writes settings and the answers that were observed"),
};

const output = {
  report: list(
    "FORMAT=FILE",
    "ndjson, json, junit, html, markdown or har; - is standard output; may be repeated",
  ),
  offline: text("FILE.har", "judges recorded exchanges, and sends nothing"),
  quiet: toggle("less on the terminal"),
  verbose: toggle("more on the terminal"),
};

/** Flags that describe a server and how it is judged; a profile may hold them. */
const settings = { ...target, ...work, ...bounds };

/** All flags of the command. */
export const runFlags = { ...settings, ...repetition, ...files, ...output };

/** What --help prints. */
export const help = `Judges a server by the rules of the Partner Card API specification.

Usage: partner-card conformance [options]

Without --base-url, a sandbox is started inside the process and judged, writes included.

Examples:
  partner-card conformance
  PARTNER_CARD_CLIENT_SECRET=… partner-card conformance --base-url https://staging.example.com \\
    --client-id partner-1 --signing-key key.pem --report html=report.html
  partner-card conformance … --allow-writes --card ${itemId.example} --only 'signature.*'

Target:
${flagLines(target)}
  The client secret comes from ${variables.clientSecret} only, the passphrase of an encrypted key
  from ${variables.signingKeyPassphrase}. All of them may stand in a .env file.

What to do:
${flagLines({ ...work, ...repetition })}

Bounds:
${flagLines(bounds)}

A file for a server:
${flagLines(files)}

Reports:
${flagLines(output)}

Exit: 0 conforms, 1 contradicts the specification, 2 usage, 3 incomplete, 4 fault of the suite.
`;

/** The settings that result from the flags of a run and the profile they name. */
export interface RunSettings {
  readonly values: Values<typeof runFlags>;
  /** The content of the profile, with the settings of this run. */
  readonly profile: Profile;
  readonly select: (check: Check) => boolean;
  /** The only case that is sent; null to draw. */
  readonly asked: Case | null;
}

/**
 * Reads the flags of a run and the profile they name.
 *
 * @throws UsageError for any mistake, in one line.
 */
export function readRunSettings(given: Given): RunSettings {
  const ids = checks.map(({ id }) => id);
  const file = typeof given.profile === "string" ? readProfile(given.profile, settings, ids) : emptyProfile;
  const all = { ...file.settings, ...given };
  const values = readValues(runFlags, all);
  const { only, skip, basis = "derived" } = values;
  const asked =
    values.case === undefined ? null : readCase(values.case, { checks, spellings: drawnSpellings });
  const other = decidedByCase.find((name) => name in given);
  if (asked !== null && other !== undefined) {
    throw new UsageError(`--case asks one check in one way, so --${other} can't be given with it`);
  }
  const kept = Object.entries(all).filter(([name]) => name in settings);
  return {
    values,
    profile: { ...file, settings: Object.fromEntries(kept) },
    select: asked === null ? selector({ only, skip, basis }, checks) : ({ id }) => id === asked.check,
    asked,
  };
}
