/** What is said at the door: each message names the place, what is wrong there, and what to do. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { freePort } from "../../src/testing/loopback.ts";
import { noOpenssl } from "../../src/testing/tls.ts";
import { describeFailure } from "./failure.ts";
import { createHttpTransport } from "./http.ts";
import { closeServers, listening, listeningRaw, listeningServer, wireRequest } from "./testing.ts";

after(closeServers);

/** What comes of one request. */
async function asked(url: string, ca?: string): Promise<string> {
  const own = createHttpTransport(ca);
  try {
    const outcome = await own.send(wireRequest({ url }), { timeoutMs: 5000, maximumBytes: 1000 });
    return outcome.failure === null
      ? `answered ${outcome.response.status}`
      : `${outcome.failure.kind}: ${outcome.failure.message}`;
  } finally {
    own.close();
  }
}

const port = (url: string) => new URL(url).port;

test("a port at which nobody listens: host and port, and whether the server is running", async () => {
  const port = await freePort();
  const description = `unreachable: nothing listens at 127.0.0.1:${port} (ECONNREFUSED); is the server running, and the port right?`;
  assert.equal(await asked(`http://127.0.0.1:${port}/v1/card`), description);
});

test("a host that does not exist: its name, and where it is looked up", () => {
  const place = { url: new URL("https://api.example.invalid/v1/card"), ca: false, answered: false };
  for (const [code, description] of [
    ["ENOTFOUND", /^there is no host api\.example\.invalid \(ENOTFOUND\); check the name in the base URL/],
    ["EAI_AGAIN", /^no name server could say where api\.example\.invalid is/],
    ["EHOSTUNREACH", /^api\.example\.invalid:443 cannot be reached .* VPN and firewall/],
  ] as const) {
    const failure = describeFailure(Object.assign(new Error(`getaddrinfo ${code}`), { code }), place);
    assert.equal(failure.kind, "unreachable");
    assert.match(failure.message, description);
  }
});

