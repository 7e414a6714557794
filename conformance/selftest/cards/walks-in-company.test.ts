/** Walks while other reads are on their way: what a server may do then, and what it may not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { runDefaults } from "../../run/options.ts";
import { type ProofOptions, proofRun } from "../in-memory.ts";
import { replacing } from "../variation.ts";
import { linesWith } from "../verdicts.ts";
import { newestCursors } from "./servers.ts";

const { concurrency, cases } = runDefaults;
const runOf = (server: ProofOptions) =>
  proofRun({
    ...server,
    run: { concurrency, cases },
    select: ({ id }) => /^(?:list|page)\./.test(id),
  });

test("a server that knows only the cursor which it gave last is not accused", async () => {
  assert.deepEqual(linesWith(await runOf(newestCursors()), "failed"), []);
});

test("one that repeats an item on a page while other reads are on their way is found", async () => {
  const server = replacing({
    page: ({ items, start, limit }, { beside }) => {
      const from = beside > 0 && start > 0 ? start - 1 : start;
      return {
        items: items.slice(from, from + limit),
        next: from + limit < items.length ? from + limit : null,
      };
    },
  });
  assert.match(linesWith(await runOf(server), "failed").join("\n"), /list\.iteration\.once/);
});

test("one that gives an empty page while it is busy with many reads is found", async () => {
  let underWay = 0;
  const server: ProofOptions = {
    wrap: async (request, next) => {
      underWay += 1;
      await setTimeout(1);
      const isBusy = underWay > 8 && request.method === "GET";
      const response = await next(request);
      underWay -= 1;
      return isBusy && response.ok ? Response.json({ cards: [] }) : response;
    },
  };
  assert.match(linesWith(await runOf(server), "failed").join("\n"), /reads are on their way/);
});

test("one that lists only the cards which no write has locked is found", async () => {
  const locked: string[] = [];
  const server = replacing({
    page: ({ items, start, limit }) => {
      const free = items.filter(({ id }) => !locked.includes(String(id)));
      return {
        items: free.slice(start, start + limit),
        next: start + limit < free.length ? start + limit : null,
      };
    },
  });
  const result = await proofRun({
    ...server,
    run: { concurrency, cases },
    select: ({ id }) => /^(?:page\.whole|write\..*)$/.test(id),
    wrap: async (request, next) => {
      const [, id] = /card\/(\w+)\/limits/.exec(request.url) ?? [];
      if (id === undefined) return next(request);
      locked.push(id);
      await setTimeout(5);
      const response = await next(request);
      locked.splice(locked.indexOf(id), 1);
      return response;
    },
  });
  assert.match(linesWith(result, "failed").join("\n"), /^page\.whole: .* left out CRD\d+/);
});
