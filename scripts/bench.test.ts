import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { performance } from "node:perf_hooks";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { serve } from "../conformance/sandbox/serve.ts";
import { putFarAway } from "./bench/distant.ts";
import { median } from "./bench/median.ts";

const bench = fileURLToPath(new URL("./bench.ts", import.meta.url));
const run = (...args: string[]) =>
  spawnSync(process.execPath, ["--import", "tsx", bench, ...args], { encoding: "utf8" });

test("the median is the middle value, whatever the order", () => {
  assert.equal(median([900, 1, 2]), 2);
  assert.equal(median([10, 9]), 10);
});

test("a distant server takes its latency for each request, and changes neither request nor answer", async (t) => {
  const served = await serve(async (request) => {
    const { method, headers, url } = request;
    const answer = { method, token: headers.get("authorization"), path: new URL(url).pathname };
    return Response.json({ ...answer, body: await request.text() }, { status: 418, headers: { "x-a": "b" } });
  });
  t.after(() => served.close());
  const server = await putFarAway(served.baseUrl, 80);
  t.after(() => server.close());
  const init = { method: "PATCH", headers: { authorization: "Bearer t" }, body: "{}" };
  const began = performance.now();
  const answers = await Promise.all([1, 2, 3].map(() => fetch(`${server.baseUrl}/v1/card?a=b`, init)));
  const took = performance.now() - began;
  assert.ok(took > 75, `three at the same time took ${took} ms`);
  for (const answer of answers) {
    assert.equal(answer.status, 418);
    assert.equal(answer.headers.get("x-a"), "b");
    assert.deepEqual(await answer.json(), {
      method: "PATCH",
      token: "Bearer t",
      path: "/v1/card",
      body: "{}",
    });
  }
  assert.deepEqual([server.requests(), server.requests("PATCH"), server.requests("PUT")], [3, 3, 0]);
});

test("the client's part prints one line for each contestant, relative to the global fetch", () => {
  const { status, stdout, stderr } = run("--only", "client", "--rounds", "1", "--requests", "20");
  assert.equal(status, 0, stderr);
  const [title, ...lines] = stdout.trim().split("\n");
  assert.match(title ?? "", /^Client: CPU time per request, median of 1 rounds of 20 requests$/);
  assert.ok(lines.length >= 6, stdout);
  for (const line of lines) assert.match(line, /\S +[0-9]+ µs {2}[0-9.]+ × global fetch$/);
  assert.match(lines[0] ?? "", /^global fetch, GET .* 1\.00 ×/);
});

test("a flag that cannot be is refused before anything is measured", () => {
  for (const [args, message] of [
    [["--only", "server"], /--only is client or suite, not server/],
    [["--runs", "0"], /--runs is a number of at least 1/],
  ] as const) {
    const { status, stdout, stderr } = run(...args);
    assert.equal(status, 2);
    assert.equal(stdout, "");
    assert.match(stderr, message);
  }
});
