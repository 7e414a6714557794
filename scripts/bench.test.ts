import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { test } from "node:test";
import { serve } from "../conformance/sandbox/serve.ts";
import { schemaWith } from "./bench/described-schema.ts";
import { putFarAway } from "./bench/distant.ts";
import { profiled, toldOf } from "./bench/profile.ts";
import { missed, type Row, tableOf } from "./bench/results.ts";
import { inTurns, median, quantile } from "./bench/rounds.ts";
import { measureStart } from "./bench/start.ts";
import { timed } from "./bench/timed.ts";
import { bundledScript } from "./kit/started-testing.ts";
import { withTemporaryFolder } from "./kit/temporary-folder.ts";

const bench = await bundledScript("bench");
const run = (...args: string[]) => spawnSync(process.execPath, [bench, ...args], { encoding: "utf8" });

test("a profile names the functions with the largest shares of the time that was neither idle nor loading", () => {
  const node = (id: number, functionName: string, url = "") => ({ id, callFrame: { functionName, url } });
  const told = toldOf({
    nodes: [
      node(1, "(idle)"),
      node(2, "walk", "file:///somewhere/dist/index.js"),
      node(3, "sign", "node:crypto"),
      node(4, "walk", "file:///somewhere/dist/index.js"),
      node(5, "(garbage collector)"),
      node(6, "load", "node:internal/modules/esm/hooks"),
    ],
    samples: [1, 2, 3, 4, 5, 6],
    timeDeltas: [900, 30, 20, 40, 10, 500],
  });
  assert.match(
    told,
    /: 70 % `walk` \(index\.js\), 20 % `sign` \(node:crypto\), 10 % \(garbage collector\)\.$/,
  );
});

test("a process is profiled to its end", async () => {
  const busy =
    "const named = () => { for (const until = Date.now() + 200; Date.now() < until; ); }; named();";
  const told = await profiled((flags) => spawnSync(process.execPath, [...flags, "--eval", busy]));
  assert.match(told, /\d+ % `named`/);
});

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

test("contestants take turns, in changing order, and the first turn of each does not count", async () => {
  const turns: string[] = [];
  const contestant = (name: string) => ({
    name,
    part: "ours" as const,
    turn: () => turns.push(name),
  });
  const samples = await inTurns([contestant("a"), contestant("b")], 2);
  assert.deepEqual(turns, ["a", "b", "b", "a", "a", "b"]);
  assert.deepEqual(
    samples.map(({ figures }) => figures),
    [
      [4, 5],
      [3, 6],
    ],
  );
  assert.equal(quantile([4, 1, 3, 2], 0.25), 2);
});

test("a ratio is one to the limit in the same round, and what misses its goal is told", () => {
  const row = (goal: number): Row => ({
    what: "Something",
    unit: "µs of CPU",
    goal,
    profile: "It waits.",
    samples: [
      { part: "limit", name: "the least", figures: [100, 1000, 300] },
      { part: "ours", name: "ours", figures: [60, 700, 150] },
    ],
  });
  assert.match(
    tableOf([row(0.5)]),
    /^\| ours \| ours \| 150 µs of CPU \| 0\.60 \| 0\.50 to 0\.70 \| ≤ 0\.50 \|$/m,
  );
  assert.equal(missed(row(0.5)), "**Something** is 20 % above what it must reach. It waits.");
  assert.equal(missed(row(0.6)), undefined);
});

test("a row may want the more, or say its goal itself", () => {
  const row = (goal: Pick<Row, "atLeast" | "most">, figures: readonly number[]): Row => ({
    what: "Something",
    unit: "in a second",
    ...goal,
    samples: [
      ...(goal.most === undefined
        ? [{ part: "limit", name: "the most", figures: [100, 100, 100] } as const]
        : []),
      { part: "ours", name: "ours", figures },
    ],
  });
  assert.match(tableOf([row({ atLeast: 0.5 }, [60, 40, 50])]), /^\| ours .* \| 0\.50 \| .* \| ≥ 0\.50 \|$/m);
  assert.equal(missed(row({ atLeast: 0.5 }, [60, 40, 50])), undefined);
  assert.equal(
    missed(row({ atLeast: 0.5 }, [40, 40, 40])),
    "**Something** is 20 % below what it must reach.",
  );
  assert.equal(missed(row({ most: 40 }, [40, 40, 40])), undefined);
  assert.equal(missed(row({ most: 40 }, [50, 50, 50])), "**Something** is 25 % above what it must reach.");
});

