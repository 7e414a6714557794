import assert from "node:assert/strict";
import { verify } from "node:crypto";
import { test } from "node:test";
import { otherTestKeys, testKeys } from "../../src/testing/keys.ts";
import { tokenDefects } from "../checks/defects.ts";
import { headerDefects } from "../checks/header-defects.ts";
import type { Alteration } from "./alteration.ts";
import { type Call, makeRequest, parametersOf, pathOf, type RequestBuilder, usualBeside } from "./request.ts";
import { signWith } from "./sign.ts";
import { testTarget } from "./testing.ts";
import type { WireRequest } from "./transport.ts";

const foreign = otherTestKeys();
const now = Date.UTC(2026, 0, 1, 0, 0, 0, 999);
const seconds = String(Math.floor(now / 1000));
const builder: RequestBuilder = {
  target: testTarget({ baseUrl: "http://server.invalid/partner", prefix: "/partner" }),
  sign: signWith,
  foreignKey: async () => foreign.privateKey,
  serverNow: () => now,
  lastSignature: () => "c2lnbmF0dXJl",
  cookies: () => ["session=1", "region=eu"],
};
const patch: Call = {
  operation: "updateCardLimits",
  path: { id: "CRD7" },
  body: { daily: 5 },
  idempotencyKey: "a-key",
};
const signedString = `PATCH/v1/card/CRD7/limits${seconds}`;

/** The parts of a request by name, so that two can be compared. */
function parts({ method, url, headers, body }: WireRequest): Record<string, unknown> {
  return { method, url, body, ...Object.fromEntries(headers), order: headers.map(([name]) => name).join() };
}

function holds(signature: string, data: string, key = testKeys().publicKey): boolean {
  return verify("sha256", Buffer.from(data), key, Buffer.from(signature, "base64"));
}

test("a write as specified", async () => {
  const request = parts(await makeRequest(builder, patch, "the-token"));
  const { "X-Service-Signature": signature, ...rest } = request;
  assert.deepEqual(rest, {
    method: "PATCH",
    url: "http://server.invalid/partner/v1/card/CRD7/limits",
    body: '{"daily":5}',
    Authorization: "Bearer the-token",
    Accept: "application/json",
    "User-Agent": "partner-card-conformance",
    "Content-Type": "application/merge-patch+json",
    "Idempotency-Key": "a-key",
    "X-Service-Request-Timestamp": seconds,
    order:
      "Authorization,Accept,User-Agent,Content-Type,Idempotency-Key,X-Service-Request-Timestamp,X-Service-Signature",
  });
  assert.ok(holds(String(signature), signedString));
});

test("a condition is sent as it is", async () => {
  const call: Call = { ...patch, headers: [["If-Match", '"1"']] };
  assert.equal(parts(await makeRequest(builder, call, "t"))["If-Match"], '"1"');
});

test("a read has nothing but Authorization and what every client sends", async () => {
  const request = await makeRequest(
    builder,
    { operation: "listCards", query: { limit: "3", cursor: "a+b/c= &é" } },
    "t",
  );
  assert.deepEqual(
    request.headers.map(([name]) => name),
    ["Authorization", "Accept", "User-Agent"],
  );
  assert.equal(request.body, null);
  assert.deepEqual(
    [...new URL(request.url).searchParams],
    [
      ["limit", "3"],
      ["cursor", "a+b/c= &é"],
    ],
  );
});

test("every write has a key of its own unless one is given", async () => {
  const { idempotencyKey: _, ...without } = patch;
  const [one, other] = [await makeRequest(builder, without, "t"), await makeRequest(builder, without, "t")];
  assert.notEqual(parts(one)["Idempotency-Key"], parts(other)["Idempotency-Key"]);
});

test("the signed path starts at /v1, or at the root where the target says so", async () => {
  const full = { ...builder, target: { ...builder.target, signaturePath: "full" as const } };
  const signature = parts(await makeRequest(full, patch, "t"))["X-Service-Signature"];
  assert.ok(holds(String(signature), `PATCH/partner/v1/card/CRD7/limits${seconds}`));
});

test("without a key there is no signature, and all else is as ever", async () => {
  const keyless = { ...builder, target: { ...builder.target, signingKey: null } };
  const request = parts(await makeRequest(keyless, patch, "t"));
  assert.equal(request["X-Service-Signature"], undefined);
  assert.equal(request["X-Service-Request-Timestamp"], seconds);
});

test("a value of the path stays in its segment", () => {
  assert.equal(
    pathOf({ operation: "updateCardLimits", path: { id: "a/../b?c" } }),
    "/v1/card/a%2F..%2Fb%3Fc/limits",
  );
});

