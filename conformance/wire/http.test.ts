import assert from "node:assert/strict";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { after, test } from "node:test";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { createHttpTransport } from "./http.ts";
import { closeServers, listening, wireRequest } from "./testing.ts";
import type { ExchangeLimits, Outcome, WireRequest } from "./transport.ts";

const transport = createHttpTransport();
after(() => {
  transport.close();
  closeServers();
});

const limits: ExchangeLimits = { timeoutMs: 2000, maximumBytes: 100_000 };

/** Sends a request to a server that answers it in this way. */
async function sent(
  listener: RequestListener,
  more: Partial<ExchangeLimits> = {},
  change: Partial<WireRequest> = {},
) {
  return transport.send(wireRequest({ url: await listening(listener), ...change }), { ...limits, ...more });
}

function body(outcome: Outcome): string {
  assert.equal(outcome.failure, null);
  return outcome.response.body.toString();
}

function failure(outcome: Outcome): string {
  assert.ok(outcome.response === null);
  assert.notEqual(outcome.failure.message, "");
  return outcome.failure.kind;
}

test("a body goes out in chunks, and without a length, where its headers say so", async () => {
  for (const text of ['{"daily":5}', "é", ""]) {
    let seen: { headers: IncomingMessage["headers"]; text: string } | undefined;
    await sent(
      async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        seen = { headers: request.headers, text: Buffer.concat(chunks).toString() };
        response.end();
      },
      {},
      { method: "PATCH", headers: [["Transfer-Encoding", "chunked"]], body: text },
    );
    assert.equal(seen?.text, text);
    assert.equal(seen?.headers["transfer-encoding"], "chunked");
    assert.equal(seen?.headers["content-length"], undefined);
  }
});

test("a body in parts arrives as it is, with its length, and not at once", async () => {
  // Where the machine is busy, the second part may catch up with the first one.
  let chunks: string[] = [];
  let length: string | undefined;
  const inParts = { method: "PATCH", inParts: true, body: '{"daily":5}' } as const;
  const listener: RequestListener = async (request, response) => {
    chunks = [];
    length = request.headers["content-length"];
    for await (const chunk of request) chunks.push(String(chunk));
    response.end();
  };
  for (let time = 0; time < 5 && chunks.length !== 2; time += 1) await sent(listener, {}, inParts);
  assert.deepEqual(chunks, ['{"dail', 'y":5}']);
  assert.equal(length, "11");
});

test("a request whose response is not waited for arrives whole, and its connection is closed", async () => {
  let [body, isClosed] = ["", false];
  const outcome = await sent(
    async (request, response) => {
      response.once("close", () => {
        isClosed = true;
      });
      for await (const chunk of request) body += String(chunk);
    },
    {},
    { method: "PATCH", isLeft: true, body: '{"daily":5}' },
  );
  assert.equal(outcome.failure?.kind, "left");
  assert.deepEqual([body, isClosed], ['{"daily":5}', true]);
});

test("every other request that is left is left in the middle of what such a request takes", async () => {
  const [takes, stayed] = [200, [] as number[]];
  const url = await listening(async (request, response) => {
    const began = performance.now();
    response.once("close", () => {
      if (!response.writableFinished) stayed.push(performance.now() - began);
    });
    for await (const _ of request);
    setTimeout(() => response.end("{}"), takes);
  });
  const own = createHttpTransport();
  const write = wireRequest({ url, method: "PATCH", body: '{"daily":5}' });
  // The fastest of them tells how long it takes: on a busy machine one may come late.
  for (let time = 0; time < 4; time += 1) await own.send(write, limits);
  for (let time = 0; time < 2; time += 1) await own.send({ ...write, isLeft: true }, limits);
  own.close();
  assert.equal(stayed.length, 2);
  assert.ok(Number(stayed[1]) > takes / 4, `${stayed[1]} ms`);
});

test("a body in parts goes out again where the connection is lost after its first part", async () => {
  let lost = 0;
  const url = await listening(async (request, response) => {
    if (request.method === "PATCH" && lost === 0) {
      lost += 1;
      request.socket.resetAndDestroy();
      return;
    }
    for await (const _ of request);
    response.end("{}");
  });
  const own = createHttpTransport();
  await own.send(wireRequest({ url }), limits);
  const outcome = await own.send(
    wireRequest({ url, method: "PATCH", inParts: true, body: '{"daily":5}' }),
    limits,
  );
  // What was left of the first try must not end the second one.
  await new Promise((resolve) => setTimeout(resolve, 20));
  own.close();
  assert.deepEqual([lost, outcome.response?.status, outcome.resent], [1, 200, 1]);
});

