import assert from "node:assert/strict";
import { test } from "node:test";
import { type Choices, choose } from "./choices.ts";
import { credentials, partnerOf, refusal } from "./testing.ts";

const allScopes = "cards:read cards:write transfers:read transfers:write";
const form = {
  grant_type: "client_credentials",
  client_id: credentials.clientId,
  client_secret: credentials.clientSecret,
  scope: allScopes,
};
const without = (...names: string[]) =>
  new URLSearchParams(Object.entries(form).filter(([name]) => !names.includes(name)));
const withField = (name: string, value: string) => new URLSearchParams({ ...form, [name]: value });
const renamed = (name: string, other: string) =>
  new URLSearchParams(
    Object.fromEntries(Object.entries(form).map(([key, value]) => [key === name ? other : key, value])),
  );
const basic = { authorization: `Basic ${Buffer.from("partner-1:x").toString("base64")}` };
const urlencoded = { "content-type": "application/x-www-form-urlencoded" };

const tokens: readonly [
  what: string,
  request: { body?: URLSearchParams | string; headers?: Record<string, string>; search?: string },
  message: RegExp,
  choices?: Choices,
][] = [
  [
    "in JSON",
    { body: JSON.stringify(form), headers: { "content-type": "application/json" } },
    /is in JSON; send the fields as a form, with the Content-Type application\/x-www-form-urlencoded/,
  ],
  [
    "in JSON that says it is a form",
    { body: JSON.stringify(form), headers: urlencoded },
    /is in JSON; send the fields as a form/,
  ],
  [
    "of another type",
    { body: "x", headers: { "content-type": "text/plain" } },
    /no form by its Content-Type; send the fields as a form/,
  ],
  ["without anything", {}, /has no Content-Type; send the fields as a form/],
  [
    "by HTTP Basic",
    { body: without("client_id", "client_secret"), headers: basic },
    /in an Authorization header \(HTTP Basic\), which is not read; send client_id and client_secret as fields/,
  ],
  [
    "by HTTP Basic with a client id",
    { body: without("client_secret"), headers: basic },
    /\(HTTP Basic\), which is not read/,
  ],
  [
    "with its fields in the query",
    { headers: urlencoded, search: `?${new URLSearchParams(form)}` },
    /grant_type is in the query of the URL; send it as a field/,
  ],
  ["without grant_type", { body: without("grant_type") }, /grant_type is missing; it is a required field/],
  [
    "with another grant type",
    { body: withField("grant_type", "password") },
    /grant_type is not client_credentials/,
  ],
  [
    "with clientId",
    { body: renamed("client_id", "clientId") },
    /no field "clientId"; did you mean client_id\?/,
  ],
  ["without client_secret", { body: without("client_secret") }, /client_secret is missing/],
  ["with an empty client_secret", { body: withField("client_secret", "") }, /client_secret is missing/],
  ["of an unknown client", { body: withField("client_id", "x") }, /client_id is not known/],
  [
    "with another secret",
    { body: withField("client_secret", "x") },
    /^The client credentials are refused\.$/,
  ],
  [
    "with a line break after the secret",
    { body: withField("client_secret", `${form.client_secret}\n`) },
    /white space around it/,
  ],
  ["of an unknown scope", { body: withField("scope", "admin") }, /no scope "admin"; request "cards:read/],
  [
    "of a misspelt scope",
    { body: withField("scope", "card:read") },
    /no scope "card:read"; did you mean cards:read\?/,
  ],
  [
    "of scopes with commas",
    { body: withField("scope", allScopes.replaceAll(" ", ",")) },
    /separated by spaces/,
  ],
  [
    "of scopes with line breaks",
    { body: withField("scope", allScopes.replaceAll(" ", "\n")) },
    /separated by spaces/,
  ],
  [
    "of too few scopes",
    { body: withField("scope", "cards:read transfers:read") },
    /The scope lacks cards:write, transfers:write; request "cards:read cards:write/,
    choose(["gap.token.narrow-scope", "refused"]),
  ],
  [
    "without a scope",
    { body: without("scope") },
    /scope is missing/,
    choose(["gap.token.scope-omitted", "refused"]),
  ],
];
for (const [what, { body, headers, search }, message, choices] of tokens) {
  test(`a token request ${what}`, async () => {
    const { sandbox, at } = partnerOf(choices === undefined ? {} : { choices });
    const init = {
      method: "POST",
      ...(body === undefined ? {} : { body }),
      ...(headers === undefined ? {} : { headers }),
    };
    const refused = await refusal(
      await sandbox.fetch(new Request(at(`/v1/oauth/token${search ?? ""}`), init)),
    );
    assert.match(refused.message, message);
    assert.equal(refused.status, 401);
    assert.ok(!refused.message.includes(form.client_secret));
  });
}
