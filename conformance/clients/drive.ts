/** Driving a client through one scenario, with a sandbox of its own. */
import type { KeyObject } from "node:crypto";
import { valueAt } from "../../src/core/json.ts";
import { pagedOperations } from "../checks/kit/paged.ts";
import type { Choices } from "../sandbox/choices.ts";
import { makeClientSecret } from "../sandbox/start.ts";
import { itemsOf } from "../sandbox/state.ts";
import type { Evidence, ProgramEnd, Seen } from "./evidence.ts";
import { readOutcomes } from "./outcomes.ts";
import type { Scenario, Task } from "./scenario.ts";
import { createWatch } from "./watch.ts";
import type { Weather } from "./weather.ts";
import { weatherNamed } from "./weathers.ts";

/** What a client is given. */
export interface Place {
  /** Name of the scenario, for logs; a client that acts on it judges itself. */
  readonly scenario: string;
  readonly task: Task["starts"][number];
  readonly clientId: string;
  readonly clientSecret: string;
  readonly signingKey: KeyObject;
  /** What the weather says of the base URL, the connection, and where a program runs. */
  readonly weather: Pick<Weather, "isInPieces" | "timeZone" | "prefix">;
  /** Answers a request. Rejects where the connection is to be closed without an answer. */
  fetch(request: Request): Promise<Response>;
}

/** How a client has ended. */
export interface Ran {
  /** Everything that it printed, outcome lines among it. */
  readonly output: string;
  /** Null for a client that is no program. */
  readonly end: Omit<ProgramEnd, "output"> | null;
}

/** A client that can be driven: does its task once, and never rejects because of what comes of it. */
export type Client = (place: Place) => Promise<Ran>;

/** What driving needs from outside. */
export interface DriveOptions {
  /** The partner's key pair of a scenario. */
  readonly keys: () => Promise<{ readonly publicKey: KeyObject; readonly privateKey: KeyObject }>;
  /** True time, in milliseconds since the epoch. */
  readonly now?: () => number;
  /** Answers to open questions that the weather does not decide. */
  readonly choices?: Choices;
  readonly onSeen?: (seen: Seen) => void;
  /** Waits before an answer; as long as it says unless given. */
  readonly pause?: (milliseconds: number) => Promise<void>;
  /** Waits where an answer never comes; for ever unless given. */
  readonly hanging?: () => Promise<void>;
}

/** Far more than any scenario needs, without a loop. */
const mostRequests = 400;

/** The ids of the items of the first list. */
function idsIn(state: Parameters<typeof itemsOf>[0]): readonly string[] {
  const [list] = pagedOperations;
  const pointer = list?.paginated.id?.pointer ?? "";
  return itemsOf(state, list?.id ?? "").map((item) => String(valueAt(item, pointer)));
}

/** Starts a client several times, up to one that has to be ended; the first that does not end well is how all have ended. */
async function runInTurn(starts: readonly (() => Promise<Ran>)[]): Promise<Ran> {
  let all: Ran = { output: "", end: null };
  for (const start of starts) {
    const { output, end } = await start();
    const isWell = all.end === null || all.end.code === 0;
    all = { output: all.output === "" ? output : `${all.output}\n${output}`, end: isWell ? end : all.end };
    if (end?.code === null) break;
  }
  return all;
}

/** Drives a client through a scenario, and says what was seen. */
export async function driveScenario(
  { id, weather: name, items, task: taskFor }: Scenario,
  client: Client,
  { keys, choices, onSeen, ...timing }: DriveOptions,
): Promise<Evidence> {
  const { publicKey, privateKey } = await keys();
  const found = weatherNamed(name);
  const weather: Weather = choices === undefined ? found : { ...found, choices };
  const { credentialsEnd = "" } = weather;
  const clientId = `client-of-${id}${credentialsEnd}`;
  const clientSecret = `${makeClientSecret()}${credentialsEnd}`;
  const reported = new Set<string>();
  const report = (one: Seen): void => {
    // What is ready once the client has ended, has been reported as what nobody waited for.
    if (!reported.has(one.id)) onSeen?.(one);
    reported.add(one.id);
  };
  const watch = createWatch({
    clientId,
    clientSecret,
    publicKey,
    cards: items,
    scenario: id,
    weather,
    ids: `${id}.`,
    most: mostRequests,
    onSeen: report,
    ...timing,
  });
  const { starts, work } = taskFor(idsIn(watch.sandbox.state));
  const place = { scenario: id, clientId, clientSecret, signingKey: privateKey, weather, fetch: watch.fetch };
  const { output, end } = await runInTurn(starts.map((task) => () => client({ ...place, task })));
  const { seen } = watch;
  seen.forEach(report);
  return {
    scenario: id,
    work,
    clientId,
    clientSecret,
    publicKey,
    seen,
    effects: watch.effects,
    claims: readOutcomes(output),
    end: end === null ? null : { ...end, output },
  };
}
