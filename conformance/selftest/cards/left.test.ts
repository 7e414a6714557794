/** A client that goes away before the response comes back and asks again: its key must have been kept. */
import assert from "node:assert/strict";
import { afterEach, it } from "node:test";
import { setTimeout } from "node:timers/promises";
import { api } from "../../../generated/operations.ts";
import { createSandbox, type Sandbox } from "../../sandbox/app.ts";
import { listenerOf } from "../../sandbox/serve.ts";
import { closeServers, listening } from "../../wire/testing.ts";
import { credentials, publicKey } from "../in-memory.ts";
import { socketRun } from "../over-sockets.ts";
import { idsWith } from "../verdicts.ts";

afterEach(closeServers);

/** Milliseconds after which a server answers a write. */
const slowly = 20;

/** Judges a server that answers writes slowly, and does something where nobody waits for that any more. */
async function judge(forsaken: (sandbox: Sandbox, key: string) => void) {
  const sandbox = createSandbox({ ...credentials, publicKey });
  let times = 0;
  const answer = listenerOf(async (request) => {
    const response = await sandbox.fetch(request);
    if (["PATCH", "PUT"].includes(request.method)) await setTimeout(slowly);
    return response;
  });
  const baseUrl = await listening((request, response) => {
    response.once("close", () => {
      if (response.writableFinished) return;
      times += 1;
      const key = String(request.headers[api.headers.idempotencyKey.toLowerCase()]);
      forsaken(sandbox, key);
      // Where the connection was closed before the write was carried out, once more when it has been.
      setTimeout(slowly).then(() => forsaken(sandbox, key));
    });
    answer(request, response);
  });
  const result = await socketRun(baseUrl, { cases: 500, concurrency: 8 }, ({ id }) =>
    id.startsWith("idempotency.retry"),
  );
  return { failed: idsWith(result, "failed"), messages: result.checks.map(({ message }) => message), times };
}

/** Forgets the key of a write. */
function forget({ state }: Sandbox, key: string): void {
  state.writes.delete(key);
}

/** How often it is judged: where the machine is busy, a connection may be closed at another moment each time. */
const mostRuns = 3;

it("a key that is lost with the connection is found", async () => {
  let { failed, messages } = await judge(forget);
  for (let runs = 1; runs < mostRuns && failed.length === 0; runs += 1)
    ({ failed, messages } = await judge(forget));
  // Of which operation depends on the moment as well.
  assert.ok(failed.length > 0, messages.join("\n"));
  // Whether a shorter history shows it again depends on the moment in which the connection is closed.
  assert.match(messages.join("\n"), /(?:PATCH|PUT) (\w), whose response is not waited for; .*\b\1 again\./);
});

it("a server that keeps it passes, and has seen such a write", async () => {
  const { failed, times } = await judge(() => undefined);
  assert.deepEqual(failed, []);
  assert.ok(times > 0);
});
