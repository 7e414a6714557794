/** A server that believes what other headers say than those of the specification is found, and told by the header. */
import assert from "node:assert/strict";
import { verify } from "node:crypto";
import { test } from "node:test";
import { api } from "../../generated/operations.ts";
import { runDefaults } from "../run/options.ts";
import { json } from "../sandbox/response.ts";
import type { RequestContext, Seams } from "../sandbox/seams.ts";
import { proofRun, publicKey } from "../selftest/in-memory.ts";
import { idsWith, linesWith } from "../selftest/verdicts.ts";

const overriding = "x-http-method-override";
const header = ({ request }: RequestContext, name: string) => request.headers.get(name) ?? "";

/** Takes the token that it has put into a cookie. */
function withSession(): Partial<Seams> {
  const tokens = new Set<string>();
  return {
    reply: (reply) => {
      const { access_token: token } = (reply.body ?? {}) as { access_token?: string };
      if (token === undefined) return reply;
      tokens.add(token);
      return { ...reply, headers: { ...reply.headers, "set-cookie": `sid=${token}; HttpOnly; Path=/` } };
    },
    skipsCheck: (condition, context) =>
      condition === "token.missing" && tokens.has(/sid=([^;]*)/.exec(header(context, "cookie"))?.[1] ?? ""),
  };
}

/** True for a signature that is right for the method that a header names. */
function isForOverride(context: RequestContext): boolean {
  const signed = `${header(context, overriding)}${context.request.path}${header(context, api.headers.timestamp)}`;
  const signature = Buffer.from(header(context, api.headers.signature), api.signature.encoding);
  return verify(api.signature.hash, Buffer.from(signed), publicKey, signature);
}

/** Takes each request for one of the method that a header names. */
const overridden: Partial<Seams> = {
  intercept: (context) =>
    header(context, overriding) === "" || isForOverride(context) ? null : json(401, {}),
  skipsCheck: (condition, context) =>
    condition === "signature.bad" && header(context, overriding) !== "" && isForOverride(context),
};

const isInside = (context: RequestContext) => header(context, "x-forwarded-for").startsWith("127.");
const isOfItsDate = (context: RequestContext) =>
  Date.parse(header(context, "date")) === 1000 * Number(header(context, api.headers.timestamp));

for (const [name, seams, ids, words] of [
  ["a cookie", withSession(), ["token.missing.list", "token.missing.patch"], /with the cookies of earlier/],
  [
    "the address before a proxy",
    { skipsCheck: (one, context) => one === "signature.missing" && isInside(context) },
    ["signature.missing.patch", "signature.missing.put"],
    /when headers say that it comes from the server's own machine/,
  ],
  [
    "the date of the request",
    { skipsCheck: (one, context) => one === "timestamp.stale" && isOfItsDate(context) },
    ["timestamp.stale.patch", "timestamp.stale.put"],
    /when Date is the time of its timestamp/,
  ],
  [
    "another method",
    overridden,
    ["signature.method.patch", "signature.method.put"],
    /signed for GET, which X-HTTP-Method-Override names/,
  ],
] as const satisfies readonly (readonly [string, Partial<Seams>, readonly string[], RegExp])[]) {
  test(`a server that believes ${name} is found, and told by that`, async () => {
    const select = ({ id }: { id: string }) => ids.some((one) => one === id);
    const run = { cases: runDefaults.cases };
    const result = await proofRun({ select, run, sandbox: { faults: [seams] } });
    assert.deepEqual(idsWith(result, "failed"), ids);
    for (const line of linesWith(result, "failed")) assert.match(line, words);
  });
}

test("a server that takes the token from the query is found", async () => {
  const isInQuery = ({ request: { query } }: RequestContext) => query.has("access_token");
  const result = await proofRun({
    select: ({ id }) => id.startsWith("token.missing."),
    run: { cases: runDefaults.cases },
    sandbox: {
      faults: [{ skipsCheck: (one, context) => one === "token.missing" && isInQuery(context) }],
    },
  });
  assert.match(linesWith(result, "failed")[0] ?? "", /with the token in the query in place of Authorization/);
});

test("a server that reads only the beginning of a body is found, and one that says so is not", async () => {
  const judged = (status: number) =>
    proofRun({
      select: ({ id }) => id === "spelling.patch",
      run: { cases: runDefaults.cases },
      sandbox: {
        faults: [{ intercept: ({ request }) => (request.body.length > 1024 ? json(status, {}) : null) }],
      },
    });
  const refused = await judged(400);
  assert.match(linesWith(refused, "failed").join(), /when white space makes the body longer than 5,000/);
  assert.deepEqual(idsWith(await judged(413), "failed"), []);
});
