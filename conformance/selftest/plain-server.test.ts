import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { oneIn } from "../../src/testing/extent.ts";
import { runDefaults } from "../run/options.ts";
import type { PlainOptions } from "./plain-server.ts";
import {
  answering,
  judgePlain,
  type PlainRun,
  page,
  refusal,
  requestsOf,
  strangersKey,
} from "./plain-server-testing.ts";
import { fullPath, pssPadding } from "./plain-signatures.ts";
import { idsWith, linesWith } from "./verdicts.ts";

const { token, list, patch, put, writes } = requestsOf;

/** Refusals as FastAPI writes them, but for the 401 that the specification documents. */
const validationBody: NonNullable<PlainOptions["errorBody"]> = (status, message) =>
  status === 401
    ? { message, type: "InvalidRequest" }
    : { detail: [{ loc: ["header", "x-service-signature"], msg: message, type: "value_error" }] };
const all422 = {
  header: 422,
  age: 422,
  signature: 422,
  body: 422,
  cursor: 422,
  grant: 422,
  reuse: 422,
} as const;

/** The server that is also sent what is drawn. */
const alsoDrawn = "the whole path is signed";

describe("an ordinary server that keeps the rules conforms", () => {
  const styles: Record<string, PlainRun> = {
    "as it is": {},
    "bad signatures get 403, writes are answered 204, the largest page is 100": {
      server: { statuses: { signature: 403, age: 403 }, writeStatus: 204, largestPage: 100, cards: 137 },
    },
    "validation errors get 422, as with FastAPI, under a prefix": {
      server: { statuses: all422, errorBody: validationBody, prefix: "/partner/api" },
    },
    "bad signatures get 400, and one card is closed to writes": {
      server: {
        statuses: { signature: 400, age: 400 },
        instead: ({ method, path }) =>
          method !== "GET" && path.includes("CRD1025") ? refusal(403, "this card is closed") : null,
      },
    },
    "PSS padding": { server: { reading: pssPadding } },
    [alsoDrawn]: { server: { prefix: "/api", reading: fullPath } },
    "the whole path is signed, and so are the requests": {
      server: { prefix: "/api", reading: fullPath },
      target: { signaturePath: "full" },
    },
    "the path from /v1 on is signed, but the run is told otherwise": {
      server: { prefix: "/api" },
      target: { signaturePath: "full" },
    },
  };
  for (const [name, style] of oneIn(32, Object.entries(styles))) {
    it(name, async () => {
      const cases = name === alsoDrawn ? runDefaults.cases : 0;
      const result = await judgePlain({ ...style, run: { cases } });
      assert.deepEqual(linesWith(result, "failed"), []);
      assert.deepEqual(linesWith(result, "broken"), []);
      assert.deepEqual(result.end.incomplete, []);
      assert.equal(result.end.exitCode, 0);
      assert.ok(result.end.summary.inconclusive <= 2, linesWith(result, "inconclusive").join("\n"));
      assert.deepEqual(result.changed, []);
    });
  }

  it("says which answer to an open question it goes by", async () => {
    const said = async (run: PlainRun) => {
      const asked = /^(?:signature\.scheme|gap\.signature)\./;
      const { checks } = await judgePlain({ ...run, run: { select: ({ id }) => asked.test(id) } });
      const of = (id: string) => checks.find((check) => check.id === id);
      return {
        scheme: of("signature.scheme.patch")?.message ?? "",
        padding: of("gap.signature.padding")?.answer,
        prefix: of("gap.signature.prefix")?.answer,
      };
    };
    const pss = await said({ server: { reading: pssPadding } });
    assert.match(pss.scheme, /PSS padding is accepted \(gap\.signature\.padding\)/);
    assert.equal(pss.padding, "pss");
    const full = await said({ server: { prefix: "/api", reading: fullPath } });
    assert.match(full.scheme, /with the prefix of the base URL is accepted \(gap\.signature\.prefix\)/);
    const api = await said({ server: { prefix: "/api" }, target: { signaturePath: "full" } });
    assert.match(api.scheme, /without the prefix of the base URL is accepted \(gap\.signature\.prefix\)/);
    assert.notEqual(api.prefix, full.prefix);
  });
});

