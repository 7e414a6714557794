/**
 * `npm run record`: recreates the recordings in conformance/checks/cards/recordings/, each from a real exchange.
 *
 *     npm run record                            from a sandbox started for it
 *     npm run record -- --base-url URL          from another server; credentials come from the environment
 *     npm run record -- --out FOLDER            into another folder
 *
 * No secret, token, key or signature is written: each is replaced by its placeholder, and the result is
 * searched for every one of them before anything is saved. Bodies are recorded as the server returns them, so use
 * a server with fictitious data. A write sends what is there already.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { recordAll } from "../conformance/checks/recordings/record.ts";
import { readTarget } from "../conformance/cli/target.ts";
import { startSandbox } from "../conformance/sandbox/start.ts";
import { createHttpTransport } from "../conformance/wire/http.ts";
import { runIfStarted } from "./kit/program.ts";

const exchanges = fileURLToPath(new URL("../conformance/checks/cards/recordings/", import.meta.url));

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      "base-url": { type: "string" },
      "client-id": { type: "string" },
      "signing-key": { type: "string" },
      out: { type: "string", default: exchanges },
    },
  });
  const sandbox = values["base-url"] === undefined ? await startSandbox({}) : null;
  const target = sandbox?.target ?? readTarget(values, process.env);
  const transport = createHttpTransport();
  try {
    const recorded = await recordAll(target, transport.send);
    mkdirSync(values.out, { recursive: true });
    for (const { name, har } of recorded) {
      writeFileSync(join(values.out, `${name}.har`), `${JSON.stringify(har, null, 2)}\n`);
      console.log(`recorded ${name}`);
    }
  } finally {
    transport.close();
    await sandbox?.close();
  }
}

await runIfStarted(import.meta.url, main);
