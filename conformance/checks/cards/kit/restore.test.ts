/** Limits are put back in the form in which the server took writes, whenever the run ends. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { temporaryFolder } from "../../../../src/testing/temporary-folder.ts";
import type { RunOptions } from "../../../run/options.ts";
import { cardIn, cardsOf } from "../../../sandbox/cards/state.ts";
import { choose } from "../../../sandbox/choices.ts";
import { createClock } from "../../../sandbox/clock.ts";
import { json, type SandboxResponse } from "../../../sandbox/response.ts";
import { type RequestContext, type Seams, specified } from "../../../sandbox/seams.ts";
import type { State } from "../../../sandbox/state.ts";
import type { SignatureRules } from "../../../sandbox/verify.ts";
import { businessRule } from "../../../selftest/cards/servers.ts";
import { type ProofOptions, proofRun } from "../../../selftest/in-memory.ts";
import { journalFile } from "./journal.ts";
import { restore } from "./restore.ts";

const folder = temporaryFolder();

const refusal: SandboxResponse = json(405, { message: "Not here.", type: "InvalidRequest" });
type When = (context: RequestContext) => boolean;
const isWrite: When = (context) => patchOf(context) || putOf(context);

/** A server that verifies signatures in its own way. */
const verifying = (change: Partial<SignatureRules>, when: When = () => true) => ({
  sandbox: {
    faults: [
      { signature: (rules, context) => (when(context) ? { ...rules, ...change } : rules) } as Partial<Seams>,
    ],
  },
});

/** A server that answers some requests before it looks at them. */
const refusing = (
  when: (context: RequestContext) => boolean,
  reply: SandboxResponse = refusal,
  more: Partial<NonNullable<ProofOptions["sandbox"]>> = {},
): ProofOptions => ({
  sandbox: { ...more, faults: [{ intercept: (context) => (when(context) ? reply : null) }] },
});

const lowerCase: Partial<SignatureRules> = {
  covered: ({ method, path, timestamp }) => method.toLowerCase() + path + timestamp,
};
const patchOf = ({ operation }: RequestContext) => operation === "updateCardLimits";
const putOf = ({ operation }: RequestContext) => operation === "replaceCardLimits";

const servers: readonly [name: string, options: ProofOptions][] = [
  ["keeps the specification", {}],
  [
    "signs the path with the prefix, which --signature-path does not say",
    { sandbox: { prefix: "/partner", choices: choose(["gap.signature.prefix", "full"]) } },
  ],
  [
    "signs the path without the prefix, and --signature-path says full",
    { sandbox: { prefix: "/partner" }, target: { signaturePath: "full" } },
  ],
  [
    "signs without /v1",
    verifying({ covered: ({ method, path, timestamp }) => method + path.replace("/v1/", "/") + timestamp }),
  ],
  ["wants signatures in hex", verifying({ decode: (header) => Buffer.from(header, "hex") })],
  ["signs the method in lower case", verifying(lowerCase)],
  ["signs the method of PATCH alone in lower case", verifying(lowerCase, patchOf)],
  ["signs over SHA-512", verifying({ digest: "sha512" })],
  [
    "wants timestamps in milliseconds",
    {
      sandbox: {
        faults: [
          {
            skipsCheck: (condition) => condition === "timestamp.future",
            intercept: (context) => {
              const timestamp = context.request.headers.get("x-service-request-timestamp") ?? "";
              return isWrite(context) && timestamp.length < 13 ? json(401, { message: "Too old." }) : null;
            },
          },
        ],
      },
    },
  ],
  [
    "takes PATCH as application/json alone",
    {
      sandbox: {
        faults: [
          {
            skipsCheck: (condition) => condition === "content-type",
            intercept: (context) =>
              patchOf(context) && context.request.headers.get("content-type") !== "application/json"
                ? json(415, { message: "JSON, please." })
                : null,
          },
        ],
      },
    },
  ],
  ["has no PUT", refusing(putOf)],
  ...(["limits", "amounts", "wrapped"] as const).map((body): [string, ProofOptions] => [
    `has no PATCH, and takes the body ${body} of PUT`,
    refusing(patchOf, refusal, { choices: choose(["gap.put.body", body]) }),
  ]),
  ["takes no higher limit", businessRule((daily) => daily <= 1500)],
  ["takes even limits alone", businessRule((daily) => daily % 2 === 0)],
  [
    "changes another limit with daily, which only PUT can put back",
    {
      sandbox: {
        choices: choose(["gap.patch.atm", "refused"], ["gap.patch.monthly", "ignored"]),
        faults: [
          {
            apply: (change, context) => {
              specified.apply(change, context);
              if (patchOf(context)) Object.assign(cardIn(change).limits, { atm: 999, monthly: 1 });
            },
          },
        ],
      },
    },
  ],
];

/** The limits of all cards of a run's sandbox, at its start and now, and how often they were changed. */
function watch(options: ProofOptions) {
  let state: State | null = null;
  let before = "";
  let changes = 0;
  const limits = () => JSON.stringify(state && cardsOf(state).map(({ id, limits: of }) => [id, of]));
  const watched: ProofOptions = {
    ...options,
    select: ({ id }) => /^(write\.(effect|accepted)|signature\.(missing|scheme)|gap\.patch)/.test(id),
    sandbox: {
      ...options.sandbox,
      faults: [
        {
          ...Object.assign({}, ...(options.sandbox?.faults ?? [])),
          intercept: (context) => {
            if (state === null) {
              state = context.state;
              before = limits();
            }
            const faults = options.sandbox?.faults ?? [];
            return faults.map(({ intercept }) => intercept?.(context) ?? null).find(Boolean) ?? null;
          },
          reply: (reply) => {
            if (limits() !== before) changes += 1;
            return reply;
          },
        },
      ],
    },
  };
  return { watched, before: () => before, now: limits, changes: () => changes };
}

