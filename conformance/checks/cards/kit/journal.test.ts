import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, it } from "node:test";
import { temporaryFolder } from "../../../../src/testing/temporary-folder.ts";
import { UsageError } from "../../../base/usage-error.ts";
import { cardsOf } from "../../../sandbox/cards/state.ts";
import type { Seams } from "../../../sandbox/seams.ts";
import { credentials, proofRun } from "../../../selftest/in-memory.ts";
import { writeWay } from "../../../wire/way.ts";
import type { JournalFile } from "../../kit/keeper.ts";
import { specifiedForm } from "../write-form.ts";
import { type Journal, journalFile } from "./journal.ts";

const root = temporaryFolder();
let folder = root;
beforeEach(() => {
  folder = mkdtempSync(join(root, "case-"));
});

const journal: Journal = {
  format: 1,
  startedAt: "2026-01-01T00:00:00.000Z",
  process: 1,
  target: { baseUrl: "https://staging.example.com/partner", clientId: "partner-1", signaturePath: "full" },
  cards: [
    { id: "CRD1", limits: { daily: 1500, monthly: 12_000, atm: 0, approvalBased: null }, pageSize: 100 },
    { id: "CRD2", limits: { daily: 9_007_199_254_740_991 }, pageSize: null },
  ],
  forms: [
    { operation: "replaceCardLimits", way: writeWay("encoding.hex"), body: "wrapped" },
    specifiedForm("updateCardLimits"),
  ],
};

describe("the journal of a run", () => {
  it("is read as it was written, and is for its owner only", () => {
    const file = journalFile(join(folder, "new/journal.json"));
    assert.equal(file.read(), null);
    file.save(journal);
    assert.deepEqual(journalFile(file.path).read(), journal);
    assert.equal(statSync(file.path).mode & 0o777, 0o600);
    file.remove();
    assert.equal(file.read(), null);
  });

  it("is not written over that of another run", () => {
    const [ours, theirs] = [journalFile(join(folder, "j.json")), journalFile(join(folder, "j.json"))];
    theirs.save(journal);
    assert.throws(() => ours.save({ ...journal, cards: [] }), /another run has written it/);
    theirs.save({ ...journal, cards: [...journal.cards].reverse() });
    assert.equal(ours.read()?.cards[0]?.id, "CRD2");
  });

  it("leaves nothing behind: no folder of its own, and nothing that a killed run was about to write", () => {
    const [before, parent] = [process.cwd(), mkdtempSync(join(folder, "working-"))];
    process.chdir(parent);
    try {
      const file = journalFile();
      file.prepare();
      assert.deepEqual(readdirSync(parent), []);
      file.save(journal);
      assert.deepEqual(readdirSync(parent), [".partner-card"]);
      writeFileSync(join(parent, ".partner-card/.journal.json.4711.tmp"), "{");
      file.remove();
      assert.deepEqual(readdirSync(parent), []);
      file.save(journal);
      writeFileSync(join(parent, ".partner-card/notes.txt"), "");
      file.remove();
      assert.deepEqual(readdirSync(join(parent, ".partner-card")), ["notes.txt"]);
    } finally {
      process.chdir(before);
    }
  });

  it("is refused where it is not whole, with one line", () => {
    const good = JSON.parse(JSON.stringify({ ...journal, forms: [] })) as Record<string, unknown>;
    const { baseUrl: _, ...nowhere } = good.target as Record<string, unknown>;
    const broken: readonly unknown[] = [
      ...["", "{", "[]", "null", '"journal"'],
      ...[{}, { ...good, format: 2 }, { ...good, target: nowhere }, { ...good, process: "1" }],
      ...[
        { ...good, cards: {} },
        { ...good, forms: null },
      ],
      ...[
        { ...good, cards: [{ id: "CRD1" }] },
        { ...good, cards: [{ id: 1, limits: {} }] },
      ],
    ];
    for (const text of broken.map((one) => (typeof one === "string" ? one : JSON.stringify(one)))) {
      const file = join(folder, "journal.json");
      writeFileSync(file, text);
      assert.throws(
        () => journalFile(file).read(),
        (error: unknown) =>
          error instanceof UsageError &&
          /^[^\n]* is not a journal of this program[^\n]*$/.test(error.message),
        text,
      );
    }
    mkdirSync(join(folder, "a-folder"));
    assert.throws(() => journalFile(join(folder, "a-folder")).read(), /can't be read: EISDIR/);
    writeFileSync(join(folder, "file"), "");
    assert.throws(() => journalFile(join(folder, "file/j.json")).prepare(), UsageError);
  });
});

/** A sandbox seam that looks at the journal before each write. */
function watching(file: JournalFile, look: (text: string | null, body: string) => void): Partial<Seams> {
  return {
    intercept: ({ operation, request }) => {
      if (operation !== "updateCardLimits" && operation !== "replaceCardLimits") return null;
      look(file.read() === null ? null : readFileSync(file.path, "utf8"), request.body);
      return null;
    },
  };
}

const select = ({ id }: { readonly id: string }) => /^write\.(effect|accepted)/.test(id);

describe("a run that writes", () => {
  it("has its journal before the first write, with no secret in it, and removes it", async () => {
    const file = journalFile(join(folder, "journal.json"));
    const texts: (string | null)[] = [];
    let limits: unknown;
    const seams: Partial<Seams> = {
      ...watching(file, (text) => texts.push(text)),
      reply: (reply, { state }) => {
        limits ??= structuredClone(cardsOf(state).at(-1)?.limits);
        return reply;
      },
    };
    const { end } = await proofRun({ sandbox: { faults: [seams] }, select, run: { journal: file } });
    assert.equal(end.exitCode, 0);
    assert.ok(texts.length > 5);
    for (const text of texts) {
      assert.ok(text !== null, "a write came before the journal");
      const { cards, target } = JSON.parse(text) as Journal;
      assert.deepEqual(
        cards.map((card) => card.limits),
        [limits],
      );
      assert.deepEqual(Object.keys(target).sort(), ["baseUrl", "clientId", "signaturePath"]);
      assert.ok(!text.includes(credentials.clientSecret));
      assert.doesNotMatch(text, /Bearer|BEGIN|token|secret|[A-Za-z0-9+/_-]{40}/);
    }
    assert.deepEqual(readdirSync(folder), []);
  });

  it("writes nothing at all where the journal can't be written, and is incomplete", async () => {
    const file = journalFile(join(folder, "journal.json"));
    let writes = 0;
    const failing: JournalFile = {
      ...file,
      save: () => {
        throw new Error("ENOSPC: no space left");
      },
    };
    const seams = watching(file, () => {
      writes += 1;
    });
    const { end } = await proofRun({ sandbox: { faults: [seams] }, run: { journal: failing } });
    assert.equal(writes, 0);
    assert.match(end.incomplete.join(), /the journal .*journal\.json can't be written: ENOSPC/);
    assert.ok(end.exitCode === 3 || end.exitCode === 4);
  });
});
