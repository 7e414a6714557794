/**
 * A copy of the description with two operations more and another signature: the client follows without a change
 * in its sources, also without what it knows of cards.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { verify } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { sendJson, startApi } from "../testing/api.ts";
import { testSecret } from "../testing/client.ts";
import { testKeys } from "../testing/keys.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Invented for this test: the API has neither. */
const moreOperations = `
  /v1/holder:
    get:
      operationId: listHolders
      summary: List holders
      description: Pages with names of their own.
      tags: [Cards]
      security:
        - oauth2: ["cards:read"]
      parameters:
        - { name: after, in: query, required: false, description: Cursor., schema: { type: string } }
      responses:
        "200":
          description: A page.
          content:
            application/json:
              schema:
                type: object
                description: A page.
                required: [data]
                properties:
                  data:
                    type: object
                    description: What is asked for.
                    required: [holders]
                    properties:
                      holders: { type: array, description: Items., items: { $ref: "#/components/schemas/CardHolder" } }
                  page:
                    type: [object, "null"]
                    description: Where it goes on.
                    properties:
                      next: { type: [string, "null"], description: Cursor. }
          links:
            nextPage:
              operationId: listHolders
              parameters: { after: $response.body#/page/next }
  /v1/holder/{id}/note:
    post:
      operationId: addNote
      summary: Add a note
      description: A signed POST.
      tags: [Cards]
      security:
        - oauth2: ["cards:write"]
          requestTimestamp: []
          requestSignature: []
      parameters:
        - { name: id, in: path, required: true, description: Id., schema: { type: string } }
        - $ref: "#/components/parameters/IdempotencyKey"
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, description: A note., required: [text], properties: { text: { type: string, description: Text. } } }
      responses:
        "200":
          description: The note.
          content:
            application/json:
              schema: { type: object, description: Id., required: [noteId], properties: { noteId: { type: string, description: Id. } } }
`;

/** What stands in for src/client/cards.ts where an API has no methods of its own. */
const nothingOfItsOwn = `
/** What this API adds to the general calls of a client. */
export type OwnMethods = object;

export function ownMethods(..._calls: readonly unknown[]): OwnMethods {
  return {};
}
`;

const program = `
import { createClient } from "./index.ts";
const [baseUrl = "", signingKey = "", clientSecret = ""] = process.argv.slice(2);
const client = createClient({ baseUrl, clientId: "p", clientSecret, signingKey });
const names: string[] = [];
for await (const holder of client.paginate("/v1/holder")) names.push(holder.fullName);
const params = { path: { id: "USR1" } };
const { data, idempotencyKey } = await client.POST("/v1/holder/{id}/note", { params, body: { text: "hello" } });
const noteId: string = data.noteId;
const misspelt = { text: "hello", txet: "hello" };
const refusal = await client.POST("/v1/holder/{id}/note", { params, body: misspelt }).catch(String);
console.log(JSON.stringify({ names, noteId, idempotencyKey, refusal }));
`;

test("a paginated GET and a signed POST added to the description work without a change in src/", async (t) => {
  const copy = mkdtempSync(join(tmpdir(), "partner-card-"));
  t.after(() => rmSync(copy, { recursive: true, force: true }));
  for (const name of ["openapi", "generated", "conformance/base", "scripts", "package.json", "redocly.yaml"])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  const sources = (path: string) => !/\.test\.ts$|src\/testing$/.test(path);
  cpSync(join(root, "src"), join(copy, "src"), { recursive: true, filter: sources });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const config = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8"));
  writeFileSync(join(copy, "tsconfig.json"), JSON.stringify({ ...config, include: ["src"] }));
  const description = join(copy, "openapi/partner-card.yaml");
  const text = readFileSync(description, "utf8");
  const signed =
    'string: "{timestamp} {method} {path}"\n        algorithm: RSA-SHA512\n        encoding: hex';
  writeFileSync(
    description,
    text
      .replace(/\ncomponents:\n/, `${moreOperations}components:\n`)
      .replace(/string: .*\n *algorithm: .*\n *encoding: .*/, signed),
  );
  writeFileSync(join(copy, "src/client/cards.ts"), nothingOfItsOwn);
  mkdirSync(join(copy, "generated"), { recursive: true });

  const tsx = pathToFileURL(join(root, "node_modules/tsx/dist/loader.mjs")).href;
  const node = (...args: string[]) =>
    execFileSync(process.execPath, ["--import", tsx, ...args], { cwd: copy, encoding: "utf8" });
  node("scripts/generate.ts");
  writeFileSync(join(copy, "src/program.ts"), program);
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "--noEmit", "-p", copy], {
    encoding: "utf8",
  });

  const api = await startApi(t, ({ path, query }, response) => {
    if (path !== "/v1/holder") return sendJson(response, 200, { noteId: "N1" });
    const data = { holders: [{ id: "USR1", fullName: `Holder after ${query.get("after")}` }] };
    sendJson(response, 200, query.has("after") ? { data, page: null } : { data, page: { next: "c+1" } });
  });
  const { privateKey, publicKey } = testKeys();
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const { spawn } = await import("node:child_process");
  const child = spawn(process.execPath, ["--import", tsx, "src/program.ts", api.baseUrl, pem, testSecret], {
    cwd: copy,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (data) => (output += data));
  assert.equal(await new Promise((resolve) => child.once("exit", resolve)), 0);
  const printed = JSON.parse(output);
  assert.deepEqual(printed.names, ["Holder after null", "Holder after c+1"]);
  assert.equal(printed.noteId, "N1");
  assert.match(printed.refusal, /The field "txet" is not known to addNote; did you mean text\?/);

  const post = api.requests.find(({ method }) => method === "POST");
  assert.equal(post?.headers["idempotency-key"], printed.idempotencyKey);
  const data = `${post?.headers["x-service-request-timestamp"]} POST /v1/holder/USR1/note`;
  const signature = Buffer.from(String(post?.headers["x-service-signature"]), "hex");
  assert.equal(signature.length, 256);
  assert.ok(verify("sha512", Buffer.from(data), publicKey, signature));
});
