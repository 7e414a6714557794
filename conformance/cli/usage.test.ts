import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { testKeys } from "../../src/testing/keys.ts";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { runCommandLine } from "./main.ts";
import { startCommand } from "./process-testing.ts";
import { runHere } from "./testing.ts";

const target = {
  PARTNER_CARD_BASE_URL: "http://127.0.0.1:9",
  PARTNER_CARD_CLIENT_ID: "partner-1",
  PARTNER_CARD_CLIENT_SECRET: "a-secret-for-nobody",
};

describe("mistakes in the command line", () => {
  const folder = temporaryFolder();
  before(() => {
    writeFileSync(join(folder, "not-a-key.pem"), "hello");
    const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
      type: "pkcs8",
      format: "pem",
    });
    writeFileSync(join(folder, "ec.pem"), ec);
  });

  const mistakes: [args: string[], environment: Record<string, string>, description: RegExp][] = [
    [["conformance", "--base-ulr", "http://x"], {}, /unknown flag --base-ulr; did you mean --base-url\?/],
    [
      ["conformance", "--basis", "statd"],
      {},
      /--basis can be stated, derived, not "statd"; did you mean stated\?/,
    ],
    [["conformance", "--only", "signatur.*.patch"], {}, /no check matches "signatur\.\*\.patch"/],
    [["conformance", "--only", "card.las4"], {}, /no check matches "card\.las4"; did you mean card\.last4\?/],
    [
      ["conformance", "--case", "signature.mising.patch; accept=absent"],
      {},
      /--case: no check is "signature\.mising\.patch"; did you mean signature\.missing\.patch\?/,
    ],
    [
      ["conformance", "--case", "signature.missing.patch; acept=absent"],
      {},
      /--case: no dimension is "acept"; did you mean accept\?/,
    ],
    [
      ["conformance", "--case", "signature.missing.patch; accept=absnt"],
      {},
      /--case: accept has no value "absnt"; did you mean absent\?/,
    ],
    [
      ["conformance", "--case", "signature.missing.patch; accept=absent", "--seed", "1"],
      {},
      /--case asks one check in one way, so --seed can't be given with it/,
    ],
    [["conformance", "--timeout", "soon"], {}, /--timeout is a number from 0\.1 to 600, not "soon"/],
    [["conformance", "--timeout", "-5"], {}, /--timeout is a number from 0\.1 to 600, not "-5"/],
    [["conformance", "--card", "-x"], {}, /--card is an id such as CRD1001, not "-x"/],
    [["conformance", "--card", "4711"], {}, /--card is an id such as CRD1001, not "4711"/],
    [["conformance", "--report", "pdf=x.pdf"], {}, /pdf/],
    [["conformance", "--report", "html=/no/such/folder/x.html"], {}, /\/no\/such\/folder/],
    [["conformance", "--base-url"], {}, /--base-url needs a value/],
    [["conformance", "--base-url", "http://x", "--base-url", "http://y"], {}, /--base-url is given twice/],
    [["conformance", "extra"], {}, /"extra" is one argument too many/],
    [["conformance", "--base-url", "ftp://x"], target, /must start with https:\/\/ or http:\/\//],
    [["conformance", "--base-url", "https://x/v1"], target, /must not end with \/v1; give https:\/\/x/],
    [
      ["conformance", "--signing-key", "/no/such/key.pem"],
      target,
      /--signing-key: \/no\/such\/key\.pem cannot be read/,
    ],
    [
      ["conformance", "--signature-path", "whole"],
      target,
      /--signature-path can be api or full, not "whole"/,
    ],
    [["conformance", "--ca", "/no/such/ca.pem"], target, /--ca: \/no\/such\/ca\.pem cannot be read/],
    [["conformace"], {}, /there is no command "conformace"; did you mean conformance\?/],
    [["sandbox", "--choose", "cursor.invalid=411"], {}, /gap\.cursor\.invalid can be 400, 404, 410/],
    [["sandbox", "--choose", "cursr=410"], {}, /there is no open question "cursr"/],
    [
      ["sandbox", "--fault", "page.end-early"],
      {},
      /there is no fault "page\.end-early"; did you mean page\.ends-early\?/,
    ],
    [["sandbox", "--port", "70000"], {}, /--port is a number from 0 to 65535/],
    [["sandbox", "--prefix", "partner/"], {}, /--prefix looks like \/partner/],
    [["sandbox", "--host", "0.0.0.0"], {}, /--host can be 127\.0\.0\.1, localhost, ::1, not "0\.0\.0\.0"/],
    [["sandbox", "--client-id", ""], {}, /--client-id is empty/],
    [["sandbox", "--client-secret", "x"], {}, /unknown flag --client-secret/],
    [
      ["sandbox", "--public-key", "/no/such/public.pem"],
      {},
      /--public-key: \/no\/such\/public\.pem cannot be read/,
    ],
    [["sandbox", "--public-key=-----BEGIN PUBLIC KEY-----"], {}, /--public-key: give the name of a file/],
    [["sign", "PATCH"], {}, /PATH is missing/],
    [["sign", "PATCH", "v1/card"], {}, /PATH starts with \//],
    [["sign", "PATCH", "/v1/card/CRD1/limits"], {}, /no signing key: give --signing-key FILE/],
    [["report", "/no/such/run.ndjson"], {}, /\/no\/such\/run\.ndjson cannot be read/],
  ];
  for (const [args, environment, description] of mistakes) {
    it(`partner-card ${args.join(" ")}`, async () => {
      const { code, stdout, stderr } = await runHere(args, environment);
      assert.equal(code, 2, stderr);
      assert.equal(stdout, "");
      assert.match(stderr, description);
      assert.equal(stderr.trimEnd().split("\n").length, 1, stderr);
    });
  }

  it("is told by a process of its own as well", async () => {
    const { code, stdout, stderr } = await startCommand(["conformance", "--base-ulr", "http://x"]).ended;
    assert.equal(code, 2);
    assert.equal(stdout, "");
    assert.equal(stderr, "partner-card: unknown flag --base-ulr; did you mean --base-url?\n");
  });

  it("a key that is no RSA key is told in one line that does not show it", async () => {
    for (const [name, description] of [
      ["not-a-key.pem", /--signing-key: /],
      ["ec.pem", /--signing-key: .*RSA/],
    ] as const) {
      const { code, stderr } = await runHere(["conformance", "--signing-key", join(folder, name)], target);
      assert.equal(code, 2);
      assert.equal(stderr.trimEnd().split("\n").length, 1, stderr);
      assert.match(stderr, description);
    }
  });
});

