/**
 * `npm run bench -- requests`: CPU time per request of this client, with every feature on, against the global fetch
 * and other clients, over one keep-alive server in a separate process.
 */
import { sampleWrite } from "../kit/sample-calls.ts";
import { startOwn, withPages } from "./own-process.ts";
import type { ListOptions } from "./pages-server.ts";
import type { Profile } from "./profile.ts";
import type { ContestantOptions } from "./request-contestant.ts";
import type { Row } from "./results.ts";
import { type Contestant, inTurns } from "./rounds.ts";

/** How much is measured. */
export interface Size {
  readonly rounds: number;
  /** Requests in each turn. */
  readonly requests: number;
}

type Entry = readonly [part: Contestant["part"], name: string];
type Comparison = Pick<Row, "what" | "goal"> & {
  readonly call: ContestantOptions["call"];
  readonly entries: readonly Entry[];
};

/** A profile of one turn would mostly show how the engine starts. */
const turnsProfiled = 10;

/** A list that is one page, answered at once. */
export const onePage: ListOptions = { pages: 1, itemsPerPage: 10, latencyMs: 0 };

const limit: Entry = ["limit", "global fetch"];

/**
 * Measures all contestants.
 *
 * @param modules - The client that is measured, `*` in place of the name of its module.
 * @param peers - The folder of the peers; undefined where they are not installed.
 */
export async function measureRequests(
  modules: string,
  peers: string | undefined,
  { rounds, requests }: Size,
  profiled: Profile,
): Promise<Row[]> {
  return withPages(onePage, async (baseUrl) => {
    const rows: Row[] = [];
    for (const { call, entries, ...row } of comparisons()) {
      const present = entries.filter(([, name]) => peers !== undefined || !/^(ky|axios)/.test(name));
      const start = (name: string, flags?: readonly string[]) =>
        startOwn("request-contestant", { call, name, baseUrl, modules, peers }, flags);
      const contestants = present.map(([part, name]) => {
        const own = start(name);
        return { part, name, own, turn: () => own.turn(requests) };
      });
      const ended = async () => {
        for (const { own } of contestants) await own.end();
      };
      const samples = await inTurns(contestants, rounds).finally(ended);
      const [, ours = ""] = present.find(([part]) => part === "ours") ?? [];
      const profile = await profiled(async (flags) => {
        const own = start(ours, flags);
        await own.turn(turnsProfiled * requests);
        await own.end();
      });
      rows.push({ ...row, unit: "µs of CPU", samples, profile });
    }
    return rows;
  });
}

function comparisons(): readonly Comparison[] {
  return [
    {
      what: "A list request, every feature on, over the default transport",
      goal: 0.6,
      call: "list",
      entries: [
        limit,
        ["ours", "partner-card"],
        ["floor", "node:http, bare"],
        ["peer", "openapi-fetch, bare"],
        ["peer", "openapi-fetch, the same features naively"],
        ["peer", "ky, bare"],
        ["peer", "axios, bare"],
      ],
    },
    {
      what: "A list request where only fetch exists",
      goal: 1.2,
      call: "list",
      entries: [limit, ["ours", "partner-card with fetch"]],
    },
    {
      what: "A list request over undici",
      goal: 0.45,
      call: "list",
      entries: [limit, ["ours", "partner-card with undiciSend"], ["floor", "undici, dispatch alone"]],
    },
    {
      what: `A ${sampleWrite().operation.method} request without the RSA work`,
      goal: 0.75,
      call: "write",
      entries: [
        limit,
        ["ours", "partner-card"],
        ["also", "partner-card with undiciSend"],
        ["floor", "node:http, bare"],
      ],
    },
  ];
}
