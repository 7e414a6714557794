import assert from "node:assert/strict";
import { test } from "node:test";
import { CardList } from "../../generated/validators.js";
import { cardsOf } from "./cards/state.ts";
import { choose } from "./choices.ts";
import { partnerOf } from "./testing.ts";

interface Page {
  cards: { id: string }[];
  nextCursor?: string | null;
}
const pageOf = async (response: Response) => (await response.json()) as Page;

for (const [cards, limit, sizes] of [
  [32, null, [10, 10, 10, 2]],
  [30, null, [10, 10, 10]],
  [10, null, [10]],
  [3, "1", [1, 1, 1]],
  [3, "2", [2, 1]],
  [3, "3", [3]],
  [3, "100", [3]],
  [0, null, [0]],
] as const) {
  test(`${cards} cards, ${limit === null ? "no limit" : `limit=${limit}`}: pages of ${sizes.join(", ")}, each as described`, async () => {
    const { token, list, sandbox } = partnerOf({ cards });
    const bearer = await token();
    const seen: string[] = [];
    const lengths: number[] = [];
    let cursor: string | null | undefined;
    do {
      const query = { ...(limit === null ? {} : { limit }), ...(cursor ? { cursor } : {}) };
      const page = await pageOf(await list(query, bearer));
      assert.ok(CardList(page));
      seen.push(...page.cards.map(({ id }) => id));
      lengths.push(page.cards.length);
      cursor = page.nextCursor;
    } while (cursor);
    assert.deepEqual(lengths, sizes);
    assert.deepEqual(
      seen,
      cardsOf(sandbox.state).map(({ id }) => id),
    );
  });
}

test("the last page has no nextCursor, or null where that is chosen", async () => {
  const absent = partnerOf({ cards: 1 });
  assert.equal("nextCursor" in (await pageOf(await absent.list({}, await absent.token()))), false);
  const chosen = partnerOf({ cards: 1, choices: choose(["gap.page.end-form", "null"]) });
  assert.equal((await pageOf(await chosen.list({}, await chosen.token()))).nextCursor, null);
});

test("a cursor says nothing of the position, and each is another one", async () => {
  const { token, list } = partnerOf();
  const bearer = await token();
  const [one, other] = [await pageOf(await list({}, bearer)), await pageOf(await list({}, bearer))];
  assert.notEqual(one.nextCursor, other.nextCursor);
  for (const text of [one.nextCursor ?? "", Buffer.from(one.nextCursor ?? "", "base64").toString("latin1")]) {
    assert.ok(!text.includes("CRD") && !text.includes("100"));
  }
});

test("a cursor that is changed, or older than ten minutes, is refused", async () => {
  const { sandbox, token, list } = partnerOf();
  const bearer = await token();
  const { nextCursor } = await pageOf(await list({}, bearer));
  const cursor = nextCursor as string;
  const changed = (cursor.startsWith("A") ? "B" : "A") + cursor.slice(1);
  assert.equal((await list({ cursor: changed }, bearer)).status, 400);
  sandbox.clock.advance(600_000);
  assert.equal((await list({ cursor }, bearer)).status, 200);
  sandbox.clock.advance(1);
  assert.equal((await list({ cursor }, bearer)).status, 400);
});

test("cards that are added while the list is walked are met, and none twice", async () => {
  const { sandbox, token, list } = partnerOf({ cards: 4 });
  const bearer = await token();
  const first = await pageOf(await list({ limit: "2" }, bearer));
  const [template] = cardsOf(sandbox.state);
  assert.ok(template !== undefined);
  cardsOf(sandbox.state).unshift({ ...template, id: "CRD1" });
  cardsOf(sandbox.state).push({ ...template, id: "CRD999999" });
  const second = await pageOf(await list({ limit: "9", cursor: first.nextCursor ?? "" }, bearer));
  assert.deepEqual(
    second.cards.map(({ id }) => id),
    ["CRD100015", "CRD100022", "CRD999999"],
  );
});

for (const limit of ["0", "-1", "abc", "1.5", "", "1e3", " 5", "99999999999999999999"]) {
  test(`limit=${JSON.stringify(limit)} is refused, or ignored where that is chosen`, async () => {
    const strict = partnerOf();
    assert.equal((await strict.list({ limit }, await strict.token())).status, 400);
    const lenient = partnerOf({ choices: choose(["gap.limit.invalid", "default"]) });
    const page = await pageOf(await lenient.list({ limit }, await lenient.token()));
    assert.equal(page.cards.length, 10);
  });
}

test("the cap on limit is one that the seeded list shows", async () => {
  const capped = partnerOf({ choices: choose(["gap.limit.maximum", "capped"]) });
  const page = await pageOf(await capped.list({ limit: "1000" }, await capped.token()));
  assert.ok(page.cards.length < 32 && typeof page.nextCursor === "string");
});

test("the list is read-only, and served at its path alone", async () => {
  const { sandbox, at, token } = partnerOf({ prefix: "/partner" });
  const bearer = await token();
  const status = async (method: string, url: string) =>
    (await sandbox.fetch(new Request(url, { method, headers: { authorization: `Bearer ${bearer}` } })))
      .status;
  assert.equal(await status("GET", at("/v1/card")), 200);
  assert.equal(await status("POST", at("/v1/card")), 404);
  for (const path of ["/card", "/v9/card", "/v1/card/", "/v1/cards"])
    assert.equal(await status("GET", at(path)), 404, path);
  assert.equal(await status("GET", "http://sandbox.invalid/v1/card"), 404);
  assert.equal(await status("GET", "http://sandbox.invalid/partnerv1/card"), 404);
});
