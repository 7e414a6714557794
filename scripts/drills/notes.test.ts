/** Drills of a collection below an item: the notes of a card, which a POST adds and a DELETE removes. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { cardApi } from "./card-server-testing.ts";
import type { Broken } from "./independent-server.ts";
import { addRules, changedCopy, conforms, type Judged, judgeIndependent, judgeSandbox } from "./judge.ts";
import { mergedYaml } from "./merged-yaml.ts";
import { noteRoutes } from "./notes/server.ts";

const addition = readFileSync(new URL("notes/openapi.yaml", import.meta.url), "utf8");

/** Each rule that the description names, with the operation that it is about. */
const rules = {
  "note.list": "listNotes",
  "note.page": "listNotes",
  "note.complete": "listNotes",
  "note.add": "addNote",
  "note.drop": "dropNote",
};

/** What judges the effects of both writes. */
const ofWrites = [
  "created.addNote",
  "idempotency.retry.addNote",
  "idempotency.distinct.addNote",
  "refused.no-effect.addNote",
  "idempotency.retry.dropNote",
  "idempotency.distinct.dropNote",
  "removed.dropNote",
];
const only = ["--only", "*.listNotes", "--only", "*.addNote", "--only", "*.dropNote"];

function wereSeen({ passed }: Judged): void {
  for (const id of ofWrites) assert.ok(passed.includes(id), id);
}

/** Prints two cards, and the cards that the notes of the second one name: a listed one and one that is added. */
const program = `import { startSandbox } from "../conformance/sandbox/index.ts";
import { createClient } from "./index.ts";

const sandbox = await startSandbox();
const client = createClient(sandbox);
const [first, second] = await client.paginate("/v1/card").toArray({ max: 2 });
const params = { path: { id: second?.id ?? "" } };
const [listed] = await client.paginate("/v1/card/{id}/note", { params }).toArray({ max: 1 });
const { data: added } = await client.POST("/v1/card/{id}/note", { params, body: { text: "Call back" } });
console.log(JSON.stringify([first?.id, second?.id, listed?.cardId, added.cardId]));
await sandbox.close();
`;

describe("notes of a card", () => {
  const copy = changedCopy((copy) => {
    const description = "openapi/partner-card.yaml";
    copy.write(description, mergedYaml(copy.read(description), addition));
    const about = Object.entries(rules).map(([id, operation]) => `id: ${id}, operation: ${operation}`);
    addRules(
      copy,
      "Notes",
      about.map((rule) => `${rule}, statement: It is as described.`),
    );
  });

  it("come and go in the sandbox, and the cards stay", async () => {
    const judged = await judgeSandbox(copy);
    conforms(judged);
    wereSeen(judged);
  });

  it("say in the sandbox whose they are", async () => {
    copy.write("src/program.ts", program);
    const [first, second, ...named] = JSON.parse(await copy.run("src/program.ts")) as string[];
    assert.notEqual(first, second);
    assert.deepEqual(named, [second, second]);
  });

  it("come and go on a server", async (t) => {
    const judged = await judgeIndependent(t, copy, cardApi, noteRoutes());
    conforms(judged);
    wereSeen(judged);
  });

  it("are added once for each key", async (t) => {
    const broken: Broken = { skips: ["repetition"], at: /^POST .*\/note$/ };
    const judged = await judgeIndependent(t, copy, cardApi, noteRoutes(), broken, ...only);
    assert.deepEqual(judged.failed, ["idempotency.retry.addNote"], judged.output);
  });

  it("are seen below another card", async (t) => {
    const judged = await judgeIndependent(t, copy, cardApi, noteRoutes("adds-elsewhere"), {}, ...only);
    assert.deepEqual(judged.failed, ["created.addNote"], judged.output);
  });

  it("are seen to be those of one card, whatever card is asked for", async (t) => {
    const flags = ["--only", "accepted.*"];
    const judged = await judgeIndependent(t, copy, cardApi, noteRoutes("lists-elsewhere"), {}, ...flags);
    assert.deepEqual(judged.failed, ["accepted.listNotes"], judged.output);
  });

  it("are seen to stay where a DELETE removes none", async (t) => {
    const judged = await judgeIndependent(t, copy, cardApi, noteRoutes("keeps"), {}, ...only);
    assert.deepEqual(judged.failed, ["removed.dropNote"], judged.output);
  });
});
