import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { stringify } from "yaml";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { refusalsOf, refuse } from "./refuse.ts";
import { changed, list, move, result, schemas, schemes, spoken, testRefusals } from "./refuse-testing.ts";
import { smallDocument } from "./testing.ts";

test("the small description is not refused", () => {
  assert.deepEqual(refusalsOf(smallDocument()), []);
});

testRefusals([
  [
    "a timestamp without a signature",
    [...move, "security", "0", "signature"],
    undefined,
    /moveParcel: signature and sentAt belong together; add signature/,
    [...move, "security", "0"],
  ],
  [
    "a signature without a timestamp",
    [...move, "security", "0", "sentAt"],
    undefined,
    /add sentAt/,
    [...move, "security", "0"],
  ],
  ["two ways of protection", [...move, "security", "1"], {}, /one way or another/],
  [
    "protection that nobody here sends",
    [...move, "security", "0", "cookie"],
    [],
    /needs cookie, which nobody here sends/,
  ],
  [
    "a scope that there is not",
    [...list, "security", "0", "login"],
    ["admin"],
    /the scope admin, .* \(it has parcels\)/,
  ],
  ["no tokens", [...schemes, "login"], undefined, /needs a security scheme of the type oauth2/, schemes],
  [
    "no signature",
    [...schemes, "signature", "x-signature"],
    undefined,
    /in a header with x-signature/,
    schemes,
  ],
  [
    "no window",
    [...schemes, "sentAt", "x-window-seconds"],
    undefined,
    /in a header with x-window-seconds/,
    schemes,
  ],
  [
    "a window of no seconds",
    [...schemes, "sentAt", "x-window-seconds"],
    "5 minutes",
    /"5 minutes" is no number of seconds/,
  ],
  [
    "a second signature",
    [...schemes, "other"],
    { type: "apiKey", in: "header", name: "X", "x-signature": {} },
    /two security schemes in a header with x-signature/,
  ],
  [
    "a signed string with an unknown part",
    [...schemes, "signature", "x-signature", "string"],
    "{method}{nonce}",
    /has a part that nobody knows, nonce; use method, path, timestamp/,
  ],
  [
    "a signed string without the timestamp",
    [...schemes, "signature", "x-signature", "string"],
    "{method} {path}",
    /holds no \{timestamp\}, so that a signature would be good for ever; add it/,
  ],
  [
    "an unknown algorithm",
    [...schemes, "signature", "x-signature", "algorithm"],
    "RSA-MD5",
    /the algorithm RSA-MD5; use RSA-SHA256/,
  ],
  [
    "an unknown encoding",
    [...schemes, "signature", "x-signature", "encoding"],
    "base32",
    /the encoding base32; use base64, base64url, hex/,
  ],
  [
    "a tokenUrl that nothing answers",
    [...schemes, "login", "flows", "clientCredentials", "tokenUrl"],
    "/api/logins",
    /no POST .* at the tokenUrl \/api\/logins; there are POSTs at \/api\/login, \/api\/parcels/,
  ],
  [
    "an absolute tokenUrl",
    [...schemes, "login", "flows", "clientCredentials", "tokenUrl"],
    "https://login.example/api/login",
    /no POST .* at the tokenUrl https:\/\/login\.example\/api\/login; there are POSTs at \/api\/login/,
  ],
  [
    "a field of the token request that nobody sends",
    ["paths", "/api/login", "post", "requestBody"],
    {
      content: {
        "application/x-www-form-urlencoded": {
          schema: {
            type: "object",
            required: ["grant_type", "audience"],
            properties: { audience: { const: "us" } },
          },
        },
      },
    },
    /logIn: nobody here sends the field audience; let it be optional/,
    [
      ...["paths", "/api/login", "post", "requestBody", "content", "application/x-www-form-urlencoded"],
      ...["schema", "required"],
    ],
  ],
  [
    "a path without the prefix",
    ["paths", "/parcels"],
    {},
    /\/parcels does not begin with the x-version-prefix \/api/,
  ],
  ["no components", ["components"], undefined, /the description has no components; add it/, []],
  ["no prefix", ["x-version-prefix"], undefined, /needs x-version-prefix/, []],
  [
    "a header like an idempotency key",
    ["components", "parameters", "Once", "x-lifetime-seconds"],
    undefined,
    /X-Once looks like an idempotency key; say with x-lifetime-seconds/,
    ["components", "parameters", "Once"],
  ],
  [
    "a second idempotency key",
    [...move, "parameters", "2"],
    { name: "Idempotency-Key", in: "header" },
    /Idempotency-Key looks like a second idempotency key beside X-Once/,
  ],
  [
    "an idempotency key that may be left out",
    ["components", "parameters", "Once", "required"],
    false,
    /X-Once is optional, .*; let it be required/,
    ["components", "parameters", "Once"],
  ],
  [
    "no idempotency key",
    ["components", "parameters", "Once"],
    { name: "X-Tag", in: "header" },
    /needs a header parameter with x-lifetime-seconds/,
    ["components", "parameters"],
  ],
  [
    "a property that nothing speaks of",
    [...result, "next", "x-requirement"],
    undefined,
    /the property next; name a row of requirements\.yaml with x-requirement, or .* x-unspecified/,
    [...result, "next"],
  ],
  [
    "a property of an item that nothing speaks of",
    [...schemas, "Parcel", "properties", "weight"],
    { type: "number" },
    /the property weight/,
  ],
  [
    "two operations of one name",
    [...move, "operationId"],
    "listParcels",
    /two operations are called listParcels/,
  ],
  [
    "an operation without a name",
    [...move, "operationId"],
    undefined,
    /post \/api\/parcels\/\{code\}\/place has no operationId/,
    move,
  ],
  [
    "two schemas of one name",
    [...schemas, "logIn200"],
    { type: "string" },
    /two schemas are called logIn200/,
    ["paths", "/api/login", "post", "responses", "200", "content", "application/json", "schema"],
  ],
  [
    "a required header that nobody sends",
    [...list, "parameters", "1"],
    { name: "X-Tenants", in: "header", required: true, schema: { type: "array", items: { type: "string" } } },
    /listParcels: nobody here sends the header X-Tenants; leave it out, or let it be optional/,
  ],
  [
    "a required header of the token request",
    ["paths", "/api/login", "post", "parameters"],
    [{ name: "X-Tenant", in: "header", required: true, schema: { type: "string" } }],
    /logIn: nobody here sends the header X-Tenant/,
    ["paths", "/api/login", "post", "parameters", "0"],
  ],
  [
    "a required If-Match where nothing shows an ETag",
    [...move, "parameters", "2"],
    { name: "If-Match", in: "header", required: true, schema: { type: "string" } },
    /moveParcel: nobody here sends the header If-Match/,
  ],
  [
    "a required cookie",
    [...list, "parameters", "1"],
    { name: "seen", in: "cookie", required: true, schema: { type: "string" } },
    /listParcels: nobody here sends the cookie seen/,
  ],
  [
    "a list in the query that needs several values",
    ["paths", "/api/parcels", "get", "parameters", "0"],
    {
      name: "near",
      in: "query",
      required: true,
      schema: { type: "array", items: { type: "number" }, minItems: 2 },
    },
    /listParcels: nobody here sends the query parameter near with several parts; let it be one value, or optional/,
    ["paths", "/api/parcels", "get", "parameters", "0", "schema"],
  ],
  ["a method that nobody sends", ["paths", "/api/parcels", "head"], {}, /nobody here sends HEAD/],
  [
    "a keyword that nobody knows",
    [...schemas, "Place", "properties", "city", "patern"],
    "^[A-Z]",
    /unknown keyword: "patern"/,
    [...schemas, "Place", "properties", "city"],
  ],
  [
    "a keyword that nobody knows, in a parameter",
    ["components", "parameters", "Once", "schema", "patern"],
    "^[A-Z]",
    /unknown keyword: "patern"/,
    ["components", "parameters", "Once", "schema"],
  ],
  [
    "null in the words of OpenAPI 3.0",
    [...schemas, "Place", "properties", "city", "nullable"],
    true,
    /unknown keyword: "nullable"; write null as one more type, as in type: \[string, "null"\], or say it/,
    [...schemas, "Place", "properties", "city"],
  ],
  [
    "a format that is misspelt",
    [...schemas, "Place", "properties", "city", "format"],
    "datetime",
    /unknown format "datetime" .*; write date-time if you mean that, or say it in the description/,
    [...schemas, "Place", "properties", "city"],
  ],
  [
    "a schema that no value fits",
    [...schemas, "Place", "properties", "city"],
    { type: "string", minLength: 2, maxLength: 1, ...spoken },
    /no value can be made/,
    [...schemas, "Place", "properties", "city"],
  ],
]);

const rows = ["page.complete", "page.result", "page.parcels", "page.next", "parcel.complete", "parcel.code"]
  .concat("parcel.place", "place.city")
  .map((id) => ({ id, basis: "stated" }));

test("every reason is said at once, each with file, line and column", (t) => {
  const document = changed([...schemes, "signature", "x-signature", "encoding"], "base32");
  delete document.components.schemas.Place?.properties?.city?.["x-requirement"];
  const folder = temporaryFolder(t);
  const file = join(folder, "small.yaml");
  const text = stringify(document);
  writeFileSync(file, text);
  const line = (part: string) => text.slice(0, text.indexOf(part)).split("\n").length;
  assert.throws(
    () => refuse(document, file, rows),
    ({ message }: Error) => {
      const lines = message.split("\n");
      assert.equal(lines.length, 2);
      assert.match(message, new RegExp(`small\\.yaml:${line("encoding: base32")}:9: nobody here knows`));
      assert.match(
        message,
        new RegExp(`small\\.yaml:${line("city:")}:9: no rule speaks of the property city`),
      );
      return true;
    },
  );
});
