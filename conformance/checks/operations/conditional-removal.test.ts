import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { conditionalRemovalCheck } from "./conditional-removal.ts";
import { operation, writingRun } from "./testing.ts";

/** What the check says of a DELETE that judges its If-Match in this way. */
async function judged(takes: (condition: string | undefined, tag: string) => boolean) {
  const path = "/v1/thing/{id}";
  const creations = { id: { operation: "createThing", pointer: "/id" } };
  const requirement = "auth.bearer";
  const write = { path, creations, mediaType: "application/json", requirement } as const;
  const all = [
    operation({ id: "createThing", method: "POST", path: "/v1/thing", responses: { "201": null } }),
    operation({ id: "getThing", path }),
    operation({ ...write, id: "putThing", method: "PUT", bodyFields: ["name"] }, [
      { name: "a" },
      { name: "b" },
    ]),
    operation({ ...write, id: "removeThing", method: "DELETE", mediaType: null, ifMatch: "required" }),
  ];
  const description = {
    operations: Object.assign({}, ...all.map((one) => one.description.operations)),
    samples: Object.assign({}, ...all.map((one) => one.description.samples)),
  };
  const things = new Map<string, { name: string; version: number }>();
  const tagOf = (id: string) => `"${things.get(id)?.version}"`;
  let made = 0;
  const run = writingRun(async (_, call) => {
    const [id, name] = [call.path?.id ?? "", String(call.operation)];
    const thing = things.get(id);
    const answer = (status: number, body: unknown = null) =>
      exchange({ operation: null, status, body, headers: thing === undefined ? [] : [["ETag", tagOf(id)]] });
    if (name === "createThing") {
      made += 1;
      things.set(`T${made}`, { name: "new", version: 1 });
      return answer(201, { id: `T${made}` });
    }
    if (thing === undefined) return answer(404);
    if (name === "putThing") {
      things.set(id, { name: (call.body as { name: string }).name, version: thing.version + 1 });
      return answer(200);
    }
    if (name === "getThing") return answer(200, { id, name: thing.name });
    const condition = call.headers?.find(([header]) => header === "If-Match")?.[1];
    if (condition === undefined || !takes(condition, tagOf(id))) return answer(412);
    things.delete(id);
    return answer(204);
  });
  const [check] = conditionalRemovalCheck({ row: all[3]?.row ?? assert.fail(), description });
  const [fact] = (await check?.run(run)) ?? [];
  return fact;
}

test("what was changed is not removed with the ETag from before, and is with the present one", async () => {
  assert.equal((await judged((condition, tag) => condition === tag))?.kind, "held");
  assert.equal((await judged(() => true))?.kind, "violated");
  assert.equal((await judged(() => false))?.kind, "missing", "nothing is removed at all");
});

test("only a DELETE that takes If-Match, of what can be read and changed, has this check", () => {
  const one = operation({ method: "DELETE", path: "/v1/thing/{id}", ifMatch: "required" });
  assert.deepEqual(conditionalRemovalCheck(one), []);
});
