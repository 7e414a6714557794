import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange, wireRequest } from "../../wire/testing.ts";
import { isRelatedTo } from "./related.ts";

const change = (id: string, was: object | undefined, is: object | undefined) => ({
  place: `listThings ${id}`.trim(),
  seen: "",
  ...(was && { was: JSON.stringify(was) }),
  ...(is && { is: JSON.stringify(is) }),
});
const sent = (path: string, body: object | null) =>
  exchange({ request: wireRequest({ url: `http://server.invalid${path}`, body: JSON.stringify(body) }) });

test("a change is of what a request names in its path or body", () => {
  const isOurs = isRelatedTo({ method: "PUT", path: "/v1/thing/{id}/part" }, [
    sent("/v1/thing/T1/part", { to: "T2", text: "A lamp" }),
  ]);
  assert.ok(isOurs(change("T1", { state: "a" }, { state: "b" })));
  assert.ok(isOurs(change("T2", { state: "a" }, undefined)));
  assert.ok(isOurs(change("", { total: 1 }, { total: 2 })), "the whole of something");
  assert.ok(isOurs(change("/part", { size: 1 }, { size: 2 })), "a part of the item in the path");
  assert.ok(!isOurs(change("T3", { state: "a" }, { state: "b" })), "somebody else's");
});

const creation = { method: "POST", path: "/v1/thing" } as const;

test("what is new is of a request with something of its body in it", () => {
  const isOurs = isRelatedTo(creation, [sent("/v1/thing", { text: "A lamp" })]);
  assert.ok(isOurs(change("T9", undefined, { id: "T9", text: "A lamp" })));
  assert.ok(!isOurs(change("T9", undefined, { id: "T9", text: "A chair" })));
});

test("what is new is of no removal, unless it names what was to be removed", () => {
  const isOurs = isRelatedTo({ method: "DELETE", path: "/v1/thing/{id}" }, [sent("/v1/thing/T11", null)]);
  assert.ok(!isOurs(change("T9", undefined, { id: "T9", text: "A thing" })));
  assert.ok(isOurs(change("E1", undefined, { id: "E1", removed: "T11" })));
});

test("what a request without a body makes is told by what others like it have made", () => {
  const copy = { method: "POST", path: "/v1/thing/{id}/copy" } as const;
  const [made, another] = ["T7", "T8"].map((id) => change(id, undefined, { id, action: "copied" }));
  assert.ok(made !== undefined && another !== undefined);
  const isOurs = isRelatedTo(copy, [sent("/v1/thing/T11/copy", null)], [made, another]);
  assert.ok(isOurs(change("T9", undefined, { id: "T9", action: "copied" })));
  assert.ok(!isOurs(change("T9", undefined, { id: "T9", action: "renamed" })), "an entry of something else");
  assert.ok(!isOurs({ ...change("T9", undefined, { id: "T9" }), place: "listOthers T9" }));
});

test("where the same request has shown nothing of its body before, it need not now", () => {
  const one = [creation, [sent("/v1/thing", { url: "https://EX.com" })]] as const;
  const made = change("T8", undefined, { id: "T8", url: "https://ex.com/" });
  const again = change("T9", undefined, { id: "T9", url: "https://ex.com/" });
  assert.ok(isRelatedTo(...one, [made], true)(again));
  assert.ok(!isRelatedTo(...one, [made])(again));
  assert.ok(!isRelatedTo(...one, [change("T8", undefined, { url: "https://EX.com" })], true)(again));
});

test("a value that many have, as its path lists them, tells nothing of a new item", () => {
  const role = { method: "PUT", path: "/v1/thing/{id}/role/{role}", choices: { role: ["viewer"] } } as const;
  const isOurs = isRelatedTo(role, [sent("/v1/thing/T11/role/viewer", null)]);
  assert.ok(!isOurs(change("T9", undefined, { id: "T9", roles: ["viewer"] })));
});

test("what such requests have changed before is theirs, though they do not name it", () => {
  const isOurs = isRelatedTo(
    creation,
    [sent("/v1/thing", { text: "A lamp" })],
    [change("ACC1", { sum: 1 }, { sum: 2 })],
  );
  assert.ok(isOurs(change("ACC1", { sum: 2 }, { sum: 3 })));
  assert.ok(!isOurs(change("ACC2", { sum: 2 }, { sum: 3 })));
});

test("what was made at the time of such a request is changed by others", () => {
  const made = change("T9", undefined, { id: "T9" });
  const isOurs = isRelatedTo(creation, [sent("/v1/thing", { name: "one" })], [made]);
  assert.ok(!isOurs(change("T9", { id: "T9" }, { id: "T9", state: "closed" })));
});

const madeIds = (...ids: readonly string[]) => ids.map((id) => ({ id, isOwn: true }));

test("what belongs to something of the run is of a request where accepted ones show that as well", () => {
  const request = [sent("/v1/thing", { amount: 100 })];
  const shown = (id: string) => change(id, undefined, { id, amount: 100, account: "ACC55" });
  const others = [{ id: "ACC55", isOwn: false }];
  assert.ok(isRelatedTo(creation, request, [shown("T1")], true, others)(shown("T2")));
  assert.ok(!isRelatedTo(creation, request, [], true, others)(shown("T2")));
});

test("an entry about something else that the run has made before is none of a request's doing", () => {
  const body = { article: "A100", amount: 1 };
  const isOurs = isRelatedTo(creation, [sent("/v1/thing", body)], [], false, madeIds("R12345", "A100"));
  assert.ok(isOurs(change("E1", undefined, { id: "E1", article: "A100", about: "R99999" })));
  assert.ok(!isOurs(change("E2", undefined, { id: "E2", article: "A100", about: "R12345" })), "it expired");
  const ofThat = isRelatedTo(
    creation,
    [sent("/v1/thing", { about: "R12345" })],
    [],
    false,
    madeIds("R12345"),
  );
  assert.ok(ofThat(change("E2", undefined, { id: "E2", about: "R12345" })), "the request names it");
});
