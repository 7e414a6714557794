/**
 * Judges the server of the second API as it should be, then with each flaw and in each circumstance. It prints
 * what came of it as JSON, for a copy of the repository in which the second API is part of the description.
 */

import { type Operation, operations } from "../../../generated/operations.ts";
import { oneIn } from "../../../src/testing/extent.ts";
import { checks } from "../../checks/index.ts";
import type { Check } from "../../checks/kit/check.ts";
import { operationChecks } from "../../checks/operations/index.ts";
import { handlerTransport } from "../../wire/handler.ts";
import { proofRun, publicKey, start } from "../in-memory.ts";
import { type Circumstance, circumstances, type Flaw, flaws } from "./flaws.ts";
import { routes } from "./routes.ts";
import { secondServer } from "./server.ts";

/** What came of one run. */
export interface SecondRun {
  /** Verdict and message of each check. */
  readonly checks: Readonly<Record<string, { readonly verdict: string; readonly message: string }>>;
  readonly notices: readonly string[];
  readonly incomplete: readonly string[];
  /** The contacts that the server has afterwards. */
  readonly contacts: readonly unknown[];
  /** The notes and labels that it has then. */
  readonly kept: readonly unknown[];
}

const fieldRules = [
  "error.message",
  "holders.complete",
  "holder.complete",
  "contact.channel",
  "blocks.complete",
  "rate.complete",
  "payments.complete",
  "note.complete",
  "label.complete",
  "bill.complete",
];
const served = Object.values<Operation>(operations)
  .filter((one) => routes.some(([, path]) => path.test(one.path.replace(/\{\w+\}/, "x"))))
  .map(({ id }) => id);
const generic = operationChecks.filter(({ id }) => served.some((operation) => id.endsWith(`.${operation}`)));
const isSelected = ({ id }: Check) => generic.some((one) => one.id === id) || fieldRules.includes(id);

async function judged(options: { flaw?: Flaw; circumstance?: Circumstance }): Promise<SecondRun> {
  let now = start;
  const server = secondServer({ publicKey, now: () => now, ...options });
  const notices: string[] = [];
  const { checks, end } = await proofRun({
    target: { baseUrl: "http://second.invalid", sandbox: false },
    transport: handlerTransport(server.fetch),
    select: isSelected,
    run: {
      // One request at a time meets no other.
      ...(options.flaw === "note.race" ? { concurrency: 2 } : {}),
      now: () => now,
      sleep: async (milliseconds) => {
        now += milliseconds;
      },
      onNotice: (message) => notices.push(message),
    },
  });
  return {
    checks: Object.fromEntries(checks.map(({ id, verdict, message }) => [id, { verdict, message }])),
    notices,
    incomplete: end.incomplete,
    contacts: server.holders.map(({ contact }) => contact),
    kept: server.kept(),
  };
}

const results: Record<string, SecondRun> = { conforming: await judged({}) };
for (const flaw of oneIn(60, flaws)) results[flaw] = await judged({ flaw });
for (const circumstance of oneIn(3, circumstances)) results[circumstance] = await judged({ circumstance });
const unjudged = served.filter((id) => !checks.some((check) => check.operations?.includes(id)));
console.log(JSON.stringify({ ids: generic.map(({ id }) => id), unjudged, results }));
