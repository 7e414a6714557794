/** The command that a report prints for a finding in some spellings alone, taken at its word. */

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { operations } from "../../generated/operations.ts";
import { oneIn } from "../../src/testing/extent.ts";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import type { CheckEvent, ExchangeEvent, RunLogEvent } from "../base/events.ts";
import type { Condition } from "../sandbox/conditions.ts";
import type { RequestContext, Seams } from "../sandbox/seams.ts";
import { type Bundle, bundledCommand, startIn } from "./process-testing.ts";
import { judgedSandbox, runHere } from "./testing.ts";

const { parameter } = operations.listCards.paginated;
const header = ({ request }: RequestContext, name: string) => request.headers.get(name) ?? "";
const forgives = (condition: Condition, when: (context: RequestContext) => boolean): Partial<Seams> => ({
  skipsCheck: (checked, context) => checked === condition && when(context),
});

describe("the printed command repeats the finding", () => {
  const folder = temporaryFolder();
  let bundle: Bundle;
  before(async () => {
    bundle = bundledCommand();
    mkdirSync(join(folder, "bin"));
    const npx = join(folder, "bin", "npx");
    // Only the package's own command; nothing is fetched.
    writeFileSync(
      npx,
      `#!/bin/sh\n[ "$1" = partner-card ] || exit 127\nshift\nexec "${process.execPath}" "${bundle.cli}" "$@"\n`,
    );
    chmodSync(npx, 0o755);
  });

  for (const [name, seams, only, expected] of oneIn(6, [
    [
      "of an unsigned write in two spellings",
      forgives(
        "signature.missing",
        (context) => /charset/.test(header(context, "content-type")) && header(context, "accept") === "",
      ),
      "signature.missing.patch",
      /signature\.missing\.patch; content-type=charset; accept=absent/,
    ],
    [
      "of one of several wrong tokens, on a later page",
      forgives("token.unknown", ({ request }) => request.query.has(parameter)),
      "token.invalid.list",
      /token\.invalid\.list; page=later/,
    ],
    [
      "of a spelling that is refused",
      {
        intercept: (context) =>
          header(context, "accept") === "*/*" ? { status: 400, headers: {}, body: {} } : null,
      },
      "spelling.list",
      /spelling\.list; accept=any/,
    ],
  ] satisfies readonly (readonly [string, Partial<Seams>, string, RegExp])[])) {
    it(name, async () => {
      const server = await judgedSandbox({ sandbox: { faults: [seams] }, delayMs: 0 });
      try {
        const log = join(folder, "run.ndjson");
        const first = await runHere(
          [
            "conformance",
            ...["--allow-writes", "--seed", "3", "--thorough", "--cases", "40", "--only", only],
            ...["--report", `ndjson=${log}`, "--journal", join(folder, "journal.json")],
          ],
          server.environment,
        );
        assert.equal(first.code, 1, first.stdout + first.stderr);
        const line = / {2}repeat +(npx .*)/.exec(first.stdout)?.[1] ?? "";
        assert.match(line, new RegExp(` --case '${expected.source}'$`));
        assert.doesNotMatch(line, /--(seed|cases|only|thorough)/);

        const again = startIn(folder, ["sh", "-c", `${line} --report ndjson=-`], {
          ...server.environment,
          PATH: `${join(folder, "bin")}:${process.env.PATH ?? ""}`,
        });
        const { code, stdout, stderr } = await again.ended;
        assert.equal(code, 1, stdout + stderr);
        const events = stdout
          .split("\n")
          .flatMap((one) => (one === "" ? [] : [JSON.parse(one) as RunLogEvent]));
        const checks = events.filter((one): one is CheckEvent => one.event === "check");
        assert.deepEqual(
          checks.map(({ id }) => id),
          [only],
        );
        // How often it was seen depends on how often it was asked.
        const [message = ""] = checks[0]?.message.split(" (and ") ?? [];
        assert.ok(message !== "" && first.stdout.replace(/\s+/g, " ").includes(message), first.stdout);
        assert.equal(checks[0]?.reproduce, line, "it is the same for the next one");
        const told = events
          .filter((one): one is ExchangeEvent => one.event === "exchange")
          .flatMap(({ alteration }) => /\bwhen (.*)/.exec(alteration ?? "")?.[1] ?? []);
        const words = /\bwhen (.*?)(?: was |\.)/.exec(checks[0]?.message ?? "")?.[1] ?? "";
        for (const one of told) {
          for (const part of one.split(/, | and /))
            assert.ok(words.includes(part) || / is 1$/.test(part), one);
        }
      } finally {
        await server.close();
      }
    });
  }
});
