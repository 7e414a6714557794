/** What the sandbox makes of a description that it was not written for. */
import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { Copy } from "../copy.ts";

interface Answer {
  readonly status: number;
  readonly body: { readonly message?: string } | null;
}
interface Page {
  readonly data: { readonly lockers: readonly { readonly ref: string }[] };
  readonly meta: object;
}
interface Seen extends Readonly<Record<string, unknown>> {
  readonly first: Page;
  readonly second: Page;
  readonly refused: Readonly<Record<string, Answer>>;
  readonly faults: readonly { name: string; breaks: string; caughtBy: readonly string[] }[];
}

/** Defects of a request, with the status of the refusal and what it says. */
const refusals = [
  ["stale", 401, /X-Proof-Time is 121 s old; older than 120 s/],
  ["signature", 401, /RSA signature with SHA-512 over 1767225600\.PATCH\.\/v3\/lockers\/LK-7\/settings$/],
  ["key", 400, /X-Once is empty/],
  ["type", 415, /POST takes application\/json/],
  ["property", 400, /must have required property 'reason'/],
  ["value", 400, /\/reason must be equal to one of the allowed values/],
  ["kind", 400, /\/brightness must be integer/],
  ["range", 400, /\/brightness must be <= 100/],
  ["unknown", 404, /Nothing has the id/],
  ["unknownRead", 404, /Nothing has the id/],
  ["query", 400, /parameter detail is required/],
  ["boolean", 400, /parameter indented is no boolean/],
  ["size", 400, /The size is not a positive integer/],
  ["maximum", 400, /size must be <= 30/],
  ["language", 400, /language must be equal to one of the allowed values/],
  ["cursor", 400, /take meta\/next as it is/],
  ["scope", 403, /lacks the scope lockers:control/],
] as const;

/** Faults with the rule that each breaks, and a check that finds it. */
const derived = [
  ["token.not-needed.readLocker", "service.oauth", "token.missing.readLocker"],
  ["scope.lockers-control-not-needed", "scope.lockers-control", "scope.lockers-control.openDoor"],
  ["signature.not-verified.openDoor", "auth.signature.key", "signature.key.openDoor"],
  ["timestamp.stale-accepted", "auth.timestamp.stale", "timestamp.stale.openDoor"],
  [
    "idempotency-key.optional.changeSettings",
    "auth.idempotency.required",
    "idempotency-key.missing.changeSettings",
  ],
  ["idempotency.forgotten.changeSettings", "auth.idempotency.safe-retry", "idempotency.retry.changeSettings"],
  ["page.default-larger", "list.limit.default", "list.limit.default"],
  ["page.data.lockers-missing", "page.complete", "page.complete"],
  ["locker.settings.brightness-maximum", "locker.brightness", "locker.brightness"],
  ["locker.ref-malformed", "locker.ref", "locker.ref"],
  ["token.scope-missing", "token.complete", "token.complete"],
  ["demanded.body-not-checked.openDoor", "door.reason", "demanded.reason.openDoor"],
  ["demanded.query-not-checked.readLocker", "locker.detail", "demanded.detail.readLocker"],
  ["accepted.never-404.openDoor", "door.open", "accepted.openDoor"],
] as const;

/** Tests of the sandbox in a copy that has the Locker API's description. */
export function testSandbox(copy: Copy): void {
  let seen: Seen;
  before(async () => {
    seen = JSON.parse(await copy.run("scripts/drills/lockers/partner.ts")) as Seen;
  });

  it("pages over samples by the cursor, the size and the places of the description", () => {
    const { first, second } = seen;
    const refsIn = (page: Page) => page.data.lockers.map(({ ref }) => ref);
    assert.equal(refsIn(first).length, 25);
    assert.equal(new Set([...refsIn(first), ...refsIn(second)]).size, 32);
    assert.deepEqual(second.meta, { next: null });
    assert.deepEqual(seen.few, first.data.lockers.slice(3, 6), "three, from the fourth on");
  });

  it("answers with the documented success, and with what stands", () => {
    assert.deepEqual(seen.patched, { status: 200, closes: null, body: { brightness: 77, night: false } });
    assert.deepEqual(
      seen.opened,
      { status: 204, closes: "30", body: null },
      "with the header that is required",
    );
    const settings = { brightness: 78, night: false };
    const locker = { ref: "LK-7", place: "Main street 1", kind: "indoor", doors: 2, settings };
    assert.deepEqual(seen.read, { status: 200, closes: null, body: locker });
    const other = { ...seen.first.data.lockers[1], doors: 2 };
    assert.deepEqual(seen.readOther, { status: 200, closes: null, body: other }, "and what no list says");
    assert.equal(seen.viewing, 200, "an operation needs its own scopes alone");
  });

  it("changes what a list shows, once per idempotency key", () => {
    assert.deepEqual(seen.before, { brightness: 40, night: false });
    assert.deepEqual(seen.afterPatch, { brightness: 77, night: false });
    assert.deepEqual(seen.replayed, seen.patched);
    assert.deepEqual(seen.afterReplay, { brightness: 78, night: false });
    assert.deepEqual(seen.afterAll, seen.afterReplay, "what is refused changes nothing");
  });

  for (const [what, status, message] of refusals) {
    it(`refuses a request with a wrong ${what}`, () => {
      assert.equal(seen.refused[what]?.status, status);
      assert.match(seen.refused[what]?.body?.message ?? "", message);
    });
  }

  it("has faults of its operations, fields, paging and headers, each of a rule that there is", () => {
    const byName = new Map(seen.faults.map((fault) => [fault.name, fault]));
    for (const [name, rule, check] of derived) {
      assert.equal(byName.get(name)?.breaks, rule, name);
      assert.ok(byName.get(name)?.caughtBy.includes(check), name);
    }
    assert.equal(byName.size, seen.faults.length, "no two have the same name");
    assert.ok(seen.faults.length > 60, String(seen.faults.length));
  });
}
