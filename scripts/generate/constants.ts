/** What the description fixes for every operation: prefix, token path, scopes, headers, windows, signed string. */
import { type Document, operationsOf } from "./document.ts";

const missing = (what: string) => new Error(`the description needs ${what}`);

/**
 * The names of the security schemes, each known by what it says.
 *
 * @throws Error that names what is missing.
 */
export function schemesOf({ components: { securitySchemes } }: Document) {
  const named = (what: string, holds: (scheme: (typeof securitySchemes)[string]) => boolean) => {
    const found = Object.entries(securitySchemes).find(([, scheme]) => holds(scheme));
    if (found === undefined) throw missing(`a security scheme ${what}`);
    return found[0];
  };
  return {
    oauth2: named(
      "of the type oauth2 with clientCredentials",
      ({ flows }) => flows?.clientCredentials !== undefined,
    ),
    signature: named("in a header with x-signature", (one) => one["x-signature"] !== undefined),
    timestamp: named("in a header with x-window-seconds", (one) => one["x-window-seconds"] !== undefined),
  };
}

/**
 * The constants of the whole API.
 *
 * @throws Error that names the extension of the description that is missing.
 */
export function constantsOf(document: Document) {
  const { securitySchemes, parameters = {} } = document.components;
  const names = schemesOf(document);
  const [signature, timestamp] = [securitySchemes[names.signature], securitySchemes[names.timestamp]];
  const flow = securitySchemes[names.oauth2]?.flows?.clientCredentials;
  // The header that takes the idempotency key is the one whose value has a lifetime.
  const key = Object.values(parameters).find((one) => one["x-lifetime-seconds"] !== undefined);
  if (key === undefined) throw missing("a header parameter with x-lifetime-seconds");
  const prefix = document["x-version-prefix"];
  const odd = Object.keys(document.paths).find((path) => !path.startsWith(`${prefix}/`));
  if (odd !== undefined) throw missing(`an x-version-prefix that every path begins with; ${odd} does not`);
  const token = operationsOf(document).find(
    ({ path, method }) => path === flow?.tokenUrl && method === "post",
  );
  if (token === undefined) throw missing(`a POST at the tokenUrl ${flow?.tokenUrl}`);
  const { string = "", algorithm = "", encoding = "" } = signature?.["x-signature"] ?? {};
  return {
    versionPrefix: prefix,
    token: token.id,
    scopes: Object.keys(flow?.scopes ?? {}),
    headers: { signature: signature?.name, timestamp: timestamp?.name, idempotencyKey: key.name },
    signature: { string, hash: algorithm.replace("RSA-SHA", "sha"), encoding },
    timestampWindowSeconds: timestamp?.["x-window-seconds"],
    idempotencyKeyLifetimeSeconds: key["x-lifetime-seconds"],
  };
}
