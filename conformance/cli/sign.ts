/** `partner-card sign`: the three headers of a signed write, for curl and for debugging. */
import { randomUUID } from "node:crypto";
import { operations } from "../../generated/operations.ts";
import { canonicalString } from "../../src/signature/signer.ts";
import { UsageError } from "../base/usage-error.ts";
import { signWith } from "../wire/sign.ts";
import type { Command } from "./command.ts";
import { parseFlags } from "./flags.ts";
import { readSigningKey, variables } from "./settings.ts";

const help = `Prints the headers that sign a write: idempotency key, timestamp and signature.

Usage: partner-card sign METHOD PATH [options]

Examples:
  partner-card sign PATCH /v1/card/CRD1001/limits --signing-key key.pem
  partner-card sign PATCH /v1/card/CRD1001/limits --signing-key key.pem --json

Options:
  --signing-key FILE      RSA private key as PEM (${variables.signingKey})
                          where it is encrypted, set ${variables.signingKeyPassphrase}
  --timestamp SECONDS     Unix time to sign for; now unless given
  --idempotency-key KEY   a new UUID unless given
  --json                  headers and the string that was signed, as JSON
`;

const options = {
  "signing-key": { type: "string" },
  timestamp: { type: "string" },
  "idempotency-key": { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean" },
} as const;

/** The command. */
export const signCommand: Command = {
  name: "sign",
  summary: "print the headers that sign a request",
  help,
  run: async (args, world) => {
    const { values, positionals } = parseFlags(args, options, ["METHOD", "PATH"]);
    if (values.help === true) return world.print(help);
    const [given = "", path = ""] = positionals;
    const method = given.toUpperCase();
    if (!/^[A-Z]+$/.test(method))
      throw new UsageError(`METHOD is an HTTP method such as PATCH, not "${given}"`);
    if (!/^\/[^\s?#]*$/.test(path)) {
      throw new UsageError(`PATH starts with / and holds neither query nor fragment, not "${path}"`);
    }
    const timestamp = values.timestamp ?? String(Math.floor(Date.now() / 1000));
    if (!/^[0-9]{1,15}$/.test(timestamp)) {
      throw new UsageError(`--timestamp is Unix time in seconds, not "${timestamp}"`);
    }
    const key = readSigningKey(values["signing-key"], world.environment);
    if (key === null)
      throw new UsageError(`no signing key: give --signing-key FILE or ${variables.signingKey}`);

    const { signed, idempotent } = operations.updateCardLimits;
    const text = canonicalString(method, path, timestamp);
    const headers = {
      [idempotent]: values["idempotency-key"] ?? randomUUID(),
      [signed.timestamp]: timestamp,
      [signed.signature]: await signWith(key, text),
    };
    return world.print(
      values.json === true
        ? `${JSON.stringify({ canonicalString: text, headers }, null, 2)}\n`
        : Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}\n`)
            .join(""),
    );
  },
};
