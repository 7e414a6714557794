import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { createSandbox } from "../sandbox/app.ts";
import { serve } from "../sandbox/serve.ts";

const cli = fileURLToPath(new URL("../cli.ts", import.meta.url));

describe("Ctrl-C in the middle of a run that writes", () => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`${signal}: puts the limits back, writes the report, and exits 3`, async () => {
      const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
      const credentials = { clientId: "partner-1", clientSecret: "a-secret-for-the-interrupt" };
      const sandbox = createSandbox({ ...credentials, publicKey });
      const before = structuredClone(sandbox.state.cards);
      let writes = 0;
      let enough = () => {};
      const written = new Promise<void>((resolve) => {
        enough = resolve;
      });
      // Slow enough that the signal comes while the card is changed.
      const served = await serve(async (request) => {
        await new Promise((resolve) => setTimeout(resolve, 10));
        const response = await sandbox.fetch(request);
        if (request.method === "PATCH" && response.ok) writes += 1;
        if (writes === 5) enough();
        return response;
      });
      try {
        const child = spawn(
          process.execPath,
          ["--import", "tsx", cli, "conformance", "--allow-writes", "--quiet", "--report", "json=-"],
          {
            env: {
              ...process.env,
              PARTNER_CARD_BASE_URL: served.baseUrl,
              PARTNER_CARD_CLIENT_ID: credentials.clientId,
              PARTNER_CARD_CLIENT_SECRET: credentials.clientSecret,
              PARTNER_CARD_SIGNING_KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
            },
            stdio: ["ignore", "pipe", "pipe"],
          },
        );
        let stdout = "";
        child.stdout.on("data", (chunk) => {
          stdout += chunk;
        });
        child.stderr.resume();
        const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
        await Promise.race([written, ended]);
        assert.notDeepEqual(sandbox.state.cards, before, "nothing was changed yet");
        child.kill(signal);
        assert.equal(await ended, 3);
        assert.deepEqual(sandbox.state.cards, before);
        const report = JSON.parse(stdout) as { summary: { expected: number; inconclusive: number } };
        assert.ok(report.summary.inconclusive > 20);
      } finally {
        await served.close();
      }
    });
  }
});
