import assert from "node:assert/strict";
import { test } from "node:test";
import type { Send } from "../http/send.ts";
import { testClient } from "../testing/client.ts";
import { cursorAtEnd } from "./cursor-ahead.ts";

const long = "x".repeat(20_000);

for (const [what, page] of [
  ["after the items", { cards: [{ id: "CRD1" }], nextCursor: "a" }],
  ["empty", { cards: [], nextCursor: "" }],
  ["with characters that are escaped", { cards: [], nextCursor: 'a"\\\n}{,:"nextCursor":"b"}' }],
  ["after one of an item", { cards: [{ nextCursor: "of an item" }], nextCursor: "a" }],
  ["after a text that looks like it", { note: ',"nextCursor":"b"}', nextCursor: "a" }],
  ["alone", { nextCursor: "a" }],
  ["after much else", { cards: [long], nextCursor: "a" }],
] as const) {
  test(`the cursor of a page is read from its end: ${what}`, () => {
    for (const space of [undefined, 1, "\t"]) {
      assert.equal(cursorAtEnd(JSON.stringify(page, null, space), "/nextCursor"), page.nextCursor);
    }
    assert.equal(cursorAtEnd(`${JSON.stringify(page)}\r\n `, "/nextCursor"), page.nextCursor);
  });
}

for (const [what, text] of [
  ["none", '{"cards":[]}'],
  ["null", '{"cards":[],"nextCursor":null}'],
  ["a number", '{"cards":[],"nextCursor":7}'],
  ["not at the end", '{"nextCursor":"a","cards":[]}'],
  ["one of an item", '{"cards":[{"nextCursor":"a"}]}'],
  ["one of an object", '{"cards":[],"page":{"nextCursor":"a"}}'],
  ["one in an array", '[{"nextCursor":"a"}]'],
  ["one in a text", JSON.stringify({ note: ',"nextCursor":"b"}' })],
  ["a name that ends like it", '{"cards":[],"\\"nextCursor":"a"}'],
  ["another name", '{"cards":[],"xnextCursor":"a"}'],
  ["no JSON: an escape", '{"cards":[],"nextCursor":"\\x"}'],
  ["longer than what is looked at", JSON.stringify({ nextCursor: long })],
  ["a page that is cut", '{"cards":[],"nextCursor":"a"'],
  ["nothing", ""],
] as const) {
  test(`a page whose end shows no cursor is left to the parser: ${what}`, () => {
    assert.equal(cursorAtEnd(text, "/nextCursor"), undefined);
  });
}

test("a cursor deeper inside is left to the parser", () => {
  assert.equal(cursorAtEnd('{"page":{"next":"a"}}', "/page/next"), undefined);
});

for (const prefetch of [true, false]) {
  test(`the next page is asked for before this one is parsed (prefetch: ${prefetch})`, async () => {
    const asked: (string | null)[] = [];
    const send: Send = async ({ method, url }, signal) => {
      const headers = new Headers({ "content-type": "application/json" });
      const answer = (text: string) => ({ status: 200, headers, text });
      if (method === "POST")
        return answer('{"access_token":"token","token_type":"Bearer","expires_in":3600,"scope":""}');
      const cursor = new URL(url).searchParams.get("cursor");
      asked.push(cursor);
      // What can't be parsed shows that nobody waited for it.
      if (cursor === null) return answer('{"cards":[oops],"nextCursor":"a"}');
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    };
    const { client, clock } = testClient("https://api.example.com", { send, retries: 0 });
    const walk = async () => {
      for await (const _ of client.cards.list({ prefetch })) assert.fail("no item can be read");
    };
    await assert.rejects(walk, { code: "response-not-json" });
    assert.deepEqual(asked, prefetch ? [null, "a"] : [null]);
    // The page that nobody needs is given up.
    while (clock.pending > 0) await new Promise((resolve) => setImmediate(resolve));
  });
}
