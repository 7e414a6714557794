/** The curl command of an exchange, run with curl itself: what arrives is what the suite sent. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createServer, type Server } from "node:net";
import { after, before, describe, it, test } from "node:test";
import { promisify } from "node:util";
import { api } from "../../generated/operations.ts";
import { listenOnLoopback } from "../../src/testing/loopback.ts";
import type { HeaderList } from "../base/events.ts";
import { createRedactor } from "../base/redact.ts";
import { createHttpTransport } from "../wire/http.ts";
import type { WireRequest } from "../wire/transport.ts";
import { curlOf } from "./curl.ts";
import { findProgram, needs } from "./external-testing.ts";
import { formats } from "./formats.ts";
import { exchangeEvent, mixedRun } from "./testing.ts";

const secrets = {
  TOKEN: "dG9rZW4tdGhhdC1pcy1sb25n",
  SIGNATURE: "c2lnbmF0dXJlLXRoYXQtaXMtbG9uZw==",
  SECRET: "a-client-secret-of-this-test",
};
const authorization = ["Authorization", `Bearer ${secrets.TOKEN}`] as const;
const json = ["Content-Type", "application/json"] as const;
const signature = [api.headers.signature, secrets.SIGNATURE] as const;
const read = (path: string, headers: HeaderList = [["Accept", "application/json"], authorization]) => ({
  method: "GET",
  path,
  headers,
  body: null,
});
const write = (body: string | null, headers: HeaderList = [json, signature, authorization]) => ({
  method: "PATCH",
  path: "/a/b",
  headers,
  body,
});

const requests: Readonly<Record<string, Omit<WireRequest, "url"> & { readonly path: string }>> = {
  "a read": read("/a?limit=2"),
  "a read without Accept, or any header": read("/a", []),
  "a path that curl would tidy up, and brackets": read("/a//b%6E/./{c}[1-3]/?x[]=1&y={1,2}&z=it's%20$HOME"),
  "headers in other letters, another order, and with spaces around": read("/a", [
    ["AUTHORIZATION", ` Bearer ${secrets.TOKEN} `],
    ["accept", "  text/html;q=0.5,\tapplication/json "],
    ["X-HTTP-Method-Override", "GET"],
    ["Connection", "close"],
    ["X-Request-Id", 'it\'s "$(date)" `x` \\ ! caf\u00e9'],
  ]),
  "an empty header and a header twice": read("/a", [
    [api.headers.idempotencyKey, ""],
    ["Accept", "a/b"],
    ["Accept", "c/d"],
  ]),
  "a write": write('{"a":"it\'s"}'),
  "a write without a type": write("x=1", [signature]),
  "a write with white space, line breaks and other letters": write(
    ' \n\t{"a":"\u00e9 %d \\u0061 \u0000\u001b[1m"}\r\n ',
  ),
  "a body that starts with @": write("@/etc/hosts"),
  "an empty body": write(""),
  "no body": { ...write(null), method: "POST" },
  "a body with a read": { ...read("/a"), body: "{}" },
  "a form with a secret": {
    method: "POST",
    path: "/token",
    headers: [["Content-Type", "application/x-www-form-urlencoded"]],
    body: `grant_type=x&client_secret=${secrets.SECRET}&scope=a%20b`,
  },
  "another method": { ...write("{}"), method: "PURGE" },
};

/** The lines of a request without those that frame it, and its body: "" stands between them. */
function shownOf(raw: Buffer): string[] {
  const [head = "", ...body] = raw.toString("latin1").split("\r\n\r\n");
  const lines = head
    .split("\r\n")
    .filter((line) => !/^(host|content-length|connection: keep-alive)\b/i.test(line));
  // Of a header without a value, curl leaves out the space as well.
  return [...lines.map((line) => line.replace(/: $/, ":")), "", body.join("\r\n\r\n")];
}