describe("a request as specified that is never accepted is a failure", () => {
  const cases: [name: string, run: PlainRun, failed: readonly string[], quoted: RegExp][] = [
    ["PATCH 500", answering(patch, page(500)), ["write.accepted.patch"], /500 \(“<html>/],
    [
      "PATCH 404",
      answering(patch, refusal(404, "Not Found")),
      ["write.accepted.patch"],
      /404 \(“Not Found”\)/,
    ],
    ["PATCH 405", answering(patch, refusal(405)), ["write.accepted.patch"], /405/],
    [
      "PATCH 415",
      answering(patch, refusal(415, "send JSON")),
      ["write.accepted.patch"],
      /415 \(“send JSON”\)/,
    ],
    ["PATCH 501", answering(patch, refusal(501)), ["write.accepted.patch"], /501/],
    [
      "a redirect of PATCH",
      answering(patch, { status: 302, headers: { location: "/login" } }),
      ["write.accepted.patch"],
      /302/,
    ],
    [
      "every write 405",
      answering(writes, refusal(405)),
      ["write.accepted.patch", "write.accepted.put"],
      /405/,
    ],
    ["PUT 404", answering(put, refusal(404)), ["write.accepted.put"], /404/],
    ...([400, 409, 422] as const).map((status): (typeof cases)[number] => [
      `PATCH ${status} about a field`,
      answering(patch, refusal(status, "daily must be a string")),
      ["write.accepted.patch"],
      new RegExp(`${status} \\(“daily must be a string”\\)`),
    ]),
    ["list 500", answering(list, page(500)), ["list.request"], /500 \(“<html>/],
    ["list 404", answering(list, refusal(404, "Not Found")), ["list.request"], /404 \(“Not Found”\)/],
    ["list 403", answering(list, refusal(403, "forbidden")), ["list.request"], /403 \(“forbidden”\)/],
    [
      "list 401",
      answering(list, refusal(401, "bad token")),
      ["list.request", "token.fresh"],
      /401 \(“bad token”\)/,
    ],
    ["HTML for the list", answering(list, page(200)), ["list.request"], /200 \(“<html>/],
    [
      "a list of another shape",
      answering(list, { status: 200, body: { data: [{ id: "CRD1" }] } }),
      ["list.request", "page.complete"],
      /200 \(“\{"data":/,
    ],
    [
      "a redirect of the list",
      answering(list, { status: 302, headers: { location: "/login" } }),
      ["list.request"],
      /302/,
    ],
    ["token 404", answering(token, refusal(404, "Not Found")), ["token.request"], /404 \(“Not Found”\)/],
    ["token 500", answering(token, page(500)), ["token.request"], /500 \(“<html>/],
    ["HTML for the token", answering(token, page(200)), ["token.request"], /200 \(“<html>/],
    [
      "a token of another shape",
      answering(token, { status: 200, body: { token: "abc" } }),
      ["token.complete", "token.request"],
      /200 \(“\{"token":"abc"\}”\)/,
    ],
  ];
  for (const [name, run, failed, quoted] of oneIn(24, cases)) {
    it(name, async () => {
      const result = await judgePlain(run);
      assert.deepEqual(idsWith(result, "failed").sort(), failed, linesWith(result, "failed").join("\n"));
      assert.deepEqual(idsWith(result, "broken").sort(), []);
      assert.match(linesWith(result, "failed").join("\n"), quoted);
      assert.equal(result.end.exitCode, 1);
      assert.ok(result.end.incomplete.length > 0);
      assert.deepEqual(result.changed, []);
    });
  }
});

describe("what may be the partner's doing is no failure, and no success", () => {
  const neverWritten = /Can't say: PUT .* was never accepted.*Can't say: PATCH .* was never accepted/s;
  const other = { target: { signingKey: strangersKey } };
  const cases: [name: string, run: PlainRun, incomplete: RegExp][] = [
    ...([401, 403, 400, 422] as const).flatMap((status): typeof cases => [
      [
        `another key, refused with ${status}`,
        { ...other, server: { statuses: { signature: status } } },
        neverWritten,
      ],
      [
        `another key, refused with ${status} without a word`,
        {
          ...other,
          server: {
            statuses: { signature: status },
            errorBody: (given, message) => ({
              message: given === status ? "No." : message,
              type: "InvalidRequest",
            }),
          },
        },
        neverWritten,
      ],
    ]),
    ["every signature refused with 401", answering(writes, refusal(401, "invalid signature")), neverWritten],
    ["every signature refused with 400", answering(writes, refusal(400, "invalid signature")), neverWritten],
    ["every write forbidden", answering(writes, refusal(403, "forbidden")), neverWritten],
    ["no signing key", { target: { signingKey: null } }, neverWritten],
    ["wrong credentials", answering(token, refusal(401, "invalid_client")), /no access token: .*401/],
    [
      "a token that lacks scopes",
      {
        server: {
          instead: (request) => (list.test(`${request.method} ${request.path}`) ? refusal(403) : null),
          reply: (answer) =>
            typeof answer.body === "object" && answer.body !== null && "scope" in answer.body
              ? { ...answer, body: { ...answer.body, scope: "cards:read" } }
              : answer,
        },
      },
      /Can't say: GET \/v1\/card was never accepted/,
    ],
  ];
  for (const [name, run, incomplete] of oneIn(24, cases)) {
    it(name, async () => {
      const result = await judgePlain(run);
      assert.deepEqual(linesWith(result, "failed"), []);
      assert.equal(result.end.exitCode, 3);
      assert.match(result.end.incomplete.join("\n"), incomplete);
      assert.deepEqual(result.changed, []);
      if (run.target?.signingKey !== strangersKey) return;
      for (const id of ["write.accepted.patch", "write.accepted.put"]) {
        const check = result.checks.find((one) => one.id === id);
        assert.match(check?.message ?? "", /another public key may be registered/);
      }
    });
  }

  it("an unknown card is told before anything is written", async () => {
    const result = await judgePlain({ run: { card: "CRD9" } });
    assert.equal(result.end.exitCode, 2);
    assert.match(result.end.incomplete[0] ?? "", /the card CRD9 is not in the list .* such as CRD1001/);
    assert.equal(result.requests.filter(({ method }) => method === "PUT" || method === "PATCH").length, 0);
  });
});

describe("a run asks for no more than it was asked about", () => {
  it("a run without writes conforms on tokens and the list alone", async () => {
    const result = await judgePlain({ run: { writes: false } });
    assert.equal(result.end.exitCode, 0);
    assert.deepEqual(linesWith(result, "failed"), []);
    assert.deepEqual(result.end.incomplete, []);
  });

  it("a run about tokens needs nothing but the token", async () => {
    const result = await judgePlain({
      ...answering(/^(?!POST)/, page(500)),
      run: { select: ({ id }) => id.startsWith("token.request") },
    });
    assert.equal(result.end.exitCode, 0);
    assert.deepEqual([...new Set(result.requests.map(({ path }) => path))], ["/v1/oauth/token"]);
  });
});
