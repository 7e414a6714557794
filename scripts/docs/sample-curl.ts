import { quote } from "../../conformance/base/shell.ts";
import { api } from "../../generated/operations.ts";
import { canonicalForm } from "../../src/signature/canonical.ts";
import type { SignatureEncoding } from "../../src/signature/encoding.ts";
import { ownFields, type SampleRequest } from "./sample-request.ts";

/** How requests are signed, as in the description's `x-signature`. */
export interface SignatureScheme {
  readonly string: string;
  readonly hash: string;
  readonly encoding: SignatureEncoding;
}

/**
 * The request with curl, signed with OpenSSL if required.
 *
 * @param scheme - How it is signed; as the description says, unless given.
 */
export function curlSample(
  { operation, path, query, body }: SampleRequest,
  scheme: SignatureScheme = api.signature,
): string {
  const { method, signed, idempotent, scopes, mediaType } = operation;
  const before: string[] = [];
  const options: string[] = [];
  if (scopes !== null) options.push('--header "Authorization: Bearer $TOKEN"');
  if (idempotent !== null) {
    before.push("# A retry of the same write takes the same key.", "KEY=$(openssl rand -hex 16)");
    options.push(`--header "${idempotent}: $KEY"`);
  }
  if (signed !== null) {
    before.push(
      "TIMESTAMP=$(date +%s)",
      `SIGNATURE=$(printf %s ${signedText(scheme, method, path)} |`,
      `  openssl dgst -${scheme.hash} -sign "$PARTNER_CARD_SIGNING_KEY" | ${encoders[scheme.encoding]})`,
    );
    options.push(`--header "${signed.timestamp}: $TIMESTAMP"`, `--header "${signed.signature}: $SIGNATURE"`);
  }
  options.push(...bodyOptions(mediaType, body));
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const url = `"$PARTNER_CARD_BASE_URL${path}${search.length === 0 ? "" : `?${search.join("&")}`}"`;
  // curl defaults to POST with data and to GET without.
  const implied = mediaType === null || body === undefined ? "GET" : "POST";
  const request = method === implied ? "" : `--request ${method} `;
  return [...before, [`curl --fail-with-body ${request}${url}`, ...options].join(" \\\n  ")].join("\n");
}

/** Commands that encode the bytes on standard input, without a line break. RFC 4648. */
const encoders: Readonly<Record<SignatureEncoding, string>> = {
  base64: "openssl base64 -A",
  base64url: "openssl base64 -A | tr '+/' '-_' | tr -d '='",
  hex: "od -An -v -tx1 | tr -d ' \\n'",
};

/** What is signed, in double quotes for a shell; its timestamp is a variable. */
function signedText(scheme: SignatureScheme, method: string, path: string): string {
  const variable = "\0";
  const text = canonicalForm(scheme.string)({ method, path, timestamp: variable }).replace(
    /["$`\\]/g,
    "\\$&",
  );
  return `"${text.replaceAll(variable, "$TIMESTAMP")}"`;
}

function bodyOptions(mediaType: string | null, body: unknown): string[] {
  if (mediaType === null || body === undefined) return [];
  if (mediaType === "application/x-www-form-urlencoded") {
    return Object.entries(body as Record<string, string>).map(([name, value]) => {
      const own = ownFields[name];
      return `--data-urlencode "${name}=${own === undefined ? value : `$${own}`}"`;
    });
  }
  return [`--header "Content-Type: ${mediaType}"`, `--data ${quote(JSON.stringify(body))}`];
}
