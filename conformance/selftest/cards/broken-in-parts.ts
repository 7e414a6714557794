/** Servers whose parts contradict each other in some sequences of writes: caches, and servers that take turns. */
import { setTimeout } from "node:timers/promises";
import { applyChange } from "../../sandbox/change.ts";
import type { ProofOptions } from "../in-memory.ts";
import { replacing } from "../variation.ts";
import type { BrokenServer } from "./broken-in-histories.ts";

/** It has a cache of pages, which a write empties before a read that is under way puts in what it has read. */
function keepsStalePages(): ProofOptions {
  const pages = new Map<string, Response>();
  return {
    run: { concurrency: 8 },
    wrap: async (request, next) => {
      if (request.method !== "GET") {
        const response = await next(request);
        if (response.ok) pages.clear();
        return response;
      }
      const kept = pages.get(request.url);
      if (kept !== undefined) return kept.clone();
      const response = await next(request);
      await setTimeout(5);
      if (response.ok) pages.set(request.url, response.clone());
      return response;
    },
  };
}

/** Two servers by turns: each takes for done what it was the last one to write itself. */
function takesTurns(): ProofOptions {
  let requests = 0;
  const written: [string, string] = ["", ""];
  return replacing({
    intercept: () => {
      requests += 1;
      return null;
    },
    apply: (change) => {
      const turn = requests % 2;
      const before = structuredClone(change.item);
      applyChange(change);
      const after = JSON.stringify(change.item);
      if (written[turn] === after) Object.assign(change.item, before);
      written[turn] = after;
    },
  });
}

/** One for each part. */
export const brokenInParts: readonly BrokenServer[] = [
  {
    does: "keeps a page that was read while a write was carried out",
    server: keepsStalePages,
    fails: ["write.effect.patch"],
    history: /reading all pages at the same time\.$/,
  },
  {
    does: "is two servers by turns, each of which takes for done what it was the last one to write itself",
    server: takesTurns,
    fails: ["idempotency.distinct.put"],
    history: /with the body of \w under a new key\.$/,
  },
];
