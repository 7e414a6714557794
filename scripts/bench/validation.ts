/** `npm run bench -- validation`: checking a page against the description, beside reading it from its text. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { responseSchema } from "../../generated/operations.ts";
import { validators } from "../../generated/validators.js";
import { pageWith, sampleList } from "../kit/sample-calls.ts";
import { type Builder, document, schemaWith } from "./described-schema.ts";
import type { Row } from "./results.ts";
import { type Contestant, inTurns } from "./rounds.ts";

/** Tells whether a page is what the description says. */
type Check = (page: unknown) => boolean;

/**
 * Measures the validators.
 *
 * @param peers - The folder of the peers; undefined where they are not installed.
 * @param size - Turns of each, and pages in each turn.
 */
export async function measureValidation(
  peers: string | undefined,
  { rounds, pages }: { readonly rounds: number; readonly pages: number },
): Promise<Row[]> {
  const { items, operation } = sampleList();
  const page = pageWith(Array.from({ length: 100 }, (_, n) => items[n % items.length]));
  const text = JSON.stringify(page);
  const name = responseSchema(operation, 200);
  if (name === null) throw new Error(`${operation.id} has no schema of its response`);
  const wrong = pageWith([...items.slice(0, 99), { ...(items[0] as object), id: 4711 }]);
  const contestant = (part: Contestant["part"], called: string, check: Check): Contestant => {
    if (!check(page) || check(wrong)) throw new Error(`${called} does not tell right from wrong`);
    return { part, name: called, turn: () => microsecondsEach(pages, () => check(page)) };
  };
  const limit: Contestant = {
    part: "limit",
    name: "JSON.parse",
    turn: () => microsecondsEach(pages, () => JSON.parse(text)),
  };
  const own = contestant("ours", "the validators of the client", (value) => validators[name](value));
  const others = peers === undefined ? [] : await peerChecks(peers, name);
  const samples = await inTurns(
    [limit, own, ...others.map(([called, check]) => contestant("peer", called, check))],
    rounds,
  );
  return [{ what: "Checking a page of 100 items against the description", unit: "µs", goal: 0.15, samples }];
}

function microsecondsEach(times: number, work: () => unknown): number {
  const began = performance.now();
  for (let i = 0; i < times; i++) work();
  return ((performance.now() - began) * 1000) / times;
}

/** The schema of the description, made of the parts of each library, compiled where it can be. */
async function peerChecks(folder: string, name: string): Promise<[string, Check][]> {
  const { resolve } = createRequire(join(folder, "package.json"));
  const load = async (module: string) => import(pathToFileURL(resolve(module)).href);
  const [{ Type }, { Compile }, { z }, v] = await Promise.all(
    ["typebox", "typebox/compile", "zod", "valibot"].map(load),
  );
  const { schemas } = document.components;
  const built = <T>(builder: Builder<T>) => schemaWith(builder, schemas[name] ?? {}, schemas);
  const typebox = Compile(
    built({
      string: (pattern) => Type.String(pattern === undefined ? {} : { pattern }),
      number: () => Type.Number(),
      integer: () => Type.Integer(),
      null: () => Type.Null(),
      any: () => Type.Unknown(),
      array: (item) => Type.Array(item),
      union: (parts) => Type.Union(parts),
      optional: (part) => Type.Optional(part),
      object: (fields) => Type.Object(fields),
    }),
  );
  const zod = built({
    string: (pattern) => (pattern === undefined ? z.string() : z.string().regex(new RegExp(pattern))),
    number: () => z.number(),
    integer: () => z.int(),
    null: () => z.null(),
    any: () => z.unknown(),
    array: (item) => z.array(item),
    union: (parts) => z.union(parts),
    optional: (part) => z.optional(part),
    object: (fields) => z.looseObject(fields),
  });
  const valibot = built({
    string: (pattern) =>
      pattern === undefined ? v.string() : v.pipe(v.string(), v.regex(new RegExp(pattern))),
    number: () => v.number(),
    integer: () => v.pipe(v.number(), v.integer()),
    null: () => v.null(),
    any: () => v.unknown(),
    array: (item) => v.array(item),
    union: (parts) => v.union(parts),
    optional: (part) => v.optional(part),
    object: (fields) => v.looseObject(fields),
  });
  return [
    ["typebox, compiled", (page) => typebox.Check(page)],
    ["zod", (page) => zod.safeParse(page).success],
    ["valibot", (page) => v.safeParse(valibot, page).success],
  ];
}
