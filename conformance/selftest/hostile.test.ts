import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { oneIn } from "../../src/testing/extent.ts";
import { startCommand } from "../cli/process-testing.ts";
import type { RunResult } from "../run/options.ts";
import { closeServers } from "../wire/testing.ts";
import { hostilities, serveHostile } from "./hostile.ts";
import { credentials } from "./in-memory.ts";
import { socketRun } from "./over-sockets.ts";
import { idsWith, isMadeForAny } from "./verdicts.ts";

afterEach(closeServers);

const budgetMs = 8000;
/** What putting limits back and ending open exchanges may take beyond the budget. */
const slackMs = 4000;

async function judge(name: string, meets: Parameters<typeof serveHostile>[1]) {
  const hostility = hostilities[name];
  assert.ok(hostility, name);
  const { baseUrl } = await serveHostile(hostility, meets);
  const began = Date.now();
  const sleep = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.min(time, 100)));
  const result = await socketRun(baseUrl, { timeoutMs: 400, budgetMs, sleep });
  return { result, tookMs: Date.now() - began };
}

function endsWell(result: RunResult, tookMs: number): void {
  assert.ok(tookMs < budgetMs + slackMs, `${tookMs} ms`);
  assert.deepEqual(idsWith(result, "broken"), []);
  assert.equal(result.end.summary.emitted, result.end.summary.expected);
  assert.equal(result.events.at(-1), result.end);
}

const isToken = (_: string, path: string) => path.includes("/oauth/");

describe("a server that is hostile to every request", () => {
  for (const name of oneIn(12, Object.keys(hostilities))) {
    it(`${name}: the run ends in time, with nothing passed`, async () => {
      const { result, tookMs } = await judge(name, () => true);
      endsWell(result, tookMs);
      assert.deepEqual(idsWith(result, "passed"), []);
      assert.deepEqual(idsWith(result, "observed"), []);
      // A redirect, and bodies that are JSON objects without a token, contradict what is said of the token response.
      const isJudged = [
        "a redirect loop",
        "invalid UTF-8",
        "100,000 nested brackets",
        "a cursor loop",
        "a new cursor for ever",
      ].includes(name);
      assert.equal(result.end.exitCode, isJudged ? 1 : 3);
    });
  }
});

describe("a server whose list is hostile, while tokens are issued as specified", () => {
  for (const name of oneIn(24, Object.keys(hostilities))) {
    it(`${name}: the run ends in time and says what it can`, async () => {
      const { result, tookMs } = await judge(
        name,
        (method, path) => method === "GET" && !isToken(method, path),
      );
      endsWell(result, tookMs);
      const failed = idsWith(result, "failed");
      const cursors = ["a cursor loop", "a new cursor for ever"].includes(name);
      if (cursors) assert.ok(failed.includes("list.iteration"), failed.join());
      else if (name === "100,000 nested brackets") {
        // To read such a list takes so long that a slow machine uses up the budget before it is asked again.
        const isCut = result.end.incomplete.some((line) => line.includes("budget"));
        assert.ok(isCut || failed.includes("page.cards"), failed.join());
      } else if (name === "invalid UTF-8") assert.ok(failed.includes("page.complete"), failed.join());
      else if (["a redirect loop", "no HTTP at all"].includes(name))
        assert.deepEqual(
          failed.filter((id) => !isMadeForAny(id)),
          ["list.request"],
        );
      else
        assert.deepEqual(
          failed.filter((id) => id !== "service.json"),
          [],
        );
      assert.ok(!idsWith(result, "passed").some((id) => id.startsWith("card.") || id.startsWith("write.")));
    });
  }
});

describe("a server that resets every third connection", () => {
  it("is judged all the same, by sending again", async () => {
    const { baseUrl } = await serveHostile(
      (request) => request.socket.resetAndDestroy(),
      (_, __, count) => count % 3 === 0,
    );
    const result = await socketRun(baseUrl, { budgetMs: 90_000 });
    assert.deepEqual(idsWith(result, "failed"), []);
    assert.deepEqual(idsWith(result, "broken"), []);
    assert.ok(idsWith(result, "passed").length > 100, `${idsWith(result, "passed").length} passed`);
    assert.equal(result.end.writes.leftChanged, null);
  });
});

describe("a server whose long pages are cut short", () => {
  for (const name of ["a body cut short", "a chunked body cut short"]) {
    it(`${name}: is told of, though every other page is whole`, async () => {
      const hostility = hostilities[name];
      assert.ok(hostility);
      const { baseUrl } = await serveHostile(hostility, (_, path) => /limit=\d\d/.test(path));
      const result = await socketRun(baseUrl, { budgetMs: 90_000 });
      assert.deepEqual(idsWith(result, "failed"), ["service.json"]);
    });
  }
});

describe("a redirect to another host", () => {
  it("is not followed: neither secret nor token nor signature reach it", async () => {
    const elsewhere = await serveHostile(
      (_, response) => response.end(),
      () => true,
    );
    const server = await serveHostile(
      (request, response) => {
        response.writeHead(307, { location: `${elsewhere.baseUrl}${request.url}` }).end();
      },
      (_, __, count) => count > 40,
    );
    const result = await socketRun(server.baseUrl, { budgetMs: 10_000 });
    assert.ok(server.paths.length > 60);
    assert.deepEqual(elsewhere.paths, []);
    assert.deepEqual(idsWith(result, "broken"), []);
  });
});

describe("the memory of the command", () => {
  for (const name of ["a gzip bomb", "an endless body", "100,000 nested brackets"]) {
    it(`stays under 256 MiB, and the report is written: ${name}`, async () => {
      const hostility = hostilities[name];
      assert.ok(hostility);
      const { baseUrl } = await serveHostile(
        hostility,
        (method, path) => method === "GET" && !isToken(method, path),
      );
      const { code, stdout, stderr } = await startCommand(
        ["conformance", "--cases", "0", "--report", "json=-", "--budget", "10", "--timeout", "1"],
        {
          PARTNER_CARD_BASE_URL: baseUrl,
          PARTNER_CARD_CLIENT_ID: credentials.clientId,
          PARTNER_CARD_CLIENT_SECRET: credentials.clientSecret,
          NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(reportMemory)}`,
        },
      ).ended;
      assert.ok(code === 1 || code === 3, stderr);
      const { summary } = JSON.parse(stdout) as { summary: { expected: number; passed: number } };
      assert.ok(summary.passed < summary.expected / 4);
      const kib = Number(/^most memory: (\d+)$/m.exec(stderr)?.[1]);
      assert.ok(kib < 256 * 1024, `${Math.round(kib / 1024)} MiB`);
    });
  }
});

/** Runs inside the command's process and tells at its end how much memory it ever took, in KiB. */
const reportMemory = `process.on("exit", () => process.stderr.write("most memory: " + process.resourceUsage().maxRSS + "\\n"));`;
