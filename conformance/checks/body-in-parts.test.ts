/** A server that takes what arrives first for the whole body is found; only sockets show it. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { runDefaults } from "../run/options.ts";
import { judgePlain } from "../selftest/plain-server-testing.ts";
import { idsWith, linesWith } from "../selftest/verdicts.ts";

test("a server that reads no more than the first part of a body is told by that", async () => {
  const result = await judgePlain({
    server: {
      bodyOf: async (request) => {
        if (request.method === "GET") return "";
        const [first] = await once(request, "data");
        return String(first);
      },
    },
    run: { cases: runDefaults.cases, select: ({ id }) => id.startsWith("spelling.") },
  });
  assert.deepEqual(idsWith(result, "failed"), ["spelling.patch", "spelling.put", "spelling.token"]);
  // On a busy machine the parts may arrive together, so that something else seems to matter as well.
  for (const line of linesWith(result, "failed")) assert.match(line, /when .*the body comes in two parts/);
});