test("https to a port that speaks plain HTTP: the base URL begins with http", async () => {
  const answers = [
    await listening((_, response) => void response.end("{}")),
    await listeningRaw((socket) => void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
  ];
  for (const url of answers) {
    const said = await asked(url.replace("http:", "https:"));
    const description = `unreachable: TLS: 127.0.0.1:${port(url)} does not answer in TLS; if it speaks plain HTTP, the base URL begins with http://`;
    assert.equal(said, description);
  }
  const closing = await listeningRaw((socket) => void socket.end());
  assert.match(
    await asked(closing.replace("http:", "https:")),
    /^reset: .* the base URL begins with http:\/\//,
  );
});

test("plain HTTP to a port that answers with a TLS alert, or ends the connection: it begins with https", async () => {
  const alert = await listeningRaw(
    (socket) => void socket.end(Buffer.from([0x15, 0x03, 0x01, 0, 2, 2, 0x46])),
  );
  const description = `unreachable: 127.0.0.1:${port(alert)} answers in TLS; the base URL has to begin with https://`;
  assert.equal(await asked(alert), description);
  const closing = await listeningRaw((socket) => void socket.resetAndDestroy());
  assert.match(await asked(closing), /^reset: .*if it speaks TLS, the base URL begins with https:\/\//);
});

test("of a server that has answered before, no connection that ends is taken for the wrong scheme", async () => {
  let answered = 0;
  const url = await listening((request, response) => {
    if (answered++ === 0) response.writeHead(200, { connection: "close" }).end("{}");
    else request.socket.destroy();
  });
  const own = createHttpTransport();
  const limits = { timeoutMs: 5000, maximumBytes: 1000 };
  await own.send(wireRequest({ url }), limits);
  const { failure } = await own.send(wireRequest({ url }), limits);
  own.close();
  assert.equal(
    failure?.message,
    `127.0.0.1:${port(url)} ended the connection without a whole answer (ECONNRESET)`,
  );
});

/** A key and a certificate for 127.0.0.1 that signs itself, good from one time to another (YYYYMMDDhhmmssZ). */
function certificate(from: string, to: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), "partner-card-ca-"));
  const run = (command: string) =>
    execFileSync("openssl", command.split(" "), { cwd: folder, stdio: "pipe" });
  try {
    const sections = [
      "[ca]",
      "default_ca=own",
      "[own]",
      "database=index",
      "rand_serial=yes",
      "new_certs_dir=.",
    ];
    const rules = ["default_md=sha256", "policy=any", "copy_extensions=copy", "[any]", "commonName=supplied"];
    writeFileSync(join(folder, "ca.conf"), [...sections, ...rules, ""].join("\n"));
    writeFileSync(join(folder, "index"), "");
    run(
      "req -newkey rsa:2048 -nodes -subj /CN=another-name -addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out request.pem",
    );
    run(
      `ca -batch -config ca.conf -selfsign -keyfile key.pem -in request.pem -startdate ${from} -enddate ${to} -notext -out cert.pem`,
    );
    const read = (name: string) => readFileSync(join(folder, name), "utf8");
    return { key: read("key.pem"), cert: read("cert.pem") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function listeningTls(options: ServerOptions): Promise<string> {
  const server = createTlsServer(options, (request, response) => {
    // Ends the connection when the next request comes on it.
    if (used.has(request.socket)) return void request.socket.end();
    used.add(request.socket);
    response.end("{}");
  });
  return (await listeningServer(server)).replace("http:", "https:");
}
const used = new WeakSet<object>();

test("a certificate is trusted with its CA only; what is wrong with it is said", {
  skip: noOpenssl,
}, async () => {
  const good = certificate("20200101000000Z", "20991231235959Z");
  const url = await listeningTls(good);
  const at = `127.0.0.1:${port(url)}`;
  assert.equal(await asked(url, good.cert), "answered 200");
  assert.equal(
    await asked(url),
    `unreachable: TLS: the certificate of ${at} is self-signed, or its authority is not known here (DEPTH_ZERO_SELF_SIGNED_CERT); give the certificate of that authority with --ca FILE`,
  );
  const other = certificate("20200101000000Z", "20991231235959Z");
  assert.match(await asked(url, other.cert), /was not issued by an authority in the file of --ca \(/);
  assert.match(
    await asked(url.replace("127.0.0.1", "localhost"), good.cert),
    /^unreachable: TLS: the certificate of localhost:\d+ is for 127\.0\.0\.1 \(ERR_TLS_CERT_ALTNAME_INVALID\); use that name/,
  );
  assert.match(
    await asked(url.replace("https:", "http:")),
    /^(unreachable|reset): .* base URL (has to begin|begins) with https:\/\//,
  );

  const old = certificate("20200101000000Z", "20200201000000Z");
  assert.match(await asked(await listeningTls(old), old.cert), /has expired \(CERT_HAS_EXPIRED\); renew it/);
  const early = certificate("20980101000000Z", "20990101000000Z");
  assert.match(await asked(await listeningTls(early), early.cert), /not valid yet \(CERT_NOT_YET_VALID\)/);
});

test("a TLS connection that turns out to be closed loses no request either", {
  skip: noOpenssl,
}, async () => {
  const good = certificate("20200101000000Z", "20991231235959Z");
  const url = await listeningTls(good);
  const own = createHttpTransport(good.cert);
  const resent: number[] = [];
  for (let time = 0; time < 8; time += 1) {
    const outcome = await own.send(wireRequest({ url }), { timeoutMs: 5000, maximumBytes: 1000 });
    assert.equal(outcome.response?.status, 200, outcome.failure?.message);
    resent.push(outcome.resent ?? 0);
  }
  own.close();
  assert.deepEqual(resent, [0, 1, 0, 1, 0, 1, 0, 1]);
});
