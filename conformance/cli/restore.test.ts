/** What a run that was ended has left changed is put back by `partner-card restore`, and by the next run. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { type Journal, journalFile } from "../checks/cards/kit/journal.ts";
import { specifiedForm } from "../checks/cards/write-form.ts";
import { cardsOf } from "../sandbox/cards/state.ts";
import type { Seams } from "../sandbox/seams.ts";
import { writeWay } from "../wire/way.ts";
import { type Ended, type JudgedSandbox, judgedSandbox, runHere } from "./testing.ts";

const root = temporaryFolder();
let journal = "";
let judged: JudgedSandbox;
/** What the sandbox does otherwise than specified. */
let seams: Partial<Seams> = {};
let requests = 0;
let writes = 0;

before(async () => {
  judged = await judgedSandbox({
    delayMs: 0,
    sandbox: {
      faults: [
        {
          intercept: (about) => {
            requests += 1;
            if (["PUT", "PATCH"].includes(about.request.method)) writes += 1;
            return seams.intercept?.(about) ?? null;
          },
          signature: (rules, about) => seams.signature?.(rules, about) ?? rules,
        },
      ],
    },
  });
});
after(() => judged.close());
beforeEach(() => {
  journal = join(mkdtempSync(join(root, "a case ")), "journal.json");
});
afterEach(() => {
  seams = {};
  requests = 0;
  writes = 0;
  for (const card of cardsOf(judged.sandbox.state)) Object.assign(card.limits, judged.before[card.id]);
});

const deadProcess = 2 ** 22 + 1;

/** Changes two cards as a run would that was killed, and leaves its journal. */
function leave(change: Partial<Journal> = {}): void {
  const cards = cardsOf(judged.sandbox.state).slice(-2);
  journalFile(journal).save({
    format: 1,
    startedAt: "2026-01-01T00:00:00.000Z",
    process: deadProcess,
    target: {
      baseUrl: judged.baseUrl,
      clientId: "partner-1",
      signaturePath: "api",
    },
    cards: cards.map(({ id, limits }) => ({ id, limits: { ...limits }, pageSize: 100 })),
    forms: [specifiedForm("updateCardLimits")],
    ...change,
  });
  for (const { limits } of cards) Object.assign(limits, { daily: 1, monthly: 2 });
}

function restore(environment: Record<string, string> = {}, ...flags: readonly string[]): Promise<Ended> {
  return runHere(["restore", "--journal", journal, ...flags], { ...judged.environment, ...environment });
}

function conformance(...flags: readonly string[]): Promise<Ended> {
  const args = [
    "conformance",
    "--cases",
    "0",
    "--quiet",
    "--only",
    "write.effect.patch",
    "--journal",
    journal,
    ...flags,
  ];
  return runHere(args, judged.environment);
}

function assertRefused({ code, stderr }: Ended, description: RegExp): void {
  assert.equal(code, 2, stderr);
  assert.match(stderr, description);
  assert.match(stderr, /^partner-card: [^\n]*\n$/);
  assert.equal(requests, 0, "something was sent");
}

