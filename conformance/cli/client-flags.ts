/** The flags of `partner-card client-conformance`, and the settings they result in. */
import { requirement } from "../../generated/requirements.ts";
import { UsageError } from "../base/usage-error.ts";
import type { Question } from "../checks/kit/check.ts";
import { scenarios } from "../clients/cards/index.ts";
import { questionOf } from "../clients/judge.ts";
import { placeholders } from "../clients/placeholders.ts";
import { reliances } from "../clients/reliance.ts";
import { clientRules } from "../clients/rules.ts";
import type { ClientRunOptions } from "../clients/run.ts";
import type { Expectations } from "../run/decide.ts";
import { emptyProfile, type Profile } from "../run/profile.ts";
import { selector } from "../run/selection.ts";
import type { World } from "./command.ts";
import { variables } from "./environment.ts";
import { flagLines, type Given, list, number, readValues, text, toggle, type Values, word } from "./flags.ts";
import { readProfile } from "./profile-file.ts";

const place = {
  port: number("N", "port to listen on; any free one unless given", [0, 65_535], undefined),
  "client-id": text("ID", `id of the client (${variables.clientId})`),
  "public-key": text("FILE", "RSA public key of the client as PEM; made for this run unless given"),
  "tls-cert": text("FILE", "certificate as PEM, to serve https; needs --tls-key"),
  "tls-key": text("FILE", "private key of the certificate, as PEM"),
  for: number("S", "seconds to watch; until Ctrl-C unless given", [0.1, 1_000_000], undefined),
  lenient: toggle(
    "serves requests with a wrong scope, key, timestamp, signature or content type\nas if they were right, so that one run shows more; they are judged all the same",
  ),
};

const drive = {
  timeout: number(
    "S",
    "seconds for one scenario, until the command and all that it started\nare ended",
    [0.1, 3600],
    60,
  ),
  budget: number("S", "seconds for the whole run", [0.1, 200_000], 900),
  concurrency: number("N", "scenarios at the same time", [1, 64], 4),
  scenario: list("NAME", "only these scenarios; may be repeated"),
  list: toggle("prints scenarios and rules, and ends"),
};

const work = {
  only: list("PATTERN", "rules or sections; * stands for anything; may be repeated"),
  skip: list("PATTERN", "leaves them out; may be repeated"),
  basis: word("KIND", "stated: without rules that are derived or advised; derived: with them (default)", [
    "stated",
    "derived",
  ]),
  strict: toggle("rules that were not exercised make the run incomplete"),
};

const output = {
  profile: text("FILE", "YAML with settings (flags), answers (a practice: kept) and knownFailures"),
  report: list(
    "FORMAT=FILE",
    "ndjson, json, junit, html, markdown or har; - is standard output; may be repeated",
  ),
  json: toggle("prints what it started with as JSON"),
  quiet: toggle("less on the terminal"),
  verbose: toggle("more on the terminal"),
};

/** Flags that say how a client is judged; a profile may hold them. */
const settings = { ...place, ...drive, ...work };

/** All flags of the command. */
export const clientFlags = { ...settings, ...output };

/** What --help prints. */
export const clientHelp = `Judges a client by the rules of the Partner Card API specification.

Usage: partner-card client-conformance [options] [-- COMMAND…]

Without a command, it serves the sandbox and judges every request that comes in. Point your client at it, use
it, and press Ctrl-C: the report says which rules it kept, which it broke, and how to exercise the others.

With a command, it starts that once for each scenario, with a sandbox of its own in the environment
(${variables.baseUrl}, …_CLIENT_ID, …_CLIENT_SECRET, …_SIGNING_KEY), and its task as JSON in
PARTNER_CARD_TASK. The command may print what came of each task, one JSON object per line, or append it to
the file in PARTNER_CARD_OUTCOME:
{"partnerCard":1,"task":1,"result":"ok"}

In the arguments of the command, these are replaced:
${Object.entries(placeholders)
  .map(([name, meaning]) => `  {${name}}`.padEnd(18) + meaning)
  .join("\n")}

Examples:
  partner-card client-conformance --port 8787
  partner-card client-conformance --for 60 --report html=client.html
  partner-card client-conformance -- python3 my_client.py
  partner-card client-conformance -- java -jar my-client.jar --url {base} --id {client-id} --key {signing-key}

Watch:
${flagLines(place)}
  The client secret comes from ${variables.clientSecret}, and is made for this run unless given.

Drive:
${flagLines(drive)}

What to judge:
${flagLines(work)}

Reports:
${flagLines(output)}

Exit: 0 conforms, 1 contradicts the specification, 2 usage, 3 incomplete, 4 fault of the suite.
`;

/** The settings that result from the flags of a run and the profile they name. */
export interface ClientSettings {
  readonly values: Values<typeof clientFlags>;
  readonly profile: Profile;
  /** What is to be judged. */
  readonly select: (question: Question) => boolean;
}

/**
 * Makes sure that every flag that is given means something.
 *
 * @param isDriven - True where there is a command to start.
 * @throws UsageError that names the flag that does not.
 */
export function flagsFit(given: Given, isDriven: boolean): void {
  const others = isDriven ? { ...place, json: true } : drive;
  const wrong = Object.keys(others).find((name) => name in given && name !== "list");
  if (wrong === undefined) return;
  throw new UsageError(
    isDriven
      ? `--${wrong} is for watching a client; a command has a sandbox of its own for each scenario`
      : `--${wrong} is for driving a client; give the command that starts it behind --`,
  );
}

/** What the ways of judging a client share. */
export interface ClientCall {
  readonly settings: ClientSettings;
  readonly world: World;
  /** Ends the run. */
  readonly signal: AbortSignal;
  /** Options of the log, but for what differs. */
  readonly log: Pick<ClientRunOptions, "strict" | "shown" | "onEvent">;
  readonly expectations: Expectations;
}

/**
 * Reads the flags of a run and the profile they name.
 *
 * @throws UsageError for any mistake, in one line.
 */
export function readClientSettings(given: Given): ClientSettings {
  const questions = [...clientRules.map(questionOf), ...reliances];
  const ids = questions.map(({ id }) => id);
  const practices = clientRules.map(({ id }) => id).filter((id) => requirement(id).basis === "practice");
  const names = scenarios.map(({ id }) => id);
  const profile =
    typeof given.profile === "string"
      ? readProfile(given.profile, settings, ids, practices, names)
      : emptyProfile;
  const values = readValues(clientFlags, { ...profile.settings, ...given });
  const { only, skip, basis = "derived" } = values;
  return { values, profile, select: selector({ only, skip, basis }, questions) };
}
