import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../../wire/request.ts";
import { exchange } from "../../../wire/testing.ts";
import type { Run } from "../../kit/check.ts";
import type { ListedCard } from "../kit/card-log.ts";
import { readsDuring } from "./reads-during.ts";

const exchanges = [
  { operation: "updateCardLimits", durationMs: 30 },
  { operation: "listCards", durationMs: 900 },
];
const ids = ["CRD1", "CRD2", "CRD3", "CRD4", "CRD5"];
const card = (id: string) => ({ id, list: { ids } }) as unknown as ListedCard;

/** A run against a list that has so many cards on a page at most; it keeps what was asked for. */
function runWith(most: number) {
  const asked: string[] = [];
  const call = async (_: string, { query = {} }: Call) => {
    const { limit, cursor = "0" } = query as Readonly<Record<string, string>>;
    asked.push(cursor);
    const from = Number(cursor);
    const to = from + Math.min(most, Number(limit));
    const cards = ids.slice(from, to).map((id) => ({ id }));
    return exchange({ body: { cards, ...(to < ids.length && { nextCursor: String(to) }) } });
  };
  return { run: { probe: { session: { exchanges }, call } } as unknown as Run, asked };
}

test("reads begin while a write is carried out, in page sizes that nothing else has", async () => {
  const sizes = [100, 4, null];
  const { run } = runWith(1000);
  const all = (
    await Promise.all([1, 2].map((number) => readsDuring(run, card("CRD1"), sizes, number)))
  ).flat();
  assert.deepEqual(
    all.map(({ afterMs }) => afterMs),
    [0, 10, 20, 0, 10, 20],
  );
  const own = all.map(({ pageSize }) => pageSize);
  assert.equal(new Set([...own, ...sizes]).size, own.length + sizes.length);
});

test("the page with the card is what is read then: what leads to it was read before, and nothing else", async () => {
  for (const [id, size, before, then] of [
    ["CRD5", 3, ["0", "2"], ["4"]],
    ["CRD3", 3, ["0"], ["2"]],
    ["CRD1", 3, [], ["0", "2", "4"]],
    ["CRD5", 100, [], ["0"]],
  ] as const) {
    const { run, asked } = runWith(1000);
    const [first] = await readsDuring(run, card(id), [size, null], 2);
    assert.deepEqual(asked.slice(0, before.length), before, id);
    asked.length = 0;
    await first?.readPage();
    assert.deepEqual(asked, then, `${id} in pages of ${first?.pageSize}`);
  }
});

test("a list that is longer than a page is not read then", async () => {
  assert.deepEqual(await readsDuring(runWith(1000).run, card("CRD1"), [100], 1), []);
});