test("the request goes out as it is, with a length, and the answer comes as it is", async () => {
  let seen: { request: IncomingMessage; text: string } | undefined;
  const outcome = await sent(
    async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      seen = { request, text };
      response.writeHead(
        418,
        [
          ["X-One", "1"],
          ["X-One", "2"],
          ["Content-Type", "a/b"],
        ].flat(),
      );
      response.end("short and stout");
    },
    {},
    { method: "PATCH", headers: [["X-Sent", "yes"]], body: "é" },
  );
  assert.equal(seen?.request.method, "PATCH");
  assert.equal(seen?.text, "é");
  assert.equal(seen?.request.headers["x-sent"], "yes");
  assert.equal(seen?.request.headers["content-length"], "2");
  assert.equal(seen?.request.headers["transfer-encoding"], undefined);
  assert.equal(outcome.response?.status, 418);
  assert.equal(body(outcome), "short and stout");
  const headers = outcome.response?.headers.filter(
    ([name]) => name.startsWith("x-") || name === "content-type",
  );
  assert.deepEqual(headers, [
    ["x-one", "1"],
    ["x-one", "2"],
    ["content-type", "a/b"],
  ]);
});

/** Answers with a body in this coding, or one that is said to be. */
const coded =
  (coding: string, bytes: string | Buffer, status = 200): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { "content-encoding": coding }).end(bytes);

const text = "the same text, ".repeat(100);
const codings: readonly [name: string, encode: (text: string) => Buffer][] = [
  ["gzip", gzipSync],
  ["x-gzip", gzipSync],
  ["GZIP", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
  ["identity", Buffer.from],
];
for (const [name, encode] of codings) {
  test(`a body in ${name} is decoded`, async () => {
    assert.equal(body(await sent(coded(name, encode(text)))), text);
  });
}

test("a body in deflate without its wrapper, as some servers send it, is decoded", async () => {
  assert.equal(body(await sent(coded("deflate", deflateRawSync(text)))), text);
});

test("a coding that is not known is no body to judge", async () => {
  for (const name of ["zstd", "gzip, br", "aes128gcm"]) {
    const outcome = await sent(coded(name, "x"));
    assert.equal(failure(outcome), "malformed");
    assert.ok(outcome.failure?.message.includes(name), outcome.failure?.message);
  }
});

test("an answer without a body has none, whatever its coding", async () => {
  assert.equal(body(await sent(coded("gzip", "", 204))), "");
});

test("a redirect is an answer, and is not followed", async () => {
  let asked = 0;
  const outcome = await sent((request, response) => {
    asked += 1;
    response.writeHead(302, { location: `http://${request.headers.host}/elsewhere` }).end();
  });
  assert.equal(outcome.response?.status, 302);
  assert.equal(asked, 1);
});

const slow = { timeoutMs: 150 };
const stalls: readonly [what: string, listener: RequestListener][] = [
  ["never answers", () => {}],
  ["stops inside the body", (_, response) => void response.writeHead(200).write("x")],
  [
    "sends a byte now and then",
    (_, response) => {
      const timer = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(timer));
    },
  ],
  [
    "stops inside a gzip",
    (_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.write(gzipSync(text).subarray(0, 12));
    },
  ],
  ["sends interim answers for ever", (_, response) => interim(response)],
];
function interim(response: ServerResponse): void {
  const timer = setInterval(() => response.writeProcessing(), 20);
  response.on("close", () => clearInterval(timer));
}
for (const [what, listener] of stalls) {
  test(`a server that ${what} ends with the timeout`, async () => {
    const began = performance.now();
    assert.equal(failure(await sent(listener, slow)), "timeout");
    assert.ok(performance.now() - began < 1500);
  });
}

test("a body above the cap is cut off, and not read to its end", async () => {
  let written = 0;
  const outcome = await sent((_, response) => {
    const more = () => {
      written += 1;
      if (response.write("x".repeat(10_000))) setImmediate(more);
      else response.once("drain", more);
    };
    more();
  });
  assert.equal(failure(outcome), "too-large");
  assert.ok(written < 2000, `${written} writes`);
});

test("a body of exactly the cap is read", async () => {
  const outcome = await sent((_, response) => void response.end("x".repeat(limits.maximumBytes)));
  assert.equal(body(outcome).length, limits.maximumBytes);
});

test("a gzip bomb is cut off at the cap", async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  assert.ok(bomb.length < limits.maximumBytes);
  assert.equal(failure(await sent(coded("gzip", bomb))), "too-large");
});

test("a coded body that never becomes anything is cut off at the cap, too", async () => {
  const nothing = gzipSync("");
  const much = coded("gzip", Buffer.concat(Array.from({ length: 20_000 }, () => nothing)));
  assert.equal(failure(await sent(much, { timeoutMs: 5000 })), "too-large");
});