describe("the curl command", needs(findProgram("curl"), "curl"), () => {
  let server: Server;
  let origin = "";
  const arrived: Buffer[] = [];
  const transport = createHttpTransport();
  before(async () => {
    server = createServer((socket) => {
      let raw = Buffer.alloc(0);
      socket.on("error", () => {});
      socket.on("data", (chunk: Buffer) => {
        raw = Buffer.concat([raw, chunk]);
        const end = raw.indexOf("\r\n\r\n");
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(raw.toString("latin1"))?.[1] ?? 0);
        if (end === -1 || raw.length < end + 4 + length) return;
        arrived.push(raw);
        socket.end("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
      });
    });
    origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  });
  after(() => {
    transport.close();
    server.close();
  });

  for (const [name, { path, ...request }] of Object.entries(requests)) {
    it(`sends ${name} as the suite has sent it`, async () => {
      arrived.length = 0;
      const wire = { ...request, url: `${origin}${path}` };
      const outcome = await transport.send(wire, { timeoutMs: 5000, maximumBytes: 1000 });
      assert.equal(outcome.response?.status, 204, JSON.stringify(outcome.failure));

      const redactor = createRedactor([secrets.SECRET]);
      const told = {
        ...wire,
        url: redactor.text(wire.url),
        headers: redactor.headers(wire.headers),
        body: wire.body === null ? null : redactor.body(wire.body),
      };
      const command = curlOf(exchangeEvent("x1", { request: told })) ?? "";
      for (const secret of Object.values(secrets)) assert.ok(!command.includes(secret), command);
      assert.match(command, /^[\x20-\x7e\n]+$/, "nothing in it acts on a terminal");
      await promisify(execFile)("sh", ["-c", command], {
        env: { PATH: process.env.PATH, HOME: "/nonexistent", ...secrets },
      });

      assert.equal(arrived.length, 2);
      const [suite, curl] = arrived.map(shownOf);
      assert.deepEqual(curl, suite, command);
    });
  }
});

test("whatever a log says was sent, nothing in the command acts on a shell or a terminal", () => {
  const bad = "a\u001b[31m\n'$(b)`c`\"\u2028\u0000";
  const request = { method: bad, url: bad, headers: [[bad, ""] as const, [bad, bad] as const], body: bad };
  const command = curlOf(exchangeEvent("x1", { request, alteration: bad })) ?? "";
  assert.match(command, /^[\x20-\x7e\n]+$/);
  assert.equal(command.split("\n").length, 2);
});

test("the comments say what was altered, and how to make what is redacted", () => {
  const signed = (url: string) => ({
    method: "PATCH",
    url,
    headers: [
      ["Authorization", "Bearer [redacted]"],
      [api.headers.timestamp, " 1795265566 "],
      [api.headers.signature, "[redacted]"],
    ] as const,
    body: "{}",
  });
  const url = `https://staging.example.com/partner${api.versionPrefix}/a/b?c=d`;
  const exchange = exchangeEvent("x1", {
    request: signed(url),
    alteration: "signed for\nanother item \u202e",
  });
  const comments = (text: string | null) => text?.split("\n").slice(0, -1);
  assert.deepEqual(comments(curlOf(exchange)), [
    "# altered on purpose: signed for ? another item ?U+202E?",
    "# $TOKEN: an access token",
    `# $SIGNATURE: as in npx partner-card sign PATCH ${api.versionPrefix}/a/b --timestamp 1795265566, altered as said above`,
  ]);
  const withToken = exchangeEvent("x3", {
    request: signed(url),
    alteration: "with a token that is too long",
  });
  assert.deepEqual(comments(curlOf(withToken))?.slice(1), [
    "# $TOKEN: an access token, altered as said above",
    `# $SIGNATURE: as in npx partner-card sign PATCH ${api.versionPrefix}/a/b --timestamp 1795265566`,
  ]);
  assert.match(
    curlOf(exchange, "full") ?? "",
    new RegExp(`PATCH /partner${api.versionPrefix}/a/b --timestamp`),
  );
  assert.deepEqual(comments(curlOf(exchangeEvent("x2", { request: { ...signed(url), headers: [] } }))), []);
});

test("the HTML report shows it for what failed alone", () => {
  const page = formats.html(mixedRun());
  const shown = [...page.matchAll(/data-verdict="(\w+)"|<pre>(?:# [^\n]*\n)*curl -i /g)].map(
    ([text, verdict]) => verdict ?? (text === "" ? "" : "curl"),
  );
  assert.ok(shown.includes("curl"));
  for (const [index, one] of shown.entries()) {
    if (one === "curl") assert.match(shown[index - 1] ?? "", /failed|broken/);
  }
});

test("a request that is too long for a line makes none", () => {
  const { request } = exchangeEvent("x1");
  const of = (body: string) => curlOf(exchangeEvent("x1", { request: { ...request, body } }));
  assert.equal(of("x".repeat(8192)), null);
  assert.ok(of("x".repeat(4096))?.includes("x".repeat(4096)));
});
