import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { inspect } from "node:util";
import { base64Encodings, encodings, tracesOf } from "../../src/testing/encodings.ts";
import { testKeys } from "../../src/testing/keys.ts";
import type { RunLogEvent } from "../base/events.ts";
import { conformance } from "../run/run.ts";
import { createSandbox } from "../sandbox/app.ts";
import { handlerTransport } from "../wire/handler.ts";
import { formatNames, formats } from "./formats.ts";
import { createProgress } from "./progress.ts";
import { renderReport } from "./terminal.ts";
import { logOf } from "./testing.ts";

const { publicKey, privateKey } = testKeys();
const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const clientSecret = `canary/${randomBytes(24).toString("base64")} "äöü" &+%`;

/** What a server learns that it must not find in a report: the secret, tokens, signatures. */
const learned = new Set<string>([clientSecret]);

/** Every encoding of everything that came with this request, and of the secret. */
function echo(request: Request): string[] {
  const signature = request.headers.get("x-service-signature");
  const token = request.headers.get("authorization")?.replace(/^Bearer /, "");
  const secrets = [clientSecret, signature, token].filter((value) => value != null && value.length > 8);
  return secrets.flatMap((value) => {
    if (value == null) return [];
    learned.add(value);
    return [...Object.values(encodings(value)), ...base64Encodings(value)];
  });
}

/** The sandbox, which here writes back whatever it was sent: in headers, errors, cards and pages of HTML. */
function echoing(): (request: Request) => Promise<Response> {
  const sandbox = createSandbox({ clientId: "canary", clientSecret, publicKey, cards: 12 });
  return async (request) => {
    const told = echo(request);
    const response = await sandbox.fetch(request);
    const headers = new Headers(response.headers);
    headers.set("server", encodeURIComponent(clientSecret));
    headers.set("x-echo", Buffer.from(clientSecret).toString("hex"));
    headers.set(`x-${Buffer.from(clientSecret).toString("hex")}`, "name");
    headers.delete("content-length");
    if (response.status === 401) {
      headers.set("content-type", "text/html");
      return new Response(inChunks(`<p>${told.join("</p><p>")}</p>`), { status: 401, headers });
    }
    const body: Record<string, unknown> = JSON.parse((await response.text()) || "{}");
    if (typeof body.access_token === "string") learned.add(body.access_token);
    const text = JSON.stringify({ ...body, message: told[0], [told[5] ?? "none"]: told, type: told[1] });
    return new Response(inChunks(text), { status: response.status, headers });
  };
}

/** A body that comes in pieces shorter than any secret. */
function inChunks(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.subarray(at, at + 7));
      controller.close();
    },
  });
}

const events: RunLogEvent[] = [];
// Before the first test, from which on node:test would follow every promise.
await conformance({
  target: {
    baseUrl: "http://canary.example",
    prefix: "",
    clientId: "canary",
    clientSecret,
    signingKey: privateKey,
    signaturePath: "api",
    sandbox: false,
  },
  transport: handlerTransport(echoing()),
  cases: 80,
  select: ({ id }) => /^(token|list|timestamp|error|scope|patch)/.test(id),
  writes: true,
  onEvent: (event) => events.push(event),
});
const log = logOf(events);

const few = [...learned].filter((_, index, all) => index < 6 || index > all.length - 4);
const traces = [...few, ...pem.split("\n").slice(1, -2)].flatMap(tracesOf);
const shortest = Math.min(...traces.map(({ length }) => length));
/** The traces by how they begin, so that one pass over a report finds any of them. */
const byStart = new Map<string, string[]>();
for (const trace of new Set(traces)) {
  const start = trace.slice(0, shortest);
  byStart.set(start, [...(byStart.get(start) ?? []), trace]);
}

function assertClean(output: string, where: string): void {
  for (let at = 0; at + shortest <= output.length; at += 1) {
    for (const trace of byStart.get(output.slice(at, at + shortest)) ?? []) {
      const around = inspect(output.slice(Math.max(at - 80, 0), at + 80));
      assert.ok(!output.startsWith(trace, at), `${where} holds ${trace} in ${around}`);
    }
  }
}

describe("a server that writes secrets back in every encoding", () => {
  test("was really there and has been redacted", () => {
    assert.ok(log.checks.length > 20, `${log.checks.length} checks`);
    assert.ok(learned.size > 10, `${learned.size} secrets`);
    const shown = log.exchanges.filter(({ response }) => response?.body.text.includes("[redacted]"));
    assert.ok(shown.length > 20, `${shown.length} exchanges`);
    assert.throws(() => assertClean(`before ${clientSecret} after`, "this"));
  });

  for (const name of formatNames) {
    test(`finds none of them in the ${name} report`, () => assertClean(formats[name](log), name));
  }

  test("finds none of them on the terminal, however much it shows", () => {
    for (const verbosity of ["quiet", "normal", "verbose"] as const) {
      for (const color of [true, false])
        assertClean(renderReport(log, { color, width: 80, verbosity }), verbosity);
    }
    const written: string[] = [];
    for (const isTTY of [true, false]) {
      const stream = { write: (text: string) => written.push(text) };
      const progress = createProgress(stream, { isTTY, color: true, expected: log.run.expected });
      for (const check of log.checks) progress.check(check);
      progress.done();
    }
    assertClean(written.join(""), "progress");
  });
});