describe("partner-card restore", () => {
  it("puts every card of the journal back, says so, and removes the journal", async () => {
    leave();
    const { code, stdout, stderr } = await restore();
    assert.equal(code, 0, stderr);
    assert.match(stderr, /puts limits of CRD100211, CRD100218 at http:.* back/);
    assert.equal(stdout, "limits of CRD100211, CRD100218 are as they were\n");
    assert.deepEqual(judged.limits(), judged.before);
    assert.equal(existsSync(journal), false);
    assert.equal((await restore()).stdout, `no journal at ${journal}: nothing to put back\n`);
  });

  it("uses the form in which the server took writes", async () => {
    seams = { signature: (rules) => ({ ...rules, decode: (header) => Buffer.from(header, "hex") }) };
    leave({ forms: [{ operation: "updateCardLimits", way: writeWay("encoding.hex"), body: "limits" }] });
    assert.equal((await restore()).code, 0);
    assert.deepEqual(judged.limits(), judged.before);
  });

  it("looks again for a write of the killed run that the server carries out late", async () => {
    leave();
    for (const card of cardsOf(judged.sandbox.state)) Object.assign(card.limits, judged.before[card.id]);
    let looks = 0;
    seams = {
      intercept: ({ request, state }) => {
        if (request.method !== "GET") return null;
        looks += 1;
        if (looks === 2) setImmediate(() => Object.assign(cardsOf(state).at(-1)?.limits ?? {}, { daily: 7 }));
        return null;
      },
    };
    assert.equal((await restore()).code, 0);
    assert.deepEqual(judged.limits(), judged.before);
    assert.ok(looks > 4);
  });

  it("has nothing to do without a journal, and exits 0; --help explains it", async () => {
    const { code, stdout } = await restore();
    assert.equal(code, 0);
    assert.match(stdout, /nothing to put back/);
    assert.equal(requests, 0);
    const help = await runHere(["restore", "--help"]);
    assert.equal(help.code, 0);
    assert.match(help.stdout, /Usage: partner-card restore \[--journal FILE\]/);
  });

  it("exits 3 where the server is down, says why, and keeps the journal", async () => {
    leave({ target: { baseUrl: "http://127.0.0.1:1", clientId: "partner-1", signaturePath: "api" } });
    const { code, stderr } = await restore({ PARTNER_CARD_BASE_URL: "" });
    assert.equal(code, 3);
    assert.match(stderr, /limits of CRD100211 could not be put back: they were \{"daily":.*ECONNREFUSED/);
    assert.ok(existsSync(journal));
  });

  it("keeps the journal where it is interrupted", async () => {
    leave();
    const { code } = await runHere(
      ["restore", "--journal", journal],
      judged.environment,
      AbortSignal.abort(),
    );
    assert.equal(code, 3);
    assert.ok(existsSync(journal));
  });

  it("sends nothing to a server that the environment does not mean, and nothing unsigned", async () => {
    leave();
    assertRefused(
      await restore({ PARTNER_CARD_BASE_URL: "https://other.example.com" }),
      /the journal is about http:.* and client partner-1, but the environment is about https:\/\/other/,
    );
    assertRefused(await restore({ PARTNER_CARD_CLIENT_ID: "partner-2" }), /and client partner-2/);
    assertRefused(await restore({ PARTNER_CARD_SIGNING_KEY: "" }), /no signing key: give --signing-key/);
    assertRefused(await restore({ PARTNER_CARD_CLIENT_SECRET: "" }), /no client secret/);
    assert.ok(existsSync(journal));
  });

  it("refuses a journal that it cannot read", async () => {
    writeFileSync(journal, '{"format":1');
    assertRefused(await restore(), /journal\.json is not a journal of this program/);
    assertRefused(await conformance("--allow-writes"), /journal\.json is not a journal of this program/);
  });
});

describe("a run that finds a journal", () => {
  it("puts limits back first, and then judges from the right ones", async () => {
    leave();
    const { code, stderr } = await conformance("--allow-writes");
    assert.equal(code, 0, stderr);
    assert.match(stderr, /has left a journal; puts limits of CRD100211, CRD100218 back first/);
    assert.match(stderr, /changes limits of CRD100218 \(now \{"daily":1500,"monthly":12000,/);
    assert.deepEqual(judged.limits(), judged.before);
    assert.equal(existsSync(journal), false);
  });

  it("does not begin where that fails", async () => {
    seams = {
      intercept: ({ request }) =>
        request.method === "GET" || request.method === "POST" ? null : { status: 500, headers: {}, body: {} },
    };
    leave();
    const { code, stdout, stderr } = await conformance("--allow-writes");
    assert.equal(code, 3);
    assert.equal(stdout, "");
    assert.match(
      stderr,
      /limits of CRD100218 could not be put back: they were \{"daily":1500.*\}, and are \{"daily":1,/,
    );
    assert.ok(existsSync(journal));
  });

  it("only says so where it does not write", async () => {
    leave();
    const { code, stderr } = await runHere(
      ["conformance", "--quiet", "--only", "token.request", "--journal", journal],
      judged.environment,
    );
    assert.equal(code, 0, stderr);
    assert.match(stderr, /has left something changed; "partner-card restore" puts it back/);
    assert.equal(writes, 0);
    assert.ok(existsSync(journal));
  });

  it("refuses one of another server, another client, or a run that goes on", async () => {
    const target = { baseUrl: "https://other.example.com", clientId: "partner-1", signaturePath: "api" };
    const cases: readonly [Partial<Journal>, RegExp][] = [
      [{ target: { ...target, signaturePath: "api" } }, /is about https:\/\/other\.example\.com/],
      [
        {
          target: {
            baseUrl: judged.baseUrl,
            clientId: "partner-2",
            signaturePath: "api",
          },
        },
        /is about http:/,
      ],
      [
        { process: process.ppid },
        new RegExp(`another run \\(process ${process.ppid}\\) changes limits of CRD100211`),
      ],
    ];
    for (const [change, description] of cases) {
      leave(change);
      assertRefused(await conformance("--allow-writes"), description);
      assert.ok(existsSync(journal));
      rmSync(journal);
    }
  });

  it("writes nothing where the journal can't be written", async () => {
    journal = "/proc/none/journal.json";
    assertRefused(
      await conformance("--allow-writes"),
      /the journal \/proc\/none\/journal\.json can't be written/,
    );
  });
});

it("a server that refuses to have limits put back is mended later, by the command that the run shows", async () => {
  let isBroken = false;
  seams = {
    intercept: ({ request }) => {
      if (request.method === "GET" || request.method === "POST") return null;
      isBroken ||= writes > 2;
      return isBroken ? { status: 409, headers: {}, body: { message: "Locked." } } : null;
    },
  };
  const { code, stderr } = await conformance("--allow-writes");
  assert.ok(code === 1 || code === 3, stderr);
  assert.notDeepEqual(judged.limits(), judged.before);
  const left =
    /limits of CRD100218 could not be put back: they were (\{.*?\}), and are (\{.*?\}) \((.*)\); to put them back: npx partner-card (restore .*)\n/;
  const [, were, are, answers, command = ""] = left.exec(stderr) ?? [];
  assert.deepEqual(JSON.parse(were ?? ""), judged.before.CRD100218, stderr);
  assert.deepEqual(JSON.parse(are ?? ""), judged.limits().CRD100218);
  assert.match(answers ?? "", /PATCH .* was answered 409/);
  seams = {};
  const description = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? "",
  );
  const ended = await runHere(description, judged.environment);
  assert.equal(ended.code, 0, ended.stderr);
  assert.deepEqual(judged.limits(), judged.before);
  assert.equal(existsSync(journal), false);
});