describe("help", () => {
  for (const command of ["conformance", "client-conformance", "report", "sandbox", "requirements", "sign"]) {
    it(`partner-card ${command} --help shows an example and exits 0`, async () => {
      const { code, stdout, stderr } = await runHere([command, "--help"]);
      assert.equal(code, 0);
      assert.equal(stderr, "");
      assert.match(stdout, /Examples?:\n {2}(PARTNER_CARD|partner-card)/);
      const long = stdout.split("\n").filter((line) => line.length > 110);
      assert.deepEqual(long, []);
    });
  }
  it("partner-card without a command shows the commands and exits 2", async () => {
    const { code, stdout } = await runHere([]);
    assert.equal(code, 2);
    assert.match(stdout, /conformance .*judge a server/);
  });
});

it("a crash is one line with exit code 4, and shows no secret, however it is written", async () => {
  const secret = "canary-secret/of+the=crash";
  const { privateKey } = testKeys();
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const passphrase = "canary passphrase & more";
  const forms = [secret, passphrase, pem].flatMap((value) => [
    ...[value, encodeURIComponent(value), Buffer.from(value).toString("base64")],
  ]);
  let stderr = "";
  const code = await runCommandLine(["requirements"], () => ({
    environment: {
      PARTNER_CARD_CLIENT_SECRET: secret,
      PARTNER_CARD_SIGNING_KEY: pem,
      PARTNER_CARD_SIGNING_KEY_PASSPHRASE: passphrase,
    },
    stdout: {
      write: () => {
        throw new Error(`no more room for ${forms.join(" and ")}`);
      },
    },
    stderr: {
      write: (text) => {
        stderr += text;
      },
    },
    onInterrupt: () => ({ signal: new AbortController().signal, release: () => undefined }),
  }));
  assert.equal(code, 4);
  assert.match(stderr, /^partner-card: the suite itself failed: no more room for .*\n$/);
  for (const form of [...forms, ...pem.split("\n").filter((line) => line.length > 40)]) {
    assert.ok(!stderr.includes(form), stderr);
  }
});
