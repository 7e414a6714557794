import assert from "node:assert/strict";
import { test } from "node:test";
import { type Draw, drawPairs, drawShare, drawSpellings, type Place, spelled, whenWords } from "./draw.ts";
import { type Spelling, spellings } from "./spellings.ts";

const names = (row: readonly Spelling[]) => row.map(({ dimension, value }) => `${dimension}=${value}`);
const all = { rows: Number.POSITIVE_INFINITY, strength: "spellings", histories: 0, share: 0 } as const;
const drawn = (seed: number, draw: Partial<Draw> = {}, place: Place = { name: "a defect" }) =>
  drawSpellings(spellings, { ...all, seed, ...draw }, place).map(names);

/** The most values of a dimension, the plain one included. */
const widest =
  1 +
  Math.max(
    ...spellings.map(({ dimension }) => spellings.filter((one) => one.dimension === dimension).length),
  );

test("a defect meets every spelling, one of each dimension at a time", () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const rows = drawSpellings(spellings, { ...all, seed }, { name: "a defect" });
    assert.deepEqual(new Set(rows.flatMap(names)).size, spellings.length);
    assert.ok(rows.length <= widest, `${rows.length} rows`);
    for (const row of rows) {
      assert.ok(row.length > 0, "the plain request is sent otherwise");
      assert.equal(new Set(row.map(({ dimension }) => dimension)).size, row.length);
    }
  }
});

for (const [what, rows] of [
  ["a thorough run lets a defect meet", drawn(3, { strength: "pairs" })],
  [
    "a request as specified meets",
    drawPairs(spellings, { ...all, seed: 3 }, { name: "a request" }).map(names),
  ],
] as const)
  test(`${what} every pair of spellings of different dimensions`, () => {
    for (const one of spellings) {
      for (const other of spellings.filter(({ dimension }) => dimension > one.dimension)) {
        const both = names([one, other]);
        assert.ok(
          rows.some((row) => both.every((name) => row.includes(name))),
          both.join(" "),
        );
      }
    }
  });

test("pairs are the same for the same seed, none where nothing is drawn, and what is asked for", () => {
  const pairs = (draw: Partial<Draw>) =>
    drawPairs(spellings, { ...all, seed: 1, ...draw }, { name: "a request" });
  assert.deepEqual(pairs({}), pairs({}));
  assert.notDeepEqual(pairs({}), pairs({ seed: 2 }));
  assert.deepEqual(pairs({ rows: 0 }), []);
  const only = [{ dimension: "accept", value: "absent" }];
  for (const row of pairs({ only })) assert.deepEqual(names(row), ["accept=absent"]);
});

/** The share of all pairs of spellings of different dimensions that these rows hold. */
function shareOfPairs(rows: readonly (readonly string[])[]): number {
  const pairs = spellings.flatMap((one, index) =>
    spellings
      .slice(index + 1)
      .flatMap((other) => (other.dimension === one.dimension ? [] : [names([one, other])])),
  );
  return (
    pairs.filter((both) => rows.some((row) => both.every((name) => row.includes(name)))).length / pairs.length
  );
}

test("in its few rows, a defect meets two thirds of the pairs of spellings", () => {
  const shares = Array.from({ length: 20 }, (_, seed) => shareOfPairs(drawn(seed)));
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  assert.ok(mean > 0.65, String(mean));
});

test("the seed and the place decide, and nothing is drawn where nothing is wanted", () => {
  assert.deepEqual(drawn(1), drawn(1));
  assert.notDeepEqual(drawn(1), drawn(2));
  assert.notDeepEqual(drawn(1), drawn(1, {}, { name: "another defect" }));
  assert.deepEqual(drawn(1, { rows: 0 }), []);
  assert.deepEqual(drawSpellings([], { ...all, seed: 1 }, { name: "a defect" }), []);
});

test("with half of the rows, two operations meet every spelling together", () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const half = Math.ceil(widest / 2);
    const rows = [0, 1].flatMap((turn) => drawn(seed, { rows: half }, { name: "a defect", turn: [turn, 2] }));
    assert.equal(rows.length, 2 * half);
    assert.equal(new Set(rows.flat()).size, spellings.length, `seed ${seed}`);
  }
});

test("the operations take turns with a share, and send everything together once it is large enough", () => {
  const items = Array.from({ length: 35 }, (_, number) => number);
  const share = (size: number, turn: number, seed = 7) =>
    drawShare(items, { ...all, seed, share: size }, { name: "forms", turn: [turn, 2] });
  for (const size of [0.52, 0.6, 1]) {
    assert.equal(new Set([...share(size, 0), ...share(size, 1)]).size, items.length, String(size));
  }
  assert.deepEqual(share(0, 0), []);
  const few = share(0.2, 0);
  assert.equal(few.length, 7);
  assert.deepEqual(share(0.4, 0).slice(0, 7), few, "a larger share holds a smaller one");
  assert.equal(new Set([...few, ...share(0.2, 1)]).size, 14);
  assert.notDeepEqual(share(0.2, 0, 8), few);
});

test("a part of a row is a row at some of the places", () => {
  const places = Array.from({ length: 400 }, (_, number) => drawn(1, { rows: 1.25 }, { name: `${number}` }));
  assert.ok(places.every(({ length }) => length === 1 || length === 2));
  const sent = places.flat().length;
  assert.ok(sent > 450 && sent < 550, `${sent} of about 500`);
});