describe("limits are put back on a server that", () => {
  for (const [name, options] of servers) {
    it(name, async () => {
      for (const times of [1, 2, 5, 20, Number.POSITIVE_INFINITY]) {
        const { watched, before, now, changes } = watch(options);
        const ending = new AbortController();
        const run: Partial<RunOptions> = {
          signal: ending.signal,
          onEvent: () => {
            if (changes() >= times) ending.abort();
          },
        };
        const { end } = await proofRun({ ...watched, run });
        assert.ok(changes() > 0, "nothing was ever changed");
        assert.equal(end.writes.leftChanged, null, `ended after ${times} changes`);
        assert.equal(now(), before(), `ended after ${times} changes`);
      }
    });
  }
});

describe("a write that is carried out after its time", () => {
  it("is not the last one, where the run is ended in the middle of it", async () => {
    let harmful = 0;
    for (let which = 2; which <= 12; which += 1) {
      const clock = createClock(() => Date.UTC(2026, 0, 1));
      const ending = new AbortController();
      let late: { readonly at: number; readonly carryOut: () => Promise<Response> } | null = null;
      const settle = async () => {
        if (late === null || late.at > clock.now()) return;
        const { carryOut } = late;
        late = null;
        const unlike = before() === now();
        await carryOut();
        if (unlike && before() !== now()) harmful += 1;
      };
      let writes = 0;
      const { watched, before, now } = watch({
        sandbox: { clock },
        // One write is not answered, and carried out a little later.
        wrap: async (request, next) => {
          await settle();
          writes += request.method === "PATCH" ? 1 : 0;
          if (writes !== which || request.method !== "PATCH") return next(request);
          const copy = request.clone();
          late = { at: clock.now() + 400, carryOut: () => next(copy) };
          ending.abort();
          throw new Error("no answer");
        },
      });
      const sleep = async (milliseconds: number) => clock.advance(milliseconds);
      const { end } = await proofRun({ ...watched, run: { now: clock.now, sleep, signal: ending.signal } });
      clock.advance(60_000);
      await settle();
      assert.equal(end.writes.leftChanged, null);
      assert.equal(now(), before(), `ended in write ${which}`);
    }
    assert.ok(harmful >= 3, `only ${harmful} of these writes have changed a card again`);
  });
});

describe("limits that cannot be put back", () => {
  it("are said as they were and are, with the command; the journal stays", async () => {
    let isBroken = false;
    const { watched, changes, before } = watch({
      sandbox: { faults: [{ intercept: (context) => (isBroken && isWrite(context) ? refusal : null) }] },
    });
    const journal = journalFile(join(folder, "kept.json"));
    const ending = new AbortController();
    const { end } = await proofRun({
      ...watched,
      run: {
        journal,
        signal: ending.signal,
        onEvent: () => {
          if (changes() < 5) return;
          isBroken = true;
          ending.abort();
        },
      },
    });
    const [[id, limits] = ["", {}]] = (JSON.parse(before()) as [string, { daily: number }][]).slice(-1);
    const { leftChanged } = end.writes;
    assert.ok(
      leftChanged?.includes(
        `limits of ${id} could not be put back: they were ${JSON.stringify(limits)}, and are {"daily":`,
      ),
      leftChanged ?? "",
    );
    assert.match(
      leftChanged ?? "",
      /PATCH \/v1\/card\/\{id\}\/limits was answered 405; PUT .* was answered 405/,
    );
    assert.match(leftChanged ?? "", /to put them back: npx partner-card restore --journal .*kept\.json$/);
    assert.equal(end.exitCode, 3);
    assert.deepEqual(
      journal.read()?.cards.map((card) => [card.id, card.limits]),
      [[id, limits]],
    );
  });

  it("are read again: that they could not be read once is not the end", async () => {
    let unreadable = 0;
    const { watched, changes, before, now } = watch({
      sandbox: {
        faults: [
          {
            intercept: ({ operation }) => {
              if (operation !== "listCards" || unreadable === 0) return null;
              unreadable -= 1;
              return json(500, {});
            },
          },
        ],
      },
    });
    const ending = new AbortController();
    const { end } = await proofRun({
      ...watched,
      run: {
        signal: ending.signal,
        onEvent: () => {
          if (changes() < 5 || ending.signal.aborted) return;
          unreadable = 8;
          ending.abort();
        },
      },
    });
    assert.equal(unreadable, 0);
    assert.equal(end.writes.leftChanged, null);
    assert.equal(now(), before());
  });
});

it("an error of the restore itself is told, and nothing is thrown", async () => {
  const left = await restore(
    () => ({ session: { sleep: async () => {} }, call: () => Promise.reject(new Error("boom")) }) as never,
    { cards: [{ id: "CRD1", limits: { daily: 1 }, pageSize: null }], forms: [] },
  );
  assert.deepEqual(left, ["limits of CRD1 may be left changed (boom)"]);
});
