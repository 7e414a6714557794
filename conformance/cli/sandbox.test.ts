import assert from "node:assert/strict";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { createClient } from "../../src/index.ts";
import { testKeys } from "../../src/testing/keys.ts";
import { listenOnLoopback } from "../../src/testing/loopback.ts";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { type RunningSandbox, runHere, sandboxHere } from "./testing.ts";

const secret = "a-secret-that-stays-the-same";
const { privateKey, publicKey } = testKeys();
const pemOf = (key: KeyObject) =>
  key.export({ type: key.type === "private" ? "pkcs8" : "spki", format: "pem" }).toString();

/** Starts a sandbox and ends it at once. */
const runAndEnd = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  runHere(["sandbox", ...args], environment, AbortSignal.abort());

describe("partner-card sandbox with credentials that are given", () => {
  const folder = temporaryFolder();
  let keyFile: string;
  const { TMPDIR: temporary } = process.env;
  before(() => {
    keyFile = join(folder, "public.pem");
    writeFileSync(keyFile, pemOf(publicKey));
    process.env.TMPDIR = folder;
  });
  after(() => {
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
  });

  const credentials = () => ["--client-id", "partner-7", "--public-key", keyFile];
  const use = async ({ printed: { baseUrl } }: RunningSandbox) => {
    const client = createClient({
      baseUrl,
      clientId: "partner-7",
      clientSecret: secret,
      signingKey: privateKey,
    });
    const [card] = await client.cards.list().toArray({ max: 100 });
    await client.cards.updateLimits(card?.id ?? "", { daily: 5 });
  };

  it("accepts them after every start, on the same port, and writes and shows none of them", async () => {
    const start = (...args: readonly string[]) =>
      sandboxHere([...credentials(), ...args], { PARTNER_CARD_CLIENT_SECRET: secret });
    const first = await start();
    await use(first);
    await first.stop();
    const { baseUrl } = first.printed;
    const again = await start("--port", new URL(baseUrl).port);
    try {
      await use(again);
      const mine = { clientId: "partner-7", clientSecret: null, signingKey: null };
      assert.deepEqual(again.printed, { baseUrl, ...mine });
      const written = readdirSync(folder).filter((name) => name.startsWith("partner-card-"));
      assert.deepEqual(written, []);
    } finally {
      await again.stop();
    }
  });

  it("takes the client id from the environment as well, and makes up what is empty", async () => {
    const { printed, stop } = await sandboxHere([], {
      PARTNER_CARD_CLIENT_ID: "partner-8",
      PARTNER_CARD_CLIENT_SECRET: "",
    });
    try {
      assert.equal(printed.clientId, "partner-8");
      assert.match(printed.clientSecret, /^[\w-]{32}$/);
      assert.equal(statSync(printed.signingKey).mode & 0o077, 0);
    } finally {
      await stop();
    }
  });

  for (const host of ["localhost", "127.0.0.1"]) {
    it(`serves ${host}`, async () => {
      const environment = { PARTNER_CARD_CLIENT_SECRET: secret };
      const sandbox = await sandboxHere([...credentials(), "--host", host], environment);
      try {
        assert.equal(new URL(sandbox.printed.baseUrl).hostname, host);
        await use(sandbox);
      } finally {
        await sandbox.stop();
      }
    });
  }

  const wrongKeys: readonly [what: string, pem: () => string, description: RegExp][] = [
    [
      "a private key",
      () => pemOf(privateKey),
      /holds a private key; give its public key, from: openssl pkey/,
    ],
    ["no PEM", () => "hello", /is not PEM text/],
    ["half a PEM", () => pemOf(publicKey).slice(0, 200), /is no readable public key/],
    [
      "an EC key",
      () => pemOf(generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey),
      /of type ec; an RSA key/,
    ],
    [
      "a short key",
      () => pemOf(generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey),
      /of 1024 bits; at least 2048 are needed/,
    ],
  ];
  for (const [what, pem, description] of wrongKeys) {
    it(`tells in one line that the file of the public key holds ${what}`, async () => {
      const file = join(folder, "wrong.pem");
      const text = pem();
      writeFileSync(file, text);
      const { code, stdout, stderr } = await runAndEnd(["--public-key", file]);
      rmSync(file);
      assert.equal(code, 2);
      assert.equal(stdout, "");
      assert.match(stderr, description);
      assert.equal(stderr.trimEnd().split("\n").length, 1, stderr);
      assert.ok(!stderr.includes(text.split("\n")[1] ?? "hello"));
    });
  }

  it("tells in one line that a port is in use, and exits 2", async () => {
    const server = createServer();
    const port = await listenOnLoopback(server);
    try {
      const { code, stdout, stderr } = await runAndEnd(["--public-key", keyFile, "--port", String(port)]);
      assert.equal(code, 2);
      assert.equal(stdout, "");
      assert.equal(stderr, `partner-card: port ${port} is in use; give another one with --port\n`);
    } finally {
      server.close();
    }
  });
});

describe("what partner-card sandbox prints", () => {
  const folder = temporaryFolder();
  it("is an environment to paste, with all that was made for it", async () => {
    const { stdout: text } = await runAndEnd(["--client-id", "it's mine"]);
    assert.match(text, /^The sandbox serves http:\/\/127\.0\.0\.1:[0-9]+\n/);
    assert.match(text, /^export PARTNER_CARD_BASE_URL=http:\/\/127\.0\.0\.1:[0-9]+$/m);
    assert.ok(text.includes("export PARTNER_CARD_CLIENT_ID='it'\\''s mine'\n"), text);
    assert.match(text, /^export PARTNER_CARD_CLIENT_SECRET=[\w-]{32}$/m);
    const file = /^export PARTNER_CARD_SIGNING_KEY=(.*)$/m.exec(text)?.[1] ?? "";
    assert.ok(file.endsWith("signing-key.pem") && !existsSync(file), file);
  });

  it("leaves out what was given", async () => {
    const file = join(folder, "public.pem");
    writeFileSync(file, pemOf(publicKey));
    const environment = { PARTNER_CARD_CLIENT_SECRET: secret };
    const { code, stdout: text } = await runAndEnd(["--public-key", file], environment);
    assert.equal(code, 0);
    assert.ok(!text.includes(secret));
    assert.match(
      text,
      /secret +from PARTNER_CARD_CLIENT_SECRET\n +signing key +the private key of .*public\.pem\n/,
    );
    assert.deepEqual(text.match(/^export \w+/gm), [
      "export PARTNER_CARD_BASE_URL",
      "export PARTNER_CARD_CLIENT_ID",
    ]);
  });
});

describe("the log of partner-card sandbox", () => {
  const logOf = async (args: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
    const { printed, stop } = await sandboxHere(args, environment);
    await fetch(`${printed.baseUrl}/v1/card?limit=2`);
    await fetch(`${printed.baseUrl}/v1/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({ grant_type: "client_credentials", scope: secret }),
    });
    return (await stop()).stderr;
  };

  it("has one line per request on standard error, without color where NO_COLOR is set", async () => {
    assert.equal(
      await logOf([], { PARTNER_CARD_CLIENT_SECRET: secret }),
      "GET /v1/card?limit=2  401  An access token is required.\n" +
        "POST /v1/oauth/token  401  client_id is missing; it is a required field of the form.\n",
    );
  });

  it("has colors where they are wanted", async () => {
    const log = await logOf([], { NO_COLOR: "", FORCE_COLOR: "1" });
    assert.ok(log.includes("\u001b[33m401\u001b[39m"), log);
  });

  it("is left out with --quiet", async () => {
    assert.equal(await logOf(["--quiet"]), "");
  });
});
