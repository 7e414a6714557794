/** Every code block of the guides does what the guide says: it is run against a sandbox, or computes a vector. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { faultNamed } from "../../conformance/sandbox/faults.ts";
import { loadVectors } from "../../conformance/vectors/vectors.ts";
import { type Block, codeBlocks, outputPattern } from "./blocks.ts";
import { guideFiles } from "./guide-files.ts";
import {
  type GuideWorkspace,
  openGuideWorkspace,
  type Run,
  typecheckArgs,
  typescriptArgs,
} from "./guide-workspace.ts";
import { codeSamples } from "./reference.ts";
import { sampleRequests } from "./sample-request.ts";

const guides = [
  ...guideFiles.map(({ name }) => ({ name, path: `scripts/docs/pages/${name}.md` })),
  { name: "readme", path: "README.md" },
].map(({ name, path }) => ({
  name,
  blocks: codeBlocks(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")),
}));

/** The program or script of a guide: its blocks from top to bottom, as a reader would run them. */
function whole(blocks: readonly Block[], language: string): string {
  return blocks
    .filter((block) => block.language === language)
    .filter(({ words }) => !words.includes("no-run") && !words.includes("vector"))
    .map(({ words, code, line }) => {
      const body = words.includes("bare") ? `(\nunset \${!PARTNER_CARD_@}\n${code})\n` : code + use(words);
      return `${language === "ts" ? "//" : "#"} line ${line}\n${body}`;
    })
    .join("\n");
}

/** The TypeScript of the reference. */
function samples(): { operation: string; text: string }[] {
  const description = readFileSync(new URL("../../generated/openapi.json", import.meta.url), "utf8");
  return sampleRequests(JSON.parse(description)).flatMap((request) =>
    codeSamples(request)
      .filter(({ lang }) => lang === "ts")
      .map(({ source }) => ({ operation: request.operation.id, text: source })),
  );
}

/** A write that is signed with what a block makes, where the block says what that is. */
function use(words: readonly string[]): string {
  const signer = words.find((word) => word.startsWith("signer="))?.slice("signer=".length);
  if (signer === undefined) return "";
  return `
await createClient({
  baseUrl: env.PARTNER_CARD_BASE_URL ?? "",
  clientId: env.PARTNER_CARD_CLIENT_ID ?? "",
  clientSecret: env.PARTNER_CARD_CLIENT_SECRET ?? "",
  signer: ${signer},
}).cards.updateLimits(card.id, { daily: 5000 });
`;
}

function succeeded({ status, stdout, stderr }: Run): void {
  assert.equal(status, 0, `exit ${status}\n${stdout}\n${stderr}`);
}

/** Languages that only show something: data, output, a picture of a request. */
const shown: Record<string, true> = { json: true, yaml: true, text: true, http: true };

const vector = loadVectors().vectors[0] as ReturnType<typeof loadVectors>["vectors"][number];

/** Why a tool cannot be used here, or false where it can. */
function unlessFound(command: string, ...args: string[]): string | false {
  return spawnSync(command, args).status === 0 ? false : `${command} ${args.join(" ")} does not work here`;
}

/**
 * What runs a block that computes the vector. Python and Java are languages of other people's clients, not of
 * this repository, so their blocks are run where they are found, under REQUIRE_ALL=1 too.
 */
const tools: Record<
  string,
  { command: string; args: readonly string[]; file: string; skip: string | false }
> = {
  sh: {
    command: "sh",
    args: [],
    file: "vector.sh",
    skip: process.env.REQUIRE_ALL !== "1" && unlessFound("openssl", "version"),
  },
  ts: { command: process.execPath, args: typescriptArgs("").slice(0, 2), file: "vector.ts", skip: false },
  py: {
    command: "python3",
    args: [],
    file: "vector.py",
    skip: unlessFound("python3", "-c", "import cryptography"),
  },
  // It runs for a moment, and the better compiler takes longer than what it would make faster.
  java: {
    command: "java",
    args: ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"],
    file: "Sign.java",
    skip: unlessFound("java", "-version"),
  },
};

describe("the guides", () => {
  let workspace: GuideWorkspace;
  before(async () => {
    workspace = await openGuideWorkspace();
    for (const { name, blocks } of guides) {
      const program = whole(blocks, "ts");
      if (program !== "") writeFileSync(join(workspace.folder, `${name}.ts`), program);
    }
    for (const { operation, text } of samples())
      writeFileSync(join(workspace.folder, `${operation}.ts`), text);
  });
  after(() => workspace.close());

  test("know no language that nothing tests", () => {
    for (const { name, blocks } of guides) {
      for (const { language, words, line } of blocks) {
        const tested =
          ["ts", "sh"].includes(language) ||
          ["vector", "client"].some((word) => words.includes(word)) ||
          language in shown;
        assert.ok(tested, `${name}, line ${line}: ${language}`);
      }
    }
  });

  test("have TypeScript that compiles, as the samples of the reference do", async () => {
    succeeded(await workspace.run(process.execPath, typecheckArgs));
  });

  for (const { name, blocks } of guides) {
    if (whole(blocks, "ts") !== "") {
      test(`${name}: the TypeScript runs`, async () => {
        succeeded(await workspace.run(process.execPath, typescriptArgs(`${name}.ts`)));
      });
    }
    if (whole(blocks, "sh") !== "") {
      test(`${name}: the commands run`, async () => {
        const run = await workspace.run("bash", ["-euo", "pipefail", "-c", whole(blocks, "sh")]);
        succeeded(run);
        for (const { words, code, line } of blocks) {
          if (words.includes("output"))
            assert.match(run.stdout, outputPattern(code), `the output at line ${line}`);
        }
      });
    }
    for (const { words, code, line } of blocks) {
      const fault = words.find((word) => word.startsWith("fault="))?.slice("fault=".length);
      if (fault === undefined) continue;
      test(`${name}: line ${line} is what the suite says of ${fault}`, async () => {
        const faulty = await openGuideWorkspace({ fault });
        try {
          const command = 'npx partner-card conformance --base-url "$PARTNER_CARD_BASE_URL" --allow-writes';
          const run = await faulty.run("bash", ["-c", `${command} --only ${faultNamed(fault).breaks}`]);
          assert.equal(run.status, 1, run.stderr);
          assert.match(run.stdout, outputPattern(code));
        } finally {
          await faulty.close();
        }
      });
    }
    for (const { language, words, code, line } of blocks) {
      if (!words.includes("vector")) continue;
      const tool = tools[language];
      assert.ok(tool !== undefined, `${name}, line ${line}: there is no way to run ${language}`);
      test(`${name}: line ${line} computes the published signature in ${language}`, {
        skip: tool.skip,
      }, async () => {
        const file = join(workspace.folder, tool.file);
        writeFileSync(file, code);
        const run = await workspace.run(tool.command, [...tool.args, file]);
        succeeded(run);
        assert.equal(run.stdout.trim(), vector.request.signature);
      });
    }
  }
});
