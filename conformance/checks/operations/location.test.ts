import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sending } from "../../wire/session.ts";
import { exchange, wireRequest } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { elsewhereIn, followLocation, judgeLocation, judgeOwnPlace } from "./location.ts";
import { operation } from "./testing.ts";

test("a Location names what was created, if it is the path of such an item", () => {
  const judged = (location: string | null, status = 201) =>
    judgeLocation(
      exchange({ status, headers: location === null ? [] : [["location", location]] }),
      /\/v1\/thing\/([^/]+)$/,
      "T 1",
    ).map(({ kind }) => kind);
  assert.deepEqual(judged("/v1/thing/T%201"), ["held"]);
  assert.deepEqual(judged("https://api.example.com/p/v1/thing/T%201?a=b"), ["held"]);
  assert.deepEqual(judged("/v1/thing/T2"), ["violated"]);
  assert.deepEqual(judged("/v1/job/7"), [], "of something else");
  assert.deepEqual(judged("/v1/thing/T2", 200), []);
  assert.deepEqual(judged("/v1/thing/%zz"), ["violated"]);
  assert.deepEqual(judged(null), []);
});

/** The answer to a POST, with this Location. */
const created = (location: string, status = 201) =>
  exchange({
    status,
    headers: [["location", location]],
    request: wireRequest({ method: "POST", url: "https://api.example.com/p/v1/thing" }),
  });

test("the Location of what has an address of its own is not where the request was sent", () => {
  const kinds = (...shown: Parameters<typeof created>) =>
    judgeOwnPlace(created(...shown), "T1").map(({ kind }) => kind);
  assert.deepEqual(kinds("/p/v1/thing"), ["violated"]);
  assert.deepEqual(kinds("https://api.example.com/p/v1/thing?page=1"), ["violated"]);
  assert.deepEqual(kinds("/p/v1/thing/T1"), []);
  assert.deepEqual(kinds("/p/v1/thing", 200), []);
  assert.deepEqual(kinds("https://"), []);
});

test("another address on the same server is one that can be followed", () => {
  const elsewhere = (location: string, status?: number) =>
    elsewhereIn(created(location, status), /\/v1\/thing\/([^/]+)$/);
  assert.equal(elsewhere("/v1/things/T1"), "https://api.example.com/v1/things/T1");
  assert.equal(elsewhere("things/T1"), "https://api.example.com/p/v1/things/T1");
  assert.equal(elsewhere("/p/v1/thing/T1"), null, "that is its path");
  assert.equal(elsewhere("/p/v1/thing"), null, "that is what creates it");
  assert.equal(elsewhere("https://www.example.com/things/T1"), null, "that is another server");
  assert.equal(elsewhere("https://"), null);
  assert.equal(elsewhere("/v1/things/T1", 202), null);
});

test("where nothing is at a Location, it says so", async () => {
  const below = operation({ id: "listCards", path: "/v1/thing/{id}" });
  const asked: unknown[] = [];
  const judged = async (status: number, location = "/v1/things/T1") => {
    const send = async ({ operation: of, build }: Sending) => {
      assert.equal(of, null, "it is no operation of the description, and judged as none");
      asked.push((await build()).url);
      return exchange({ operation: of, status });
    };
    const tokens = { current: async () => ({ value: "t" }) };
    const run = { probe: { tokens, session: { send } } } as unknown as Run;
    const facts = await followLocation(run, "test", created(location), below);
    return facts.map(({ kind }) => kind);
  };
  assert.deepEqual(await judged(404), ["violated"]);
  assert.deepEqual(await judged(200), ["held"]);
  assert.deepEqual(await judged(401), [], "it may need something else");
  assert.deepEqual(asked, Array(3).fill("https://api.example.com/v1/things/T1"));
  assert.deepEqual(await judged(404, "/v1/thing/T1"), [], "its path is read anyway");
});
