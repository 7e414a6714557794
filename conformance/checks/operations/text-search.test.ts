import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { operation, writingRun } from "./testing.ts";
import { judgeSearch, textSearchChecks, wantedTexts } from "./text-search.ts";

const texts = ["The Garage", "Bäckerei Öztürk"];

test("a part of the last text is asked for, and in another case, of every script where words say so", () => {
  const asked = (search: Parameters<typeof wantedTexts>[1]) =>
    wantedTexts(texts, search).map(({ text, isFound }) => `${isFound ? "" : "not "}${text}`);
  assert.deepEqual(asked({}), ["äckerei"]);
  assert.deepEqual(asked({ ignoresCase: "ASCII" }), ["äckerei", "THE"]);
  assert.deepEqual(asked({ ignoresCase: "every script" }), ["äckerei", "THE", "ÄCKEREI"]);
  assert.deepEqual(asked({ isLiteral: true }), ["äckerei", "not ä_kerei", "not ä%i", "not ä*i"]);
});

test("letters whose capitals are others than theirs are not asked for in another case", () => {
  const asked = wantedTexts(["Straße", "ΟΔΟΣ"], { ignoresCase: "every script" });
  assert.deepEqual(
    asked.map(({ text }) => text),
    ["ΔΟΣ"],
  );
  assert.deepEqual(wantedTexts(["ab", "é", ""], {}), []);
});

/** What the check says of a list that finds texts like this, and changes as it is read. */
async function judged(
  finds: (wanted: string, text: string) => boolean,
  { search = { ignoresCase: "every script", isLiteral: true } as const, calm = true } = {},
): Promise<readonly string[]> {
  const filters = { name: { pointer: "/name", values: null, isText: true, search } };
  const one = operation({
    ...{ id: "listThings", path: "/v1/thing", requirement: "list.request", query: { name: "string" } },
    listing: { items: "/things", id: { pointer: "/id", schema: null }, filters },
  });
  let calls = 0;
  const call = async (purpose: string, { query = {} }: Call) => {
    calls += 1;
    const wanted = query.name;
    const all = texts.map((name, index) => ({ id: calm ? `T${index}` : `T${index}-${calls}`, name }));
    const things = typeof wanted === "string" ? all.filter(({ name }) => finds(wanted, name)) : all;
    return { ...exchange({ body: { things } }), purpose };
  };
  const [check] = textSearchChecks(one);
  const run = { ...writingRun(call), offline: false } as unknown as Run;
  return ((await check?.run(run)) ?? []).map((fact) => (fact.kind === "violated" ? fact.message : fact.kind));
}

const lower = (text: string) => text.toLowerCase();

test("a list that finds what its words say is not accused", async () => {
  const facts = await judged((wanted, text) => lower(text).includes(lower(wanted)));
  assert.deepEqual(facts, Array(6).fill("held"));
});

test("a list that finds beginnings alone, knows one script, or takes patterns is told", async () => {
  const told = async (finds: (wanted: string, text: string) => boolean) =>
    (await judged(finds)).filter((each) => each !== "held").map((each) => /\?name=(\S+)/.exec(each)?.[1]);
  assert.deepEqual(await told((wanted, text) => lower(text).startsWith(lower(wanted))), [
    "äckerei",
    "ÄCKEREI",
  ]);
  const ascii = (text: string) => text.replace(/[A-Z]/g, lower);
  assert.deepEqual(await told((wanted, text) => ascii(text).includes(ascii(wanted))), ["ÄCKEREI"]);
  const like = (wanted: string) => new RegExp(wanted.replaceAll("%", ".*").replaceAll("_", "."), "iu");
  const likes = await told((wanted, text) => !wanted.includes("*") && like(wanted).test(text));
  assert.deepEqual(likes, ["ä_kerei", "ä%i"]);
});

test("what may be on pages that were not read is neither found nor missed", () => {
  const listing = { items: "/things", id: { pointer: "/id", schema: null } };
  const one = operation({ id: "listThings", path: "/v1/thing", listing });
  const named = { name: "name", filter: { pointer: "/name", values: null, isText: true } };
  const item = { id: "T1", name: "The Garage" };
  const wanted = { text: "arage", of: item.name, isFound: true, how: "a part of it" };
  const kindOf = (isWhole: boolean, shown: readonly unknown[]) => {
    const look = { all: [item], shown, isWhole, exchange: "x1" };
    return judgeSearch(one, named, wanted, [look, look]).kind;
  };
  assert.equal(kindOf(true, [item]), "held");
  assert.equal(kindOf(false, [item]), "held");
  assert.equal(kindOf(true, []), "violated");
  assert.equal(kindOf(false, []), "missing");
});

test("what is another item each time is no contradiction", async () => {
  const facts = await judged(() => false, { calm: false });
  assert.deepEqual([...new Set(facts)], ["missing", "held"]);
});

test("a list of which no words say how it looks for a text is not judged", () => {
  const filters = { name: { pointer: "/name", values: null, isText: true } };
  const listing = { items: "/things", id: { pointer: "/id", schema: null }, filters };
  assert.deepEqual(textSearchChecks(operation({ id: "listThings", path: "/v1/thing", listing })), []);
});