const request = {
  method: "PATCH",
  url: "https://api.example.com/v9/dog/D7/name?x=/1",
  headers: [
    ["Accept", "application/json"],
    ["Content-Type", "application/json"],
  ],
  body: '{"name":"Rex"}',
} as const;
const made = (dimension: string, value: string, of: Parameters<Spelling["rewrite"]>[0] = request) =>
  spelled(spellings.filter((one) => one.dimension === dimension && one.value === value))(of);

test("each spelling changes what it says, and nothing else", () => {
  for (const [dimension, value, expected] of [
    [
      "content-type",
      "charset",
      { headers: [request.headers[0], ["Content-Type", "application/json; charset=utf-8"]] },
    ],
    ["content-type", "upper-case", { headers: [request.headers[0], ["Content-Type", "APPLICATION/JSON"]] }],
    ["accept", "absent", { headers: [request.headers[1]] }],
    ["accept", "any", { headers: [["Accept", "*/*"], request.headers[1]] }],
    ["accept", "list", { headers: [["Accept", "text/html;q=0.5, application/*"], request.headers[1]] }],
    [
      "header-names",
      "lower-case",
      {
        headers: [
          ["accept", "application/json"],
          ["content-type", "application/json"],
        ],
      },
    ],
    [
      "header-names",
      "upper-case",
      {
        headers: [
          ["ACCEPT", "application/json"],
          ["CONTENT-TYPE", "application/json"],
        ],
      },
    ],
    ["header-order", "reversed", { headers: [request.headers[1], request.headers[0]] }],
    [
      "header-values",
      "padded",
      {
        headers: [
          ["Accept", " application/json "],
          ["Content-Type", " application/json "],
        ],
      },
    ],
    ["connection", "close", { headers: [...request.headers, ["Connection", "close"]] }],
    ["json", "spaced", { body: ' \n\t { "name" : "Rex" } \r\n ' }],
    ["json", "escaped", { body: '{"\\u006eame":"Rex"}' }],
    ["query", "unknown", { url: "https://api.example.com/v9/dog/D7/name?x=/1&x=1" }],
    ["path", "trailing-slash", { url: "https://api.example.com/v9/dog/D7/name/?x=/1" }],
    ["path", "doubled-slash", { url: "https://api.example.com/v9/dog/D7//name?x=/1" }],
    ["path", "encoded-letter", { url: "https://api.example.com/v9/dog/D7/%6Eame?x=/1" }],
    ["method-override", "get", { headers: [...request.headers, ["X-HTTP-Method-Override", "GET"]] }],
  ] as const) {
    assert.deepEqual(made(dimension, value), { ...request, ...expected }, `${dimension}=${value}`);
  }
  const body = '{"a":1.0,"b":{"c":[1,2],"d":"x,}\\""},"e":null}';
  assert.equal(
    made("json", "reversed", { ...request, body }).body,
    '{"e":null,"b":{"c":[1,2],"d":"x,}\\""},"a":1.0}',
  );
  const amounts = {
    ...request,
    body: '{"a7":1500,"b":[0,12,1.5],"c":"8","d":-3,"e":2e3,"f":9223372036854775807}',
  };
  const spelled = '{"a7":150.0e1,"b":[0.0e1,1.2e1,1.5],"c":"8","d":-3,"e":2e3,"f":9223372036854775807}';
  assert.equal(made("numbers", "scientific", amounts).body, spelled);
  assert.deepEqual(JSON.parse(spelled), JSON.parse(amounts.body));
});

test("each spelling of a form leaves the fields what they are", () => {
  const form = {
    ...request,
    headers: [["Content-Type", "application/x-www-form-urlencoded"]],
    body: "grant_type=g&client_id=i&scope=a%3Ab+c%3Ad",
  } as const;
  for (const [dimension, value, body] of [
    ["scope-order", "reversed", "grant_type=g&client_id=i&scope=c%3Ad+a%3Ab"],
    ["form-spaces", "percent", "grant_type=g&client_id=i&scope=a%3Ab%20c%3Ad"],
    ["form-letters", "in-names", "%67rant_type=g&%63lient_id=i&%73cope=a%3Ab+c%3Ad"],
    ["form-letters", "in-values", "grant_type=%67&client_id=%69&scope=%61%3Ab+c%3Ad"],
    ["form-order", "reversed", "scope=a%3Ab+c%3Ad&client_id=i&grant_type=g"],
  ] as const)
    assert.deepEqual(made(dimension, value, form), { ...form, body }, `${dimension}=${value}`);
  const { body } = spelled(spellings.filter(({ dimension }) => /form|scope/.test(dimension)))(form);
  assert.deepEqual(Object.fromEntries(new URLSearchParams(body ?? "")), {
    grant_type: "g",
    client_id: "i",
    scope: "c:d a:b",
  });
});

test("what a request has not can't be spelled in another way", () => {
  const read = { ...request, body: null };
  for (const dimension of ["content-type", "json"]) {
    for (const { value } of spellings.filter((one) => one.dimension === dimension))
      assert.deepEqual(made(dimension, value, read), read);
  }
});

test("spellings are told in words", () => {
  assert.equal(whenWords([]), "");
  assert.equal(whenWords(spellings.slice(0, 1)), "when Content-Type has a charset");
  assert.equal(
    whenWords(spellings.filter(({ value }) => ["charset", "absent", "close"].includes(value))),
    "when Content-Type has a charset, Accept is absent, User-Agent is absent and the connection is not kept",
  );
});

test("every row has a name of its own, words and a basis", () => {
  assert.equal(new Set(names(spellings)).size, spellings.length);
  for (const { when, basis } of spellings) assert.ok(when !== "" && basis !== "");
});
