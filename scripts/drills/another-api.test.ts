/** Another API than that of cards: the files that know cards are set aside, and all others stay as they are. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Broken } from "./independent-server.ts";
import { changedCopy, judgeIndependent } from "./judge.ts";
import { describeLockers, lockerCopy } from "./lockers/copy-testing.ts";
import { testSandbox } from "./lockers/sandbox-testing.ts";
import { lockerApi, lockerRoutes } from "./lockers/server.ts";

/** Pages through a list and makes two signed writes, with the generated client. */
const program = `import { createClient } from "./index.ts";
import { startSandbox } from "../conformance/sandbox/index.ts";

const sandbox = await startSandbox();
const client = createClient(sandbox);
const places: string[] = [];
for await (const locker of client.paginate("/v3/lockers", { params: { query: { size: 7 } } })) places.push(locker.place);
const [first] = await client.paginate("/v3/lockers").toArray({ max: 1 });
const params = { path: { lockerRef: first?.ref ?? "" } };
const { data } = await client.PATCH("/v3/lockers/{lockerRef}/settings", { params, body: { brightness: 3 } });
const opened = await client.POST("/v3/lockers/{lockerRef}/door", { params, body: { reason: "pickup" } });
console.log(JSON.stringify({ places: places.length, brightness: data.brightness, status: opened.status }));
await sandbox.close();
`;

/** What the suite says of the sandbox as it is, and of some of its faults. */
interface Proof {
  readonly failed: readonly string[];
  readonly inconclusive: readonly string[];
  readonly incomplete: readonly string[];
  /** For each fault, the checks that should have noticed it, and did not. */
  readonly outcomes: readonly { readonly name: string; readonly unseenBy: readonly string[] }[];
}

describe("another API, where the files that know cards are left as they are", () => {
  const copy = changedCopy(describeLockers);
  const suite = (...flags: readonly string[]) =>
    copy.command(process.execPath, "--import", "tsx", "conformance/cli.ts", ...flags);

  it("is judged by what the description says", async () => {
    const { status, output } = await suite("conformance", "--seed", "1", "--cases", "0");
    assert.equal(status, 0, output);
    assert.match(output, /^Conforms \(exit 0\)$/m);
  });

  it("has no scenarios for clients, which is said in one line", async () => {
    const { status, output } = await suite("client-conformance", "--", "true");
    assert.equal(status, 2, output);
    assert.match(output, /there are no scenarios for the operations of this description; watch the client/);
  });
});

/** How many faults of the sandbox are judged. */
const judged = 30;

describe("another API", () => {
  const copy = lockerCopy();

  it("is described by the rules of the house", async () => {
    await copy.run("scripts/lint-description.ts");
  });

  it("has a typed client, which pages and signs", async () => {
    await copy.run("scripts/generate.ts");
    copy.write("src/program.ts", program);
    const output = await copy.run("src/program.ts");
    assert.deepEqual(JSON.parse(output), { places: 32, brightness: 3, status: 204 });
  });

  it("has a sandbox that conforms, and faults of its own, which the suite finds", async () => {
    const output = await copy.run("scripts/drills/lockers/faults.ts", String(judged));
    const { outcomes, ...conforming } = JSON.parse(output) as Proof;
    const unseen = [
      "idempotency.distinct.openDoor",
      "idempotency.retry.openDoor",
      "refused.no-effect.openDoor",
    ];
    const inconclusive = conforming.inconclusive.toSorted();
    assert.deepEqual({ ...conforming, inconclusive }, { failed: [], inconclusive: unseen, incomplete: [] });
    assert.ok(outcomes.length >= judged);
    assert.deepEqual(
      outcomes.filter(({ unseenBy }) => unseenBy.length > 0),
      [],
    );
  });

  it("is judged on a server that knows neither description nor sandbox", async (t) => {
    const kept = await judgeIndependent(t, copy, lockerApi, lockerRoutes());
    assert.deepEqual(kept.failed, []);
    assert.equal(kept.status, 0, kept.output);
    assert.match(kept.output, /Conforms/);
    const broken: Broken = { skips: ["signature"], at: /^POST .*\/door$/ };
    const found = await judgeIndependent(
      t,
      copy,
      lockerApi,
      lockerRoutes(),
      broken,
      "--only",
      "signature.key.*",
    );
    assert.equal(found.status, 1);
    assert.ok(found.failed.includes("signature.key.openDoor"), found.failed.join(" "));
    assert.ok(
      found.failed.every((id) => id.endsWith("openDoor")),
      found.failed.join(" "),
    );
  });

  it("has documentation", async () => {
    await copy.run("scripts/docs.ts");
    assert.match(copy.read("dist/docs/index.html"), /Locker API/);
  });

  describe("in the sandbox", () => testSandbox(copy));
});
