/** A run takes little memory, however much a server sends: in a process of its own, the server in another. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, test } from "node:test";
import { closeServers, listening } from "../wire/testing.ts";

after(closeServers);

const pages = 100;
const perPage = 10;
const nickname = "n".repeat(75_000);
const mebibyte = 1024 * 1024;

/** Page by page; whatever limit is asked for, a page holds at most ten cards. */
function page(query: URLSearchParams): string {
  const size = Math.min(Number(query.get("limit") ?? perPage), perPage);
  const from = Number(query.get("cursor") ?? 0);
  const until = Math.min(from + size, pages * perPage);
  const cards = Array.from({ length: until - from }, (_, index) => {
    const [id, holder] = [
      `CRD${1000 + from + index}`,
      { id: `USR${from + index}`, fullName: "Maria Keller" },
    ];
    const limits = { daily: 5000, monthly: 40_000, atm: 0, approvalBased: null };
    return { id, last4: "4242", nickname, cardHolder: holder, limits, availableBalance: 12_750 };
  });
  return JSON.stringify(
    until < pages * perPage ? { cards, nextCursor: String(until) } : { cards, nextCursor: null },
  );
}

const program = `
  import { conformance } from ${JSON.stringify(new URL("../run/run.ts", import.meta.url).href)};
  import { createHttpTransport } from ${JSON.stringify(new URL("../wire/http.ts", import.meta.url).href)};
  const base = process.memoryUsage().rss;
  const transport = createHttpTransport();
  const target = {
    baseUrl: process.env.SERVER, prefix: "", clientId: "partner", clientSecret: "a-secret-made-up-for-a-test",
    signingKey: null, signaturePath: "api", sandbox: false,
  };
  const result = await conformance({ target, transport: transport.send, cases: 0 });
  transport.close();
  const bodies = result.events.map((event) => event.event === "exchange" ? event.response?.body : null);
  console.log(JSON.stringify({
    received: bodies.reduce((sum, body) => sum + (body?.bytes ?? 0), 0),
    kept: bodies.reduce((sum, body) => sum + (body?.text.length ?? 0), 0),
    passed: result.checks.filter(({ verdict }) => verdict === "passed").map(({ id }) => id),
    grown: process.resourceUsage().maxRSS * 1024 - base,
  }));
`;

test("a run to which a server sends 160 MiB gets by with a heap of 128 MiB, and grows by less than that", async () => {
  const baseUrl = await listening((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://server.invalid");
    response.setHeader("content-type", "application/json");
    const scope = "cards:read cards:write transfers:read transfers:write";
    const token = { access_token: "a-token-of-a-test", token_type: "Bearer", expires_in: 3600, scope };
    if (pathname === "/v1/oauth/token") return void response.end(JSON.stringify(token));
    if (request.headers.authorization !== `Bearer ${token.access_token}`) response.statusCode = 401;
    if (pathname !== "/v1/card") response.statusCode = 404;
    const refusal = JSON.stringify({ message: "no", type: "InvalidRequest" });
    response.end(response.statusCode === 200 ? page(searchParams) : refusal);
  });
  // Without a limit, a busy machine puts off collecting what is no longer needed.
  const heap = "--max-old-space-size=128";
  const child = spawn(process.execPath, [heap, "--import", "tsx", "--input-type=module", "--eval", program], {
    env: { ...process.env, SERVER: baseUrl },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += chunk;
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  assert.equal(code, 0);
  const seen = JSON.parse(text);
  assert.ok(seen.received > 160 * mebibyte, `${seen.received} bytes came`);
  assert.ok(seen.passed.includes("card.nickname") && seen.passed.includes("page.cards"), text);
  assert.ok(seen.grown < 160 * mebibyte, `${Math.round(seen.grown / mebibyte)} MiB`);
  assert.ok(seen.kept < 32 * mebibyte, `${seen.kept} characters of evidence`);
});
