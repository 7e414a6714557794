/** `partner-card sign`: the three headers of a signed write, for curl and for debugging. */
import { randomUUID } from "node:crypto";
import { api, type Operation, type OperationId, operations } from "../../generated/operations.ts";
import { samples } from "../../generated/samples.ts";
import { fillPath } from "../../src/request/path.ts";
import { canonicalString } from "../../src/signature/signer.ts";
import { UsageError } from "../base/usage-error.ts";
import { signWith } from "../wire/sign.ts";
import { defineCommand } from "./command.ts";
import { variables } from "./environment.ts";
import { flagLines, text, toggle } from "./flags.ts";
import { noSigningKey, readSigningKey } from "./keys.ts";

const flags = {
  "signing-key": text(
    "FILE",
    `RSA private key as PEM (${variables.signingKey})\nwhere it is encrypted, set ${variables.signingKeyPassphrase}`,
  ),
  timestamp: text(
    "SECONDS",
    "Unix time to sign for; now unless given",
    /^[0-9]{1,15}$/,
    "is Unix time in seconds",
  ),
  "idempotency-key": text("KEY", "a new UUID unless given"),
  json: toggle("headers and the string that was signed, as JSON"),
};

/** Method and path of a signed operation, as people type them. */
const example =
  Object.values(operations as Readonly<Record<string, Operation>>)
    .filter(({ signed }) => signed !== null)
    .map(({ id, method, path }) => `${method} ${fillPath(path, samples[id as OperationId].path)}`)
    .at(-1) ?? "METHOD PATH";

const help = `Prints the headers that sign a write: idempotency key, timestamp and signature.

Usage: partner-card sign METHOD PATH [options]

Examples:
  partner-card sign ${example} --signing-key key.pem
  partner-card sign ${example} --signing-key key.pem --json

Options:
${flagLines(flags)}
`;

/** The command. */
export const signCommand = defineCommand({
  help,
  flags,
  positionals: ["METHOD", "PATH"],
  run: async ({ values, positionals: [given = "", path = ""] }, { environment }) => {
    const method = given.toUpperCase();
    if (!/^[A-Z]+$/.test(method)) {
      throw new UsageError(`METHOD is an HTTP method such as PATCH, not "${given}"`);
    }
    if (!/^\/[^\s?#]*$/.test(path)) {
      throw new UsageError(`PATH starts with / and holds neither query nor fragment, not "${path}"`);
    }
    const key = readSigningKey(values["signing-key"], environment);
    if (key === null) throw new UsageError(noSigningKey);

    const timestamp = values.timestamp ?? String(Math.floor(Date.now() / 1000));
    const signed = canonicalString(method, path, timestamp);
    const headers = {
      [api.headers.idempotencyKey]: values["idempotency-key"] ?? randomUUID(),
      [api.headers.timestamp]: timestamp,
      [api.headers.signature]: await signWith(key, signed),
    };
    if (values.json) return `${JSON.stringify({ canonicalString: signed, headers }, null, 2)}\n`;
    return Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\n`)
      .join("");
  },
});
