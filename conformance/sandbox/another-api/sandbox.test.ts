/** The sandbox serves any description: here an invented one, without the card API's own parts. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
const ownParts = `import type { OwnParts } from "../own.ts";
export const own: OwnParts = { items: {}, handlers: {}, faults: [], checkNames: {}, recordings: [] };
`;
/** Rules that every API of this style can have, beside those that its description names. */
const rules = [
  "service.oauth service.json auth.bearer scope.fleet-see scope.fleet-steer error.401.status",
  "auth.signature.method auth.signature.key auth.timestamp.stale auth.idempotency.safe-retry",
  "auth.refused.no-effect list.limit list.limit.default list.iteration.once version.path",
].flatMap((line) => line.split(" "));

interface Answer {
  readonly status: number;
  readonly body: { readonly message?: string } | null;
}
interface Page {
  readonly found: { readonly vehicles: readonly { readonly key: string }[] };
  readonly paging: object;
}
interface Seen extends Readonly<Record<string, unknown>> {
  readonly first: Page;
  readonly second: Page;
  readonly refused: Readonly<Record<string, Answer>>;
  readonly faults: readonly { name: string; breaks: string; caughtBy: readonly string[] }[];
}

describe("a sandbox of another description", () => {
  let seen: Seen;
  let copy: string;
  before(() => {
    copy = mkdtempSync(join(tmpdir(), "partner-card-another-"));
    const filter = (path: string) => !/\.test\.ts$|sandbox\/cards/.test(path);
    for (const name of ["conformance", "generated", "scripts", "src", "package.json", "redocly.yaml"]) {
      cpSync(join(root, name), join(copy, name), { recursive: true, filter });
    }
    cpSync(join(root, "openapi"), join(copy, "openapi"), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    mkdirSync(join(copy, "conformance/sandbox/cards"));
    writeFileSync(join(copy, "conformance/sandbox/cards/index.ts"), ownParts);
    const description = readFileSync(join(here, "description.yaml"), "utf8");
    writeFileSync(join(copy, "openapi/partner-card.yaml"), description);
    const named = [...description.matchAll(/x-requirement(?:-required)?: ([a-z0-9.-]+)/g)].map(
      ([, id]) => id,
    );
    const rows = [...new Set([...named, ...rules])].map((id) => ({
      ...{ id, section: "All", basis: "stated", statement: "It is so." },
    }));
    writeFileSync(join(copy, "openapi/requirements.yaml"), JSON.stringify({ requirements: rows }));
    const tsx = pathToFileURL(join(root, "node_modules/tsx/dist/loader.mjs")).href;
    const run = (file: string) =>
      execFileSync(process.execPath, ["--import", tsx, file], { cwd: copy, encoding: "utf8" });
    run("scripts/generate.ts");
    seen = JSON.parse(run("conformance/sandbox/another-api/testing.ts")) as Seen;
  });
  after(() => rmSync(copy, { recursive: true, force: true }));

  it("pages over samples by the cursor, the size and the places of the description", () => {
    const { first, second } = seen;
    const keysIn = (page: Page) => page.found.vehicles.map(({ key }) => key);
    assert.equal(keysIn(first).length, 25);
    assert.equal(new Set([...keysIn(first), ...keysIn(second)]).size, 32);
    assert.deepEqual(second.paging, {});
    assert.deepEqual(seen.few, first.found.vehicles.slice(3, 6), "three, from the fourth on");
  });

  it("answers other operations with the documented success", () => {
    assert.deepEqual(seen.shown, { status: 200, body: { key: "V-1", place: { city: "Chur", zone: 5 } } });
    assert.deepEqual(seen.patched, { status: 204, body: null });
    assert.deepEqual(seen.moved, { status: 202, body: { city: "Chur", zone: 5 } });
    assert.equal(seen.seeing, 200);
  });

  it("changes what a list shows, once per idempotency key", () => {
    assert.deepEqual(seen.before, { city: "Bern", zone: 3 });
    assert.deepEqual(seen.afterPatch, { city: "Bern", zone: 77 });
    assert.deepEqual(seen.replayed, { status: 204, body: null });
    assert.deepEqual(seen.afterReplay, { city: "Bern", zone: 78 });
    assert.deepEqual(seen.afterNull, { zone: 78 });
    assert.deepEqual(seen.afterMove, { city: "Chur", zone: 5 });
    assert.deepEqual(seen.afterAll, seen.afterMove, "what is refused changes nothing");
  });

  for (const [what, status, message] of [
    ["stale", 401, /X-Sent-At is 91 s old; older than 90 s/],
    [
      "signature",
      401,
      /hex form of the RSA signature with SHA-512 over 1767225600\|\/v3\/vehicles\/V-1\/move\|POST$/,
    ],
    ["key", 400, /X-Once is empty/],
    ["type", 415, /POST takes application\/json/],
    ["property", 400, /must have required property 'zone'/],
    ["kind", 400, /\/zone must be integer/],
    ["unknown", 404, /Nothing has the id/],
    ["unknownRead", 404, /Nothing has the id/],
    ["query", 400, /parameter unit is required/],
    ["boolean", 400, /parameter exact is no boolean/],
    ["size", 400, /not a positive integer/],
    ["cursor", 400, /take paging\/following as it is/],
    ["scope", 403, /lacks the scope fleet:steer/],
  ] as const) {
    it(`refuses a request with a wrong ${what}`, () => {
      assert.equal(seen.refused[what]?.status, status);
      assert.match(seen.refused[what]?.body?.message ?? "", message);
    });
  }

  it("has faults of its operations, fields, paging and headers, each of a rule that there is", () => {
    const byName = new Map(seen.faults.map((fault) => [fault.name, fault]));
    for (const [name, rule, check] of [
      ["token.not-needed.showVehicle", "service.oauth", "token.missing.showVehicle"],
      ["scope.fleet-steer-not-needed", "scope.fleet-steer", "scope.fleet-steer.moveVehicle"],
      ["signature.not-verified.moveVehicle", "auth.signature.key", "signature.key.moveVehicle"],
      ["timestamp.stale-accepted", "auth.timestamp.stale", "timestamp.stale.moveVehicle"],
      [
        "idempotency-key.optional.adjustVehicle",
        "auth.idempotency.required",
        "idempotency-key.missing.adjustVehicle",
      ],
      ["idempotency.forgotten.moveVehicle", "auth.idempotency.safe-retry", "idempotency.retry.moveVehicle"],
      ["page.default-larger", "list.limit.default", "list.limit.default"],
      ["page.found.vehicles-missing", "page.complete", "page.complete"],
      ["vehicle.place.zone-type", "vehicle.zone", "vehicle.zone"],
      ["vehicle.key-malformed", "vehicle.key", "vehicle.key"],
      ["token.scope-missing", "token.complete", "token.complete"],
      ["accepted.never-404.adjustVehicle", "adjust.answered", "accepted.adjustVehicle"],
    ] as const) {
      assert.equal(byName.get(name)?.breaks, rule, name);
      assert.ok(byName.get(name)?.caughtBy.includes(check), name);
    }
    assert.equal(byName.size, seen.faults.length, "no two have the same name");
    assert.ok(seen.faults.length > 60, String(seen.faults.length));
  });
});
