import assert from "node:assert/strict";
import { test } from "node:test";
import { samples } from "../../generated/samples.ts";
import { exchange } from "../wire/testing.ts";
import { examine, fieldOf } from "./response-fields.ts";

const [card] = samples.listCards.items as readonly [{ readonly last4: string }];
const list = (change: object) => exchange({ body: { cards: [{ ...card, ...change }] } });
const onlyProblem = (...args: Parameters<typeof examine>) => {
  const problems = [...examine(...args).problems.values()];
  assert.equal(problems.length, 1, JSON.stringify(problems));
  return problems[0];
};

test("a field under another name is missing, and the hint names it", () => {
  for (const other of ["full_name", "FullName", "full-name", "fulName"]) {
    assert.deepEqual(onlyProblem("CardList", list({ cardHolder: { id: "USR1", [other]: "Maria Keller" } })), {
      pointer: "/cards/0/cardHolder/fullName",
      description: "is missing",
      received: `an object with id, ${other}`,
      hint: `there is ${other}; did it mean fullName?`,
    });
  }
  const { access_token: _, ...rest } = { access_token: "a", token_type: "Bearer", expires_in: 1, scope: "a" };
  const token = exchange({ operation: "requestToken", body: { ...rest, accessToken: "a" } });
  assert.equal(onlyProblem("TokenResponse", token)?.hint, "there is accessToken; did it mean access_token?");
});

test("what has a meaning of its own is not taken for another name, and neither is what is far off", () => {
  const holder = (names: object) =>
    onlyProblem("CardList", list({ cardHolder: { fullName: "Maria Keller", ...names } }))?.hint;
  assert.equal(holder({ uid: "USR1", issued: true }), null);
  assert.equal(holder({ ID: "USR1" }), "there is ID; did it mean id?");
  const { last4: _, ...others } = card;
  const bare = exchange({ body: { cards: [others] } });
  assert.equal(onlyProblem("CardList", bare)?.hint, null);
});

test("where there was a body, it is shown; only where there was none it says so", () => {
  const received = (body: unknown) => onlyProblem("CardList", exchange({ body }))?.received;
  assert.equal(received({ items: [] }), "an object with items");
  assert.equal(received({}), "{}");
  assert.equal(received("<h1>Welcome</h1>"), "<h1>Welcome</h1>");
  assert.equal(received(""), "an empty body");
  assert.equal(received({ cards: 3 }), "3");
});

test("a list of hundreds of thousands of broken items is examined at once, each problem at its place", () => {
  const body = `{"cards":[${`${JSON.stringify(card)},`.repeat(1234)}${"{},".repeat(500_000)}{}]}`;
  const { problems } = examine("CardList", exchange({ body }));
  assert.equal(problems.get("card.complete")?.pointer, "/cards/1234/id");
});

test("one response may be held against several schemas", () => {
  const both = exchange({ body: { cards: [card] } });
  assert.equal(examine("CardList", both).problems.size, 0);
  assert.notEqual(examine("ErrorBody", both).problems.size, 0);
});

test("what is wrong within a value of which nothing more is said counts against that", () => {
  const wrong = { schemaPath: "#", keyword: "type", params: {} };
  const at = (instancePath: string) => fieldOf("CardList", { ...wrong, instancePath })?.pointer;
  assert.equal(at("/cards/3/nickname/by.country/AT"), "/cards/*/nickname");
  assert.equal(at("/cards/3/limits/daily"), "/cards/*/limits/daily");
  assert.equal(at("/cards/3/limits/yearly"), undefined, "some of its parts are described");
  assert.equal(at("/elsewhere/deep"), undefined);
});
