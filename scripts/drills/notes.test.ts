/** Drills of a collection below an item: the notes of a card, which a POST adds and a DELETE removes. */
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { type Copy, copyRepository, isTest } from "./copy.ts";
import { conforms, judgeSandbox } from "./judge.ts";
import { mergedYaml } from "./merged-yaml.ts";

const addition = readFileSync(new URL("notes/openapi.yaml", import.meta.url), "utf8");

/** Each rule that the description names, with the operation that it is about. */
const rules = {
  "note.list": "listNotes",
  "note.page": "listNotes",
  "note.complete": "listNotes",
  "note.add": "addNote",
  "note.drop": "dropNote",
};

describe("notes of a card", () => {
  let copy: Copy;
  before(async () => {
    copy = copyRepository(isTest);
    const [description, requirements] = ["openapi/partner-card.yaml", "openapi/requirements.yaml"];
    copy.write(description, mergedYaml(copy.read(description), addition));
    const rows = Object.entries(rules).map(
      ([id, operation]) =>
        `  - { id: ${id}, section: Notes, operation: ${operation}, basis: stated, statement: It is as described. }\n`,
    );
    copy.write(requirements, copy.read(requirements) + rows.join(""));
    await copy.run("scripts/generate.ts");
  });
  after(() => copy.remove());

  it("come and go in the sandbox, and the cards stay", async () => {
    conforms(await judgeSandbox(copy));
  });
});
