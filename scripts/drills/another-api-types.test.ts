/** The types of another API: client and suite compile with what is generated for it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { lockerCopy } from "./lockers/copy-testing.ts";

const program = `import { createClient } from "./index.ts";

const client = createClient({ baseUrl: "https://api.example.com", clientId: "id", clientSecret: "secret" });
const places: string[] = [];
for await (const locker of client.paginate("/v3/lockers", { params: { query: { size: 7 } } })) places.push(locker.place);
// @ts-expect-error: cards have one, lockers don't
for await (const locker of client.paginate("/v3/lockers")) places.push(locker.nickname);
`;

const copy = lockerCopy();

test("the types of another API fit what a partner is given", async () => {
  await copy.run("scripts/generate.ts");
  copy.write("src/program.ts", program);
  // scripts/ is not among it.
  const published = {
    extends: "./tsconfig.json",
    files: ["src/program.ts", "conformance/cli.ts"],
    include: [],
  };
  copy.write("tsconfig.published.json", JSON.stringify(published));
  const typed = await copy.command(
    process.execPath,
    ...["node_modules/typescript/bin/tsc", "-p", "tsconfig.published.json"],
  );
  assert.equal(typed.status, 0, typed.output);
});
