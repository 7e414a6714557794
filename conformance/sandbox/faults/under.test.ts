import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { json } from "../response.ts";
import type { RequestContext } from "../seams.ts";
import type { State } from "../state.ts";
import type { Circumstance } from "./circumstances.ts";
import { isAcceptedWrite, pastOf } from "./past.ts";
import { under } from "./under.ts";

const asked = (path: string, state: State, method = "PATCH") =>
  ({
    request: { method, path, body: "", headers: new Headers() },
    operation: "any",
    state,
    now: 0,
  }) as unknown as RequestContext;

const base = { kind: "path", words: "", isFor: () => true } as const;
const onPath: Circumstance = { ...base, name: "on-path", holds: ({ request }) => request.path === "/met" };
const afterAny: Circumstance = { ...base, name: "after-any", holds: (_, past) => past.length > 0 };
const seams = { reply: () => json(500, {}) };

/** Answers a request as the sandbox does: intercepts it, then replies. */
function answer(server: ReturnType<typeof under>, context: RequestContext): number {
  const reply = server.intercept?.(context) ?? json(200, {});
  return (server.reply?.(reply, context) ?? reply).status;
}

describe("a fault under circumstances", () => {
  it("acts on requests that meet all of them, and on no others", () => {
    const state = {} as State;
    const server = under([onPath, afterAny], seams);
    const statuses = ["/met", "/other", "/met"].map((path) => answer(server, asked(path, state)));
    assert.deepEqual(statuses, [200, 200, 500]);
  });

  it("acts on every request where there are none", () => {
    assert.equal(answer(under([], seams), asked("/other", {} as State)), 500);
  });

  it("has its circumstances decided when a request arrives: it is not in its own past", () => {
    const server = under([afterAny], seams);
    const [first, second] = [{}, {}] as [State, State];
    assert.equal(answer(server, asked("/met", first)), 200);
    assert.equal(answer(server, asked("/met", second)), 200, "another server has its own past");
    assert.equal(answer(server, asked("/met", first)), 500);
  });

  it("replaces the route only without circumstances, since there is no request yet", () => {
    const route = (path: string) => path;
    assert.equal(under([], { route }).route, route);
    assert.ok(!("route" in under([onPath], { route })));
  });

  it("tells of requests that meet its circumstances, and of every answer", () => {
    const told: string[] = [];
    const server = under([onPath], seams, {
      onMet: () => told.push("met"),
      onAnswer: ({ status }) => told.push(String(status)),
    });
    for (const path of ["/met", "/other"]) answer(server, asked(path, {} as State));
    assert.deepEqual(told, ["met", "500", "200"]);
  });
});

describe("the past of a server", () => {
  it("holds what was answered, in order, with what is an accepted write", () => {
    const state = {} as State;
    const server = under([onPath], seams);
    for (const [path, method] of [
      ["/other", "PATCH"],
      ["/other", "GET"],
      ["/met", "PATCH"],
    ] as const) {
      answer(server, asked(path, state, method));
    }
    assert.deepEqual(pastOf(state).map(isAcceptedWrite), [true, false, false]);
    assert.deepEqual(pastOf({} as State), []);
  });
});
