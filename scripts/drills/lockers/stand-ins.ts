/** What stands in for the card API's own files where the description is another one: nothing is known beyond it. */

/** File of the repository to its content. */
export const standIns: Readonly<Record<string, string>> = {
  "src/client/cards.ts": `import type { Paginate, RequestOperation } from "./operation-calls.ts";
/** No method beyond those of the description. */
export interface OwnMethods {}
export function ownMethods(_request: RequestOperation, _paginate: Paginate): OwnMethods {
  return {};
}
`,
  "conformance/sandbox/cards/index.ts": `import type { OwnParts } from "../own.ts";
export const own: OwnParts = { items: {}, handlers: {}, faults: [], checkNames: {}, recordings: [] };
`,
  "conformance/clients/cards/index.ts": `import type { Rule } from "../rule.ts";
import type { Scenario } from "../scenario.ts";
import type { Weather } from "../weather.ts";
export const ownRules: readonly Rule[] = [];
export const ownWeathers: readonly Weather[] = [];
export const scenarios: readonly Scenario[] = [];
export const everything: Scenario["task"] = () => ({ starts: [{}], work: [] });
export const relied: readonly string[] = [];
export const itemsMember = "items";
`,
  "conformance/selftest/cards/index.ts": `import type { ClientMatrix } from "../client-matrix.ts";
import type { Variation } from "../variation.ts";
export const variations: readonly Variation[] = [];
export const makeClientMatrix = async (): Promise<ClientMatrix> => ({ broken: [], lawful: [], weather: [], reached: {} });
export const wrongIn = (_: unknown): readonly string[] => [];
export const commandOf = (..._: readonly string[]) => async (_: string): Promise<readonly string[]> => [];
export const judgeAgain = async (..._: readonly unknown[]): Promise<readonly { client: string; different: string[] }[]> => [];
`,
  "conformance/checks/cards/index.ts": `import { resolve } from "node:path";
import type { DefectCheck } from "../defects.ts";
import type { Check, Run } from "../kit/check.ts";
import type { Journal, JournalFile, Keeper, KeeperEvents } from "../kit/keeper.ts";
import type { RefusedRequest, WriteDefect } from "../kit/refusal.ts";
import type { Recording } from "../recordings/recording.ts";

export type { Journal } from "../kit/keeper.ts";
export const ownChecks: readonly Check[] = [];
export const ownOperations: readonly string[] = [];
export const recordings: readonly Recording[] = [];
export const ownRefusals = {
  defects: (_: readonly DefectCheck[]): readonly WriteDefect[] => [],
  checkIds: (_: DefectCheck): readonly string[] => [],
  send: async (_run: Run, _rows: readonly DefectCheck[]): Promise<readonly RefusedRequest[]> => [],
};
export const createKeeper = (_: KeeperEvents): Keeper => ({
  ids: [],
  isDirty: false,
  isLate: false,
  unchanged: new Set(),
  unseen: new Set(),
  renewPatience: () => undefined,
  touch: () => undefined,
  putBack: async () => [],
});
export const defaultJournal = ".partner-card/journal.json";
export const journalFile = (file = defaultJournal): JournalFile => ({
  path: resolve(file),
  prepare: () => undefined,
  read: () => null,
  save: () => undefined,
  remove: () => undefined,
});
export const keptIn = (_: Journal): string => "nothing";
export const restore = async (..._: unknown[]): Promise<readonly string[]> => [];
`,
};

/** Tells which files know the card API, so that a copy for another one leaves them out. */
export function knowsCards(path: string): boolean {
  return (
    /(^|\/)cards(\/|\.ts$)/.test(path) ||
    /^scripts\/docs\/pages\/|^conformance\/selftest\/(plain-|hostile|second-api\/|matrix\.json)/.test(path)
  );
}
