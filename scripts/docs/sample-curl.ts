import { ownFields, type SampleRequest } from "./sample-request.ts";

/** The request with curl, signed with OpenSSL if required. */
export function curlSample({ operation, path, query, body }: SampleRequest): string {
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
      `SIGNATURE=$(printf %s "${method}${path}$TIMESTAMP" |`,
      '  openssl dgst -sha256 -sign "$PARTNER_CARD_SIGNING_KEY" | openssl base64 -A)',
    );
    options.push(`--header "${signed.timestamp}: $TIMESTAMP"`, `--header "${signed.signature}: $SIGNATURE"`);
  }
  options.push(...bodyOptions(mediaType, body));
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const url = `"$PARTNER_CARD_BASE_URL${path}${search.length === 0 ? "" : `?${search.join("&")}`}"`;
  // curl defaults to POST with data and to GET without.
  const implied = mediaType === null ? "GET" : "POST";
  const request = method === implied ? "" : `--request ${method} `;
  return [...before, [`curl --fail-with-body ${request}${url}`, ...options].join(" \\\n  ")].join("\n");
}

function bodyOptions(mediaType: string | null, body: unknown): string[] {
  if (mediaType === null) return [];
  if (mediaType === "application/x-www-form-urlencoded") {
    return Object.entries(body as Record<string, string>).map(([name, value]) => {
      const own = ownFields[name];
      return `--data-urlencode "${name}=${own === undefined ? value : `$${own}`}"`;
    });
  }
  return [`--header "Content-Type: ${mediaType}"`, `--data ${quoted(JSON.stringify(body))}`];
}

/** Text in single quotes for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
