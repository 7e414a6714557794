/** The code samples of the reference work, each against a sandbox. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { operations } from "../../generated/operations.ts";
import { type GuideWorkspace, openGuideWorkspace, typecheckArgs, typescriptArgs } from "./guide-workspace.ts";
import { codeSamples } from "./reference.ts";
import { sampleRequests } from "./sample-request.ts";

const description = new URL("../../generated/openapi.json", import.meta.url);
const samples = sampleRequests(JSON.parse(readFileSync(description, "utf8"))).flatMap((request) =>
  codeSamples(request).map((sample) => ({ id: request.operation.id, ...sample })),
);

/** What the samples take from the reader: a token, as the sample of the token request prints it. */
const token = `TOKEN=$(curl --silent --fail "$PARTNER_CARD_BASE_URL/v1/oauth/token" \\
  -d grant_type=client_credentials -d "client_id=$PARTNER_CARD_CLIENT_ID" -d "client_secret=$PARTNER_CARD_CLIENT_SECRET" \\
  -d "scope=cards:read cards:write transfers:read transfers:write" | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;

describe("the code samples", () => {
  let workspace: GuideWorkspace;
  before(async () => {
    workspace = await openGuideWorkspace({ cardIds: ["CRD1001"] });
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

  test("compile", async () => {
    const { status, stdout } = await workspace.run(process.execPath, typecheckArgs);
    assert.equal(status, 0, stdout);
  });

  for (const { id, lang, label, source } of samples) {
    test(`${id}: ${label} works`, async () => {
      const run =
        lang === "ts"
          ? await workspace.run(process.execPath, typescriptArgs(`${id}.ts`))
          : await workspace.run("bash", ["-euo", "pipefail", "-c", `${token}\n${source}`]);
      assert.equal(run.status, 0, `${source}\n${run.stdout}\n${run.stderr}`);
      assert.match(run.stdout, /CRD\d|access_token/);
    });
  }
});
