import assert from "node:assert/strict";
import { test } from "node:test";
import { dropped, exchange, wireRequest } from "./testing.ts";
import { tokenProblem } from "./token-problem.ts";

const url = "http://api.example.com/v1/oauth/token";
const answer = (status: number, body: string, headers: readonly (readonly [string, string])[] = []) =>
  exchange({ request: wireRequest({ method: "POST", url }), status, body, headers });
const html = [["content-type", "text/html; charset=utf-8"]] as const;

const scheme = "api.example.com speaks TLS; the base URL has to begin with https://";
const rows: readonly [what: string, from: ReturnType<typeof answer>, description: string | RegExp][] = [
  [
    "nginx of plain HTTP on a TLS port",
    answer(400, "<title>400 The plain HTTP request was sent to HTTPS port</title>", html),
    scheme,
  ],
  ["Go of the same", answer(400, "Client sent an HTTP request to an HTTPS server.\n"), scheme],
  ["Apache of the same", answer(400, "You're speaking plain HTTP to an SSL-enabled server port."), scheme],
  ["a plain 400", answer(400, "{}"), "the server refused the client credentials (400)"],
  ["401", answer(401, "{}"), "the server refused the client credentials (401)"],
  [
    "404",
    answer(404, "not found"),
    `the token request was answered 404 without a token (POST ${url}); where the API stands under a path, the base URL needs that prefix, such as https://host/prefix`,
  ],
  ["405", answer(405, ""), /answered 405 .*needs that prefix/],
  ["a web page", answer(200, "<html>", html), /answered 200 .*needs that prefix/],
  [
    "JSON that is cut",
    answer(200, '{"access_token":'),
    /answered 200 .*; its body is 16 bytes that are no JSON/,
  ],
  [
    "JSON without a token",
    answer(200, "{}"),
    `the token request was answered 200 without a token (POST ${url})`,
  ],
  ["500", answer(500, ""), `the token request was answered 500 without a token (POST ${url})`],
  [
    "a redirect",
    answer(301, "", [["location", "https://api.example.com/v1/oauth/token"]]),
    /answered 301 .*; it redirects to https:\/\/api\.example\.com\/v1\/oauth\/token, which is not followed/,
  ],
  [
    "no answer",
    exchange({ failure: dropped("timeout").failure ?? { kind: "timeout", message: "" } }),
    "timeout",
  ],
];

for (const [what, from, description] of rows) {
  test(`${what} is put in words`, () => {
    if (typeof description === "string") assert.equal(tokenProblem(from), description);
    else assert.match(tokenProblem(from), description);
  });
}
