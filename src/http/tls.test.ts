/** A real TLS server that fails before and after it has carried out a write. */
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { createServer, Agent as HttpsAgent } from "node:https";
import type { Socket } from "node:net";
import { type TestContext, test } from "node:test";
import type { SecureVersion } from "node:tls";
import { Agent as UndiciAgent } from "undici";
import { operations } from "../../generated/operations.ts";
import type { PartnerCardError } from "../core/errors.ts";
import { sendJson, tokenBody } from "../testing/api.ts";
import { testClient } from "../testing/client.ts";
import { listenOnLoopback } from "../testing/loopback.ts";
import { makeCertificate, noOpenssl } from "../testing/tls.ts";
import { httpSend } from "./http-send.ts";
import type { Send } from "./send.ts";
import { undiciSend } from "./undici-send.ts";

const { idempotent } = operations.updateCardLimits;
const certificate = noOpenssl === false ? makeCertificate() : { key: "", cert: "" };

/** What happens to the TCP connection, beneath TLS, once a write has been applied. */
type Fault = (tcp: Socket, response: ServerResponse) => void;

async function startTls(t: TestContext, maxVersion: SecureVersion, fault: Fault) {
  const connections: Socket[] = [];
  const applied: string[] = [];
  const server = createServer({ ...certificate, maxVersion }, (request, response) => {
    const tcp = connections.find(({ remotePort }) => remotePort === request.socket.remotePort);
    request.resume().on("end", () => {
      if (request.url === operations.requestToken.path) return sendJson(response, 200, tokenBody("token-1"));
      applied.push(String(request.headers[idempotent.toLowerCase()]));
      if (tcp !== undefined) fault(tcp, response);
    });
  });
  server.on("connection", (socket: Socket) => connections.push(socket));
  const port = await listenOnLoopback(server);
  t.after(() => {
    for (const socket of connections) socket.destroy();
    server.close();
  });
  return { baseUrl: `https://127.0.0.1:${port}`, applied };
}

const record = (type: number, content: Buffer) =>
  Buffer.concat([Buffer.from([type, 3, 3, 0, content.length]), content]);

const faults: Readonly<Record<string, Fault>> = {
  "text in the place of TLS": (tcp) => tcp.write("HTTP/1.1 502 Bad Gateway\r\n\r\n"),
  "a record that nobody can decrypt": (tcp) => tcp.write(record(23, Buffer.alloc(32, 7))),
  "an alert in the clear": (tcp) => tcp.write(record(21, Buffer.from([2, 40]))),
  "a reset of the connection": (tcp) => tcp.resetAndDestroy(),
  "the end of the connection": (tcp) => tcp.destroy(),
};

/** The transports over TLS that trust the server. */
const trusting: Readonly<Record<string, () => Send>> = {
  httpSend: () => httpSend({ agent: new HttpsAgent({ ca: certificate.cert }) }),
  undiciSend: () => undiciSend({ dispatcher: new UndiciAgent({ connect: { ca: certificate.cert } }) }),
};

const cases = (["TLSv1.2", "TLSv1.3"] as const).flatMap((version) =>
  Object.entries(trusting).flatMap(([transport, send]) =>
    Object.entries(faults).map(([name, fault]) => ({ version, transport, send, name, fault })),
  ),
);
for (const { version, transport, send, name, fault } of cases) {
  test(`${transport}, ${version}: a write that was applied and then met ${name} is unknown`, {
    skip: noOpenssl,
  }, async (t) => {
    const { baseUrl, applied } = await startTls(t, version, fault);
    const { client } = testClient(baseUrl, { send: send() });
    const failed = await client.cards
      .updateLimits("CRD1", { daily: 1 })
      .then(() => assert.fail("it has succeeded"))
      .catch((error: PartnerCardError) => error);
    assert.deepEqual([failed.code, failed.outcome], ["network", "unknown"]);
    assert.deepEqual(applied, Array(3).fill(failed.idempotencyKey), "tried again with the same key");
  });
}

test("a write that meets a certificate which is not trusted is not sent", {
  skip: noOpenssl,
}, async (t) => {
  const { baseUrl, applied } = await startTls(t, "TLSv1.3", (_, response) => sendJson(response, 200, {}));
  const trust = httpSend({ agent: new HttpsAgent({ ca: certificate.cert }) });
  const strict = httpSend();
  // The token comes, so that it is the write itself which meets the certificate.
  const { client } = testClient(baseUrl, {
    send: (request, signal) => (request.method === "POST" ? trust : strict)(request, signal),
  });
  await assert.rejects(client.cards.updateLimits("CRD1", { daily: 1 }), {
    code: "network",
    outcome: "not-sent",
    attempts: 1,
    operation: "updateCardLimits",
    message: /SELF_SIGNED/,
  });
  assert.deepEqual(applied, []);
});
