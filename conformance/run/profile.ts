/** A profile: one YAML file per server, with settings, pinned answers and known failures. */
import { parse, stringify } from "yaml";
import { requirements } from "../../generated/requirements.ts";
import { nearest } from "../base/nearest.ts";
import { UsageError } from "../base/usage-error.ts";

/** A failure that is known and accepted for the time being. */
export interface KnownFailure {
  readonly check: string;
  /** For a client, the one scenario in which it is known; in all of them unless given. */
  readonly scenario?: string;
  readonly reason: string;
  /** A date, as YYYY-MM-DD. */
  readonly since: string;
}

/** The content of a profile. */
export interface Profile {
  /** Flags of `partner-card conformance`, by name without dashes; a flag on the command line wins. */
  readonly settings: Readonly<Record<string, string | boolean | readonly string[]>>;
  /** Answers that are expected to open questions: another answer is a failure. */
  readonly answers: ReadonlyMap<string, string>;
  readonly knownFailures: readonly KnownFailure[];
}

/** An empty profile. */
export const emptyProfile: Profile = { settings: {}, answers: new Map(), knownFailures: [] };

/** The answer that makes a practice binding. */
const keptPractice = "kept";

const sections = ["settings", "answers", "knownFailures"] as const;
const questions = requirements.filter(({ answers }) => answers !== undefined).map(({ id }): string => id);

/** Which flags a profile may contain, and which values they accept. */
export interface SettingNames {
  readonly strings: readonly string[];
  readonly lists: readonly string[];
  readonly switches: readonly string[];
}

/**
 * Reads a profile.
 *
 * @param text - YAML.
 * @param name - Name of the file, for messages.
 * @param practices - Ids of rules that are advice, which an answer can make binding.
 * @param scenarios - Names of the scenarios to which a known failure can be bound.
 * @throws UsageError that names the wrong entry, says what is allowed and suggests the nearest spelling.
 */
export function parseProfile(
  text: string,
  name: string,
  names: SettingNames,
  checkIds: readonly string[],
  practices: readonly string[] = [],
  scenarios: readonly string[] = [],
): Profile {
  const fail = (message: string): never => {
    throw new UsageError(`${name}: ${message}`);
  };
  let document: unknown;
  try {
    document = parse(text);
  } catch (error) {
    fail(`no YAML: ${error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)}`);
  }
  const root = mapping(document ?? {}, "the profile", fail);
  for (const key of Object.keys(root)) known(key, sections, "section", fail);
  return {
    settings: readSettings(mapping(root.settings ?? {}, "settings", fail), names, fail),
    answers: readAnswers(mapping(root.answers ?? {}, "answers", fail), practices, fail),
    knownFailures: readKnownFailures(root.knownFailures ?? [], checkIds, scenarios, fail),
  };
}

type Fail = (message: string) => never;

function readSettings(
  entries: Record<string, unknown>,
  names: SettingNames,
  fail: Fail,
): Profile["settings"] {
  const settings: Record<string, string | boolean | readonly string[]> = {};
  for (const [key, value] of Object.entries(entries)) {
    known(key, [...names.strings, ...names.lists, ...names.switches], "setting", fail);
    if (names.switches.includes(key)) {
      settings[key] = typeof value === "boolean" ? value : fail(`settings.${key} is true or false`);
    } else if (names.lists.includes(key)) {
      const list = Array.isArray(value) ? value : [value];
      settings[key] = list.map((item) => scalar(item, `settings.${key}`, fail));
    } else {
      settings[key] = scalar(value, `settings.${key}`, fail);
    }
  }
  return settings;
}

function readAnswers(
  entries: Record<string, unknown>,
  practices: readonly string[],
  fail: Fail,
): Profile["answers"] {
  const answers = new Map<string, string>();
  for (const [key, value] of Object.entries(entries)) {
    if (practices.includes(key)) {
      answers.set(
        key,
        known(scalar(value, `answers.${key}`, fail), [keptPractice], `answer to ${key}`, fail),
      );
      continue;
    }
    const id = key.startsWith("gap.") ? key : `gap.${key}`;
    known(id, questions, "open question", fail);
    answers.set(id, scalar(value, `answers.${key}`, fail));
  }
  return answers;
}

function readKnownFailures(
  value: unknown,
  checkIds: readonly string[],
  scenarios: readonly string[],
  fail: Fail,
): KnownFailure[] {
  const members = ["check", "reason", "since", ...(scenarios.length > 0 ? ["scenario"] : [])];
  if (!Array.isArray(value)) fail("knownFailures is a list of entries with check, reason and since");
  return (value as unknown[]).map((item, index) => {
    const place = `knownFailures[${index}]`;
    const entry = mapping(item, place, fail);
    for (const key of Object.keys(entry)) known(key, members, `entry of ${place}`, fail);
    const text = (key: string) => {
      const found = entry[key];
      return found === undefined || found === ""
        ? fail(`${place} needs ${key}`)
        : scalar(found, `${place}.${key}`, fail);
    };
    const since = text("since");
    if (!/^\d{4}-\d{2}-\d{2}$/.test(since))
      fail(`${place}.since is a date such as 2026-01-31, not "${since}"`);
    const bound =
      entry.scenario === undefined ? {} : { scenario: known(text("scenario"), scenarios, "scenario", fail) };
    return { check: known(text("check"), checkIds, "check", fail), ...bound, reason: text("reason"), since };
  });
}

function mapping(value: unknown, place: string, fail: Fail): Record<string, unknown> {
  const isMapping = typeof value === "object" && value !== null && !Array.isArray(value);
  return isMapping ? (value as Record<string, unknown>) : fail(`${place} is a mapping of names to values`);
}

function scalar(value: unknown, place: string, fail: Fail): string {
  if (value === null) return "null";
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return ["string", "number", "boolean"].includes(typeof value)
    ? String(value)
    : fail(`${place} is a single value`);
}

function known(word: string, allowed: readonly string[], what: string, fail: Fail): string {
  if (allowed.includes(word)) return word;
  const suggestion = nearest(word, allowed);
  const hint =
    suggestion === null ? `allowed are ${allowed.slice(0, 12).join(", ")}` : `did you mean ${suggestion}?`;
  return fail(`there is no ${what} "${word}"; ${hint}`);
}

/** A profile as YAML. It never contains the client secret: there is no setting for it. */
export function profileText(profile: Profile): string {
  return `# Settings, pinned answers and known failures of one server, for partner-card conformance --profile.\n${stringify(
    {
      settings: profile.settings,
      answers: Object.fromEntries([...profile.answers].sort(([a], [b]) => a.localeCompare(b))),
      knownFailures: profile.knownFailures,
    },
    { defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN" },
  )}`;
}
