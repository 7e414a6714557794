/**
 * How to make OpenTelemetry spans of the client's events, as an example that runs. The client does not
 * depend on OpenTelemetry: `Tracer` and `Span` below are the parts of @opentelemetry/api that are used.
 */
import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { test } from "node:test";
import { sendJson, startApi } from "../testing/api.ts";
import { testClient } from "../testing/client.ts";
import type { ClientEvents, EventName } from "./events.ts";
import { channelName } from "./report.ts";

interface Span {
  setAttribute(name: string, value: string | number): unknown;
  addEvent(name: string, attributes?: Record<string, string | number>): unknown;
  setStatus(status: { code: number }): unknown;
  end(): void;
}

interface Tracer {
  startSpan(name: string, options: { kind: number; attributes: Record<string, string | number> }): Span;
}

/** SpanKind.CLIENT and SpanStatusCode.ERROR of @opentelemetry/api. */
const client = 2;
const error = 2;

/**
 * One client span for each call, with an event for each retry. The events come in the caller's asynchronous
 * context, so the span becomes a child of whatever span is active there.
 *
 * @returns Ends the tracing.
 */
function traceCalls(tracer: Tracer): () => void {
  const spans = new Map<string, Span>();
  const off = [
    on("call:start", ({ callId, operation, method, path, origin }) => {
      const attributes = {
        "http.request.method": method,
        "url.template": path,
        "server.address": new URL(origin).hostname,
      };
      spans.set(callId, tracer.startSpan(`partner-card ${operation}`, { kind: client, attributes }));
    }),
    on("retry", ({ callId, reason, code, waitMs }) => {
      spans.get(callId)?.addEvent("retry", { reason, "error.type": code, "wait.ms": waitMs });
    }),
    on("call:end", ({ callId, status, code, attempts }) => {
      const span = spans.get(callId);
      spans.delete(callId);
      if (status !== undefined) span?.setAttribute("http.response.status_code", status);
      span?.setAttribute("http.request.resend_count", Math.max(0, attempts - 1));
      if (code !== undefined) {
        span?.setAttribute("error.type", code);
        span?.setStatus({ code: error });
      }
      span?.end();
    }),
  ];
  return () => {
    for (const end of off) end();
  };
}

/** Subscribes to one event of the client, with its type. */
function on<N extends EventName>(name: N, listener: (event: ClientEvents[N]) => void): () => void {
  const untyped = (event: unknown) => listener(event as ClientEvents[N]);
  subscribe(channelName(name), untyped);
  return () => void unsubscribe(channelName(name), untyped);
}

/** A tracer that writes down what it is told. */
function notebook(): { tracer: Tracer; lines: string[] } {
  const lines: string[] = [];
  const note = (...words: unknown[]) =>
    void lines.push(words.map((word) => (typeof word === "string" ? word : JSON.stringify(word))).join(" "));
  return {
    lines,
    tracer: {
      startSpan(name, { attributes }) {
        note("start", name, attributes);
        return {
          setAttribute: (key, value) => note(key, value),
          addEvent: (event, about) => note("event", event, about),
          setStatus: (status) => note("status", status),
          end: () => note("end"),
        };
      },
    },
  };
}

test("a span for each call, with its retries, its status and its error", async (t) => {
  const api = await startApi(t, (_, response, count) => sendJson(response, count === 1 ? 503 : 422, {}));
  const { tracer, lines } = notebook();
  t.after(traceCalls(tracer));
  const calls = testClient(api.baseUrl).client;
  await assert.rejects(calls.cards.updateLimits("CRD1", { daily: 1 }));
  assert.deepEqual(lines.filter((line) => !line.includes("requestToken")).slice(0, 1), [
    'start partner-card updateCardLimits {"http.request.method":"PATCH","url.template":"/v1/card/{id}/limits","server.address":"127.0.0.1"}',
  ]);
  assert.deepEqual(lines.slice(-6), [
    'event retry {"reason":"transient","error.type":"server-error","wait.ms":150}',
    "http.response.status_code 422",
    "http.request.resend_count 1",
    "error.type refused",
    'status {"code":2}',
    "end",
  ]);
});

test("when tracing has ended nothing is told", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, { cards: [] }));
  const { tracer, lines } = notebook();
  traceCalls(tracer)();
  await testClient(api.baseUrl).client.GET("/v1/card");
  assert.deepEqual(lines, []);
});
