/** The code samples of the reference work, each against a sandbox. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { cardsOf, makeCards } from "../../conformance/sandbox/cards/index.ts";
import type { Sandbox } from "../../conformance/sandbox/index.ts";
import { api, type Operation, operations } from "../../generated/operations.ts";
import { type GuideWorkspace, openGuideWorkspace, typescriptArgs } from "./guide-workspace.ts";
import { codeSamples } from "./reference.ts";
import { sampleRequests } from "./sample-request.ts";

const description = new URL("../../generated/openapi.json", import.meta.url);
const requests = sampleRequests(JSON.parse(readFileSync(description, "utf8")));
const samples = requests.flatMap((request) =>
  codeSamples(request).map((sample) => ({ id: request.operation.id, ...sample })),
);

/** What the samples take from the reader: a token, as the sample of the token request prints it. */
const token = `TOKEN=$(${samples.find(({ id, lang }) => id === api.token && lang === "sh")?.source} \\
  --silent | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;

/** The cards that the samples name are there; each has the id of a path parameter. */
function addCards({ state }: Sandbox): void {
  const ids = new Set(requests.flatMap(({ pathParameters }) => Object.values(pathParameters)));
  for (const id of ids) cardsOf(state).push(...makeCards(1, 1).map((card) => ({ ...card, id })));
}

/** Tells whether a success of the operation has a body, which its sample prints. */
function bodies(id: string): boolean {
  const { responses } = (operations as Readonly<Record<string, Operation>>)[id] ?? {};
  return Object.entries(responses ?? {}).some(
    ([status, schema]) => status.startsWith("2") && schema !== null,
  );
}

describe("the code samples", () => {
  let workspace: GuideWorkspace;
  before(async () => {
    workspace = await openGuideWorkspace({ prepare: addCards });
    for (const { id, lang, source } of samples) {
      if (lang === "ts") writeFileSync(join(workspace.folder, `${id}.ts`), source);
    }
  });
  after(() => workspace.close());

  test("are there for every operation, with curl and in TypeScript", () => {
    for (const id of Object.keys(operations)) {
      assert.deepEqual(
        samples.filter((sample) => sample.id === id).map(({ label }) => label),
        ["curl", "TypeScript"],
      );
    }
  });

  // That they compile is tested with the programs of the guides: to load what both import takes most of the time.
  for (const { id, lang, label, source } of samples) {
    test(`${id}: ${label} works`, async () => {
      const run =
        lang === "ts"
          ? await workspace.run(process.execPath, typescriptArgs(`${id}.ts`))
          : await workspace.run("bash", ["-euo", "pipefail", "-c", `${token}\n${source}`]);
      assert.equal(run.status, 0, `${source}\n${run.stdout}\n${run.stderr}`);
      if (bodies(id)) assert.match(run.stdout, /[[{]/, source);
    });
  }
});