/** Names of the parts that may differ; a changed timestamp changes the signature with it. */
function declared(alteration: Alteration): string[] {
  const names: Partial<Record<keyof Alteration, string[]>> = {
    authorization: ["Authorization"],
    idempotencyKey: ["Idempotency-Key"],
    timestamp: ["X-Service-Request-Timestamp", "X-Service-Signature"],
    signed: ["X-Service-Signature"],
    signing: ["X-Service-Signature"],
    foreignKey: ["X-Service-Signature"],
    signature: ["X-Service-Signature"],
    contentType: ["Content-Type"],
    search: ["url"],
    scopes: [],
  };
  return [...new Set(Object.keys(alteration).flatMap((name) => names[name as keyof Alteration] ?? []))];
}

const shapes: readonly Alteration[] = [
  { description: "with another content type", contentType: "application/json" },
  { description: "with a query", search: "?probe=1" },
];
const all = [...tokenDefects, ...headerDefects].flatMap(({ alterations, drawn = [] }) => [
  ...alterations,
  ...drawn,
]);

/** A JWT, since of another token not every wrong one can be made. */
const token = [{ alg: "HS256" }, { sub: "Unseen" }, "The-Unseen-Signature"]
  .map((part) => Buffer.from(typeof part === "string" ? part : JSON.stringify(part)).toString("base64url"))
  .join(".");

for (const alteration of [...all, ...shapes]) {
  test(`a request ${alteration.description} differs in that alone`, async () => {
    const plain = parts(await makeRequest(builder, patch, token));
    const request = await makeRequest(builder, { ...patch, alteration }, token);
    // What is added stands beside what is there, wherever that is.
    const added = alteration.headers?.(token, Number(seconds), builder.cookies ?? (() => [])) ?? [];
    const headers = request.headers.filter(
      ([name, value]) => !added.some((one) => one[0] === name && one[1] === value),
    );
    assert.equal(request.headers.length - headers.length, added.length);
    const altered = parts({ ...request, headers });
    const names = [...new Set([...Object.keys(plain), ...Object.keys(altered)])];
    const changed = names.filter((name) => name !== "order" && plain[name] !== altered[name]);
    // A timestamp that is left out is signed as if it were there, unless something else is signed.
    const isSignedAlike =
      alteration.signed === undefined && alteration.timestamp?.(Number(seconds), 2) === null;
    const expected = declared(alteration).filter(
      (name) => !(name === "X-Service-Signature" && isSignedAlike),
    );
    assert.deepEqual(changed.sort(), expected.sort());
    // What is left out is left out, and what stays is in its order.
    const left = String(plain.order)
      .split(",")
      .filter((name) => name in altered);
    assert.equal(altered.order, left.join());
  });
}

test("an altered timestamp is signed as it is sent, so that its age is the only defect", async () => {
  const alteration: Alteration = { description: "old", timestamp: (time) => String(time - 330) };
  const request = parts(await makeRequest(builder, { ...patch, alteration }, "t"));
  const sent = String(Number(seconds) - 330);
  assert.equal(request["X-Service-Request-Timestamp"], sent);
  assert.ok(holds(String(request["X-Service-Signature"]), `PATCH/v1/card/CRD7/limits${sent}`));
});

test("a foreign key signs the right string", async () => {
  const alteration: Alteration = { description: "by a key that is not the partner's", foreignKey: true };
  const signature = String(
    parts(await makeRequest(builder, { ...patch, alteration }, "t"))["X-Service-Signature"],
  );
  assert.ok(holds(signature, signedString, foreign.publicKey));
  assert.ok(!holds(signature, signedString));
});

test("several values of a parameter each have its name, unless the description says otherwise", async () => {
  const call: Call = { operation: "listCards", query: { limit: "2", state: ["a", "b c"] } };
  const { url } = await makeRequest(builder, call, "the-token");
  assert.equal(new URL(url).search, "?limit=2&state=a&state=b+c");
});

test("a list in one text has its delimiter between its values, which hold none", () => {
  const parameters = (style: "form" | "spaceDelimited" | "pipeDelimited") =>
    parametersOf({ state: ["a", "b,c"] }, { queryLists: { state: { style, explode: false } } }).join();
  assert.equal(parameters("form"), "state=a,b%2Cc");
  assert.equal(parameters("spaceDelimited"), "state=a%20b%2Cc");
  assert.equal(parameters("pipeDelimited"), "state=a%7Cb%2Cc");
});

test("a usual header that is needed is not sent twice", () => {
  assert.deepEqual(usualBeside(["user-agent"]), [["Accept", "application/json"]]);
});
