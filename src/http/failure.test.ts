import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { ConnectionError, RequestError } from "../core/errors.ts";
import { asFailure, codeOf, failedBeforeSending, isPermanent } from "./failure.ts";

const withCode = (code: string) => Object.assign(new Error("m"), { code });
const network = (cause: unknown) => new ConnectionError("network", "x", { cause });

test("the code stands somewhere in the chain of causes", () => {
  assert.equal(codeOf(new TypeError("fetch failed", { cause: withCode("ECONNRESET") })), "ECONNRESET");
  assert.equal(codeOf(new AggregateError([withCode("ECONNREFUSED")])), "ECONNREFUSED");
  assert.equal(codeOf(new Error("x")), undefined);
  assert.equal(codeOf("x"), undefined);
  assert.equal(codeOf(withCode("any text may stand here")), undefined);
});

test("a chain that bites its tail comes to an end", () => {
  const error = new Error("x");
  error.cause = error;
  assert.equal(codeOf(error), undefined);
  assert.ok(asFailure(error, []).cause instanceof Error);
});

test("what failed before sending, and what stays so", () => {
  const judged = (code: string, syscall?: string) => {
    const error = asFailure(network(Object.assign(withCode(code), { syscall })), []);
    return [failedBeforeSending(error), isPermanent(error)];
  };
  assert.deepEqual(judged("ECONNREFUSED", "connect"), [true, false]);
  assert.deepEqual(judged("EHOSTUNREACH", "connect"), [true, false]);
  assert.deepEqual(judged("ENOTFOUND", "getaddrinfo"), [true, false]);
  assert.deepEqual(judged("ENOTFOUND", "queryA"), [true, false]);
  assert.deepEqual(judged("UND_ERR_CONNECT_TIMEOUT"), [true, false]);
  assert.deepEqual(judged("ConnectionRefused"), [true, false], "as Bun says it");
  assert.deepEqual(judged("CERT_HAS_EXPIRED"), [true, true]);
  assert.deepEqual(judged("DEPTH_ZERO_SELF_SIGNED_CERT"), [true, true]);
  assert.deepEqual(judged("ERR_TLS_CERT_ALTNAME_INVALID"), [true, true]);
  assert.deepEqual(judged("ECONNRESET", "read"), [false, false]);
  assert.deepEqual(judged("EHOSTUNREACH", "read"), [false, false], "of a connection that was there");
  assert.deepEqual(judged("EHOSTUNREACH"), [false, false], "no proof");
  assert.deepEqual(judged("ERR_SSL_WRONG_VERSION_NUMBER"), [false, false], "it may come at any time");
  assert.deepEqual(judged("ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED"), [false, false]);
  const cut = new ConnectionError("response-cut", "x", { cause: withCode("CERT_HAS_EXPIRED") });
  assert.equal(failedBeforeSending(cut), false);
});

test("of several addresses every one has to have failed to connect", () => {
  const refused = Object.assign(withCode("ECONNREFUSED"), { syscall: "connect" });
  const read = Object.assign(withCode("ECONNRESET"), { syscall: "read" });
  const tried = (...errors: Error[]) =>
    failedBeforeSending(asFailure(new TypeError("x", { cause: new AggregateError(errors) }), []));
  assert.deepEqual(
    [tried(refused, refused), tried(refused, read), tried(read, refused), tried()],
    [true, false, false, false],
  );
});

test("a foreign error is kept by name, message, code and stack, without what hangs on it", () => {
  const foreign = Object.assign(new TypeError("sent canary-1 to canary-2"), {
    code: "E_X",
    config: "canary-1",
  });
  const failure = asFailure(foreign, ["canary-1", "canary-2"]);
  assert.equal(failure.code, "network");
  const cause = failure.cause as Error & { code: string };
  assert.deepEqual(
    [cause.name, cause.message, cause.code],
    ["TypeError", "sent [redacted] to [redacted]", "E_X"],
  );
  assert.ok(cause.stack?.includes("failure.test.ts"));
  assert.doesNotMatch(inspect(failure, { depth: 9, showHidden: true }), /canary-\d/);
});

test("an error of the client stays itself, and the reason of an abort what the caller made it", () => {
  const error = new RequestError("signer-failed", "x", { cause: {} });
  assert.equal(asFailure(error, []), error);
  const reason = new Error("my reason");
  assert.equal(asFailure(new ConnectionError("aborted", "x", { cause: reason }), []).cause, reason);
});