test("what a program took includes what it started", async () => {
  // Of its own time, as a busy machine gives it less than passes.
  const busy = "while (process.cpuUsage().user < 200_000);";
  const inner = `require("node:child_process").execFileSync(process.execPath, ["-e", ${JSON.stringify(busy)}])`;
  const { cpuMs, wallMs } = await timed([process.execPath, "-e", inner]);
  assert.ok(cpuMs >= 200 && wallMs >= 100, `${cpuMs} of ${wallMs} ms`);
  await assert.rejects(timed([process.execPath, "-e", "process.exit(3)"]), /failed/);
});

test("npm run bench -- NAME… runs every contestant of each, and says what it must reach", () => {
  // No suite, no growth: they need a built package, whose commands have tests of their own. No generate: each of its
  // turns generates everything several times.
  const rowsOf = { requests: 4, signing: 3, walk: 3, validation: 1, sandbox: 2 };
  const size = ["--rounds", "1", "--requests", "20"];
  const { status, stdout, stderr } = run(...Object.keys(rowsOf), "--sources", "--no-peers", ...size);
  assert.equal(status, 0, stderr);
  const rows = Object.values(rowsOf).reduce((sum, count) => sum + count);
  assert.equal(stdout.match(/^### .*/gm)?.length, rows, stdout);
  assert.equal(stdout.match(/^\| ours \| .* \| [\d.]+ \S.* \| [≤≥] .* \|$/gm)?.length, rows, stdout);
  assert.ok(!stdout.includes("NaN") || process.platform !== "linux", stdout);
});

test("the same schema is built with the parts of any library", () => {
  const words = schemaWith<string>(
    {
      string: (pattern) => `text ${pattern}`,
      number: () => "number",
      integer: () => "integer",
      null: () => "null",
      any: () => "any",
      array: (item) => `[${item}]`,
      union: (parts) => parts.join(" or "),
      optional: (part) => `${part}?`,
      object: (fields) => JSON.stringify(fields),
    },
    {
      type: "object",
      required: ["a"],
      properties: { a: { $ref: "#/components/schemas/Id" }, b: { type: ["integer", "null"] }, c: {} },
    },
    { Id: { type: "array", items: { type: "string", pattern: "^x" } } },
  );
  assert.equal(words, '{"a":"[text ^x]","b":"integer or null?","c":"any?"}');
});

test("the start of a process is measured by what the process says of itself", async () => {
  await withTemporaryFolder(async (dist) => {
    for (const [name, text] of Object.entries({ "src/index.js": "", "conformance/cli.cjs": "" })) {
      mkdirSync(dirname(join(dist, name)), { recursive: true });
      writeFileSync(join(dist, name), text);
    }
    const rows = await measureStart(dist, undefined, 1);
    assert.equal(rows.length, 2);
    for (const { samples } of rows) {
      for (const { figures } of samples) assert.ok((figures[0] ?? 0) > 1, `${figures} ms`);
    }
  });
});

test("the results that are kept say when and where they were measured", () => {
  const kept = readFileSync(new URL("./bench/RESULTS.md", import.meta.url), "utf8");
  assert.match(kept, /^Written by `npm run bench` on \d{4}-\d{2}-\d{2}: .* Node \d+\.\d+/m);
});

test("a flag that cannot be is refused before anything is measured", () => {
  for (const [args, message] of [
    [["server"], /there is no server, only requests, signing, .*, npm-test/],
    [["--rounds", "0"], /--rounds is a number of at least 1/],
    [["start", "--sources"], /--sources is not for start/],
  ] as const) {
    const { status, stdout, stderr } = run(...args);
    assert.equal(status, 2);
    assert.equal(stdout, "");
    assert.match(stderr, message);
  }
});
