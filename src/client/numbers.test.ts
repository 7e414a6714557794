import assert from "node:assert/strict";
import { test } from "node:test";
import { startApi } from "../testing/api.ts";
import { testClient } from "../testing/client.ts";
import { listen } from "../testing/events.ts";
import { changedNumbers } from "./validate.ts";

const changed = [
  ...["9007199254740993", "-9007199254740993", "12345678901234567890", "9007199254740993.0"],
  ...["9.007199254740993e15", "1e400", "-1E+999", "1e-400", "0.12345678901234567890", "1234567890123.45678"],
];
const kept = [
  ...["0", "-0", "0.0", "5000", "9007199254740991", "9007199254740992", "9007199254740994", "1e21", "1.50"],
  ...["100000000000000000000", "0.1", "-12.25e-3", "1E+2", "1.7976931348623157e308", "5e-324", "1e-7"],
];

for (const number of changed) {
  test(`${number} is not the same once it is parsed`, () => {
    const body = `{"a":[1,{"b~/c":${number}}],"d":"${number}"}`;
    assert.deepEqual(changedNumbers(body), ["/a/1/b~0~1c"]);
    assert.deepEqual(changedNumbers(number), ["the body"]);
  });
}
for (const number of kept) {
  test(`${number} is the same once it is parsed`, () => {
    assert.deepEqual(changedNumbers(`[${number},{"a":${number}}]`), []);
  });
}

test("digits in strings and names are no numbers, wherever the quotes are", () => {
  const digits = "12345678901234567890";
  const tricky = [`\\"${digits}`, `\\\\`, `${digits}\\\\\\"`, `${digits}\\u0022${digits}`];
  const body = `{${tricky.map((text, n) => `"${digits}${n}${text}":"${text}"`).join(",")},"n":${digits}}`;
  assert.deepEqual(changedNumbers(body), ["/n"]);
});

test("very deep and very long bodies are looked through, and the first places named", () => {
  const deep = `${"[".repeat(50_000)}9007199254740993${"]".repeat(50_000)}`;
  assert.equal(changedNumbers(deep).length, 1);
  const long = `["${'\\"'.repeat(1_000_000)}",${Array(100).fill("9007199254740993").join(",")}]`;
  assert.deepEqual(changedNumbers(long), ["/1", "/2", "/3", "/4", "/5"]);
});

const body = '{"cards":[{"availableBalance":9007199254740993}]}';
const json = { "content-type": "application/json" };

test("a number that has lost digits is reported, and with throw it is an error", async (t) => {
  const seen: unknown[] = [];
  listen(t, "shape", ({ differences }) => seen.push(differences));
  const api = await startApi(t, (_, response) => response.writeHead(200, json).end(body));
  const { client } = testClient(api.baseUrl);
  const { response } = await client.GET("/v1/card");
  assert.equal(await response.text(), body, "the text is there as it came");
  const warning = "/cards/0/availableBalance is a number that JavaScript cannot hold";
  assert.deepEqual(seen, [[warning]]);
  const { client: strict } = testClient(api.baseUrl, { unsafeNumbers: "throw" });
  await assert.rejects(strict.GET("/v1/card"), {
    code: "response-number",
    status: 200,
    attempts: 1,
    bodyExcerpt: body,
    message: `listCards: 200, where ${warning}.`,
  });
  const { attempts } = await strict.cards.updateLimits("CRD1", { daily: 1 });
  assert.deepEqual([attempts, seen.length], [1, 2], "a write that was carried out is not made to fail");
});

test("a mode that does not exist is refused", () => {
  const options = { unsafeNumbers: "off" as "warn" };
  assert.throws(() => testClient("http://127.0.0.1:9", options), { code: "invalid-configuration" });
});
