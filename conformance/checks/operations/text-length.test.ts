import assert from "node:assert/strict";
import { test } from "node:test";
import { isObject } from "../../base/shape.ts";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import { operation, writingRun } from "./testing.ts";
import { textLengthCheck } from "./text-length.ts";

const path = "/v1/thing";
const requirement = "list.request";
const create = operation(
  {
    id: "createThing",
    method: "POST",
    path,
    requirement,
    mediaType: "application/json",
    responses: { "201": null },
  },
  [{ name: "Lamp" }],
);
const texts = { lengths: { "/name": 12 }, characters: ["ü", "😀"] };
const samples = Object.entries(create.description.samples).map(
  ([id, one]) => [id, { ...one, texts }] as const,
);
const described = {
  ...create,
  description: { ...create.description, samples: Object.fromEntries(samples) },
};

/** What comes of a server that takes the names for which this holds. */
async function judged(
  takes: (name: string) => boolean,
  shows = (name: string) => name,
  characters = texts.characters,
  also = shows,
) {
  const call = async (_: string, { body }: Call) => {
    const name = isObject(body) ? String(body.name) : "";
    return exchange({
      operation: null,
      status: takes(name) ? 201 : 422,
      body: { of: { name: shows(name) }, html: also(name) },
    });
  };
  const { samples } = described.description;
  const own = Object.entries(samples).map(([id, one]) => [id, { ...one, texts: { ...texts, characters } }]);
  const [check] = textLengthCheck({
    ...described,
    description: { ...described.description, samples: Object.fromEntries(own) },
  });
  const facts = (await check?.run(writingRun(call))) ?? [];
  return facts.map((fact) => fact.kind);
}

test("texts as long as they may be are taken, whatever they take in bytes or in units of UTF-16", async () => {
  assert.deepEqual(await judged((name) => [...name].length <= 12), ["held", "held"]);
  assert.deepEqual(await judged((name) => name.length <= 12), ["held", "violated"]);
  assert.deepEqual(await judged((name) => Buffer.byteLength(name) <= 12), ["violated", "missing"]);
});

test("what is shown as HTML would have it is found", async () => {
  const escaped = (name: string) => name.replaceAll("ü", "&amp;");
  const kinds = await judged(
    () => true,
    (name) => escaped(name).replaceAll("😀", "&lt;"),
  );
  assert.deepEqual(kinds, ["held", "held"], "that is another text");
  const html = (name: string) => name.replaceAll("&", "&amp;");
  assert.deepEqual(await judged(() => true, html, ["&"]), ["violated"]);
  assert.deepEqual(
    await judged(
      () => true,
      (name) => name,
      ["&", "ü"],
      html,
    ),
    ["held", "held"],
    "beside it",
  );
});

test("what is refused for other reasons shows nothing", async () => {
  assert.deepEqual(await judged((name) => /^\w+$/.test(name)), ["missing", "missing"], "its characters");
  assert.deepEqual(await judged((name) => [...name].length < 12), ["missing", "missing"], "its length");
});

test("what is taken and shown without its end is found, unless plain texts are, too", async () => {
  const bytes = (name: string) => Buffer.from(name).subarray(0, 12).toString();
  assert.deepEqual(await judged(() => true, bytes), ["violated", "violated"]);
  assert.deepEqual(
    await judged(
      () => true,
      (name) => name.slice(0, 12),
    ),
    ["held", "violated"],
    "UTF-16",
  );
  assert.deepEqual(
    await judged(
      () => true,
      (name) => name.slice(0, 8),
    ),
    ["missing", "missing"],
  );
  let times = 0;
  const once = (name: string) => (name.length > 12 && ++times === 1 ? name.slice(0, 9) : name);
  assert.deepEqual(await judged(() => true, once), ["held", "held"], "not each time");
  assert.deepEqual(
    await judged(
      () => true,
      () => "a name of its own",
    ),
    ["held", "held"],
  );
});

test("a name that is taken already is not sent again", async () => {
  const known = new Set<string>();
  const isNew = (name: string) => name === "Lamp" || (!known.has(name) && known.add(name) !== null);
  for (let run = 0; run < 2; run += 1) assert.deepEqual(await judged(isNew), ["held", "held"]);
});

test("nothing is asked where no text has a largest length", () => {
  assert.deepEqual(textLengthCheck(create), []);
});
