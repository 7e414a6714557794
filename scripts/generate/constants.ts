/** What the description fixes for every operation: prefix, token path, scopes, headers, windows, signed string. */
import { pointerTo } from "../kit/json-pointer.ts";
import { type Document, operationsOf, type PlacedParameter, type SecurityScheme } from "./document.ts";
import { Refusal } from "./refusal.ts";

const schemesAt = "#/components/securitySchemes";

/** The security schemes that generation knows, each by what it says, with their names. */
export function schemesOf({ components: { securitySchemes = {} } }: Document) {
  const only = (what: string, holds: (scheme: SecurityScheme) => boolean) => {
    const [found, other] = Object.entries(securitySchemes).filter(([, scheme]) => holds(scheme));
    if (found === undefined)
      throw new Refusal(schemesAt, `the description needs a security scheme ${what}; add it`);
    if (other === undefined) return found[0];
    throw new Refusal(`${schemesAt}/${other[0]}`, `there are two security schemes ${what}; keep one of them`);
  };
  return {
    oauth2: only(
      "of the type oauth2 with flows.clientCredentials",
      ({ flows }) => flows?.clientCredentials !== undefined,
    ),
    signature: only("in a header with x-signature", (one) => one["x-signature"] !== undefined),
    timestamp: only("in a header with x-window-seconds", (one) => one["x-window-seconds"] !== undefined),
  };
}

/**
 * The constants of the whole API.
 *
 * @throws Refusal where one is missing, or is nothing that client and suite know how to follow.
 */
export function constantsOf(document: Document) {
  const { securitySchemes } = document.components;
  const names = schemesOf(document);
  const timestamp = securitySchemes[names.timestamp];
  const key = keyHeaderOf(document);
  const token = tokenOperationOf(document, names.oauth2);
  return {
    versionPrefix: prefixOf(document),
    token,
    scopes: Object.keys(securitySchemes[names.oauth2]?.flows?.clientCredentials?.scopes ?? {}),
    headers: {
      signature: securitySchemes[names.signature]?.name,
      timestamp: timestamp?.name,
      idempotencyKey: key.name,
    },
    signature: signatureOf(securitySchemes[names.signature], `${schemesAt}/${names.signature}/x-signature`),
    timestampWindowSeconds: seconds(
      timestamp?.["x-window-seconds"],
      `${schemesAt}/${names.timestamp}/x-window-seconds`,
    ),
    clockToleranceSeconds: clockTolerance(
      `${document.info.description ?? ""}. ${timestamp?.description ?? ""}`,
      timestamp?.["x-window-seconds"] ?? 0,
    ),
    idempotencyKeyLifetimeSeconds: seconds(key["x-lifetime-seconds"], `${key.fragment}/x-lifetime-seconds`),
    // Which rule speaks of each of them, where it is described.
    requirements: {
      token: operationsOf(document).find(({ id }) => id === token)?.operation["x-requirement"] ?? null,
      signature: securitySchemes[names.signature]?.["x-requirement"] ?? null,
      timestamp: timestamp?.["x-requirement"] ?? null,
      idempotencyKey: key["x-requirement"] ?? null,
    },
  };
}

/** By how many seconds the words let the clock of the service differ from that of its callers; 0 where they say nothing. */
function clockTolerance(said: string, windowSeconds: number): number {
  const seconds = said.split(/[.;:]\s|,\s(?!which\b)/).flatMap((clause) => {
    if (/\b(?:not?|never|older|refused|rejected|too)\b/i.test(clause)) return [];
    const found =
      /\bclocks?\b.*\b(?:differ|apart|off|drift|skew|ahead|behind)\b.*?\b(\d+) (second|minute)s?\b/i.exec(
        clause,
      );
    return found === null ? [] : [Number(found[1]) * (found[2]?.toLowerCase() === "minute" ? 60 : 1)];
  });
  // As much as a timestamp may be old is said of that.
  return seconds.find((one) => one < windowSeconds) ?? 0;
}

/** What every path begins with. */
function prefixOf(document: Document): string {
  const prefix = document["x-version-prefix"];
  if (typeof prefix !== "string") {
    throw new Refusal(
      "#",
      "the description needs x-version-prefix, with which every path begins, such as /v1; add it",
    );
  }
  const odd = Object.keys(document.paths).find((path) => !path.startsWith(`${prefix}/`));
  if (odd === undefined) return prefix;
  throw new Refusal(
    `#${pointerTo(["paths", odd])}`,
    `${odd} does not begin with the x-version-prefix ${prefix}; correct the one or the other`,
  );
}

/** What may stand before a path of the description in a whole address: nothing, that of a server, and the path of that. */
function aboveOf({ servers = [] }: Document): readonly string[] {
  const addresses = servers.map(({ url, variables = {} }) =>
    url.replace(/\{([^}]+)\}/g, (_, name) => variables[name]?.default ?? "").replace(/\/$/, ""),
  );
  const paths = addresses.flatMap((url) =>
    URL.canParse(url) ? [new URL(url).pathname.replace(/\/$/, "")] : [],
  );
  return ["", ...addresses, ...paths];
}

/** The operation that hands out tokens. */
function tokenOperationOf(document: Document, scheme: string): string {
  const url = document.components.securitySchemes[scheme]?.flows?.clientCredentials?.tokenUrl;
  const posts = operationsOf(document).filter(({ method }) => method === "post");
  const token = posts.find(({ path }) => aboveOf(document).some((above) => above + path === url));
  if (token !== undefined) return token.id;
  throw new Refusal(
    `${schemesAt}/${scheme}/flows/clientCredentials/tokenUrl`,
    `no POST of the description is at the tokenUrl ${url}; there are POSTs at ${posts.map(({ path }) => path).join(", ") || "no path"}`,
  );
}

const placeholders = ["method", "path", "timestamp"];
const algorithms = ["RSA-SHA256", "RSA-SHA384", "RSA-SHA512"];
const encodings = ["base64", "base64url", "hex"];

/** What is signed, and how. */
function signatureOf(scheme: SecurityScheme | undefined, fragment: string) {
  const { string = "", algorithm = "", encoding = "" } = scheme?.["x-signature"] ?? {};
  const named = [...string.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
  oneOf(placeholders, named, `${fragment}/string`, "the signed string has a part that nobody knows,");
  if (!named.includes("timestamp")) {
    throw new Refusal(
      `${fragment}/string`,
      "the signed string holds no {timestamp}, so that a signature would be good for ever; add it",
    );
  }
  oneOf(algorithms, [algorithm], `${fragment}/algorithm`, "nobody here knows the algorithm");
  oneOf(encodings, [encoding], `${fragment}/encoding`, "nobody here knows the encoding");
  return { string, hash: algorithm.replace("RSA-SHA", "sha"), encoding };
}

function oneOf(known: readonly string[], names: readonly string[], fragment: string, what: string): void {
  const odd = names.find((name) => !known.includes(name));
  if (odd !== undefined) throw new Refusal(fragment, `${what} ${odd}; use ${known.join(", ")}`);
}

function seconds(value: number | undefined, fragment: string): number {
  if (Number.isSafeInteger(value) && Number(value) > 0) return Number(value);
  throw new Refusal(fragment, `${JSON.stringify(value)} is no number of seconds; give a whole one above 0`);
}

/** Names under which other APIs take an idempotency key. */
const keyName = /idempot|dedup|(?:^|-)once(?:-|$)/i;

/** The header that takes the idempotency key: the one whose value has a lifetime. */
function keyHeaderOf(document: Document): PlacedParameter {
  const shared = Object.entries(document.components.parameters ?? {}).map(([name, parameter]) => ({
    ...parameter,
    fragment: `#/components/parameters/${name}`,
  }));
  const all = [...shared, ...operationsOf(document).flatMap(({ parameters }) => parameters)];
  const headers = all.filter((parameter) => parameter.in === "header");
  const key = headers.find((one) => one["x-lifetime-seconds"] !== undefined);
  const odd = headers.find(
    ({ name, ...one }) =>
      name !== key?.name && (keyName.test(name) || one["x-lifetime-seconds"] !== undefined),
  );
  if (odd !== undefined) {
    throw new Refusal(
      odd.fragment,
      key === undefined
        ? `the header ${odd.name} looks like an idempotency key; say with x-lifetime-seconds how long one is remembered`
        : `the header ${odd.name} looks like a second idempotency key beside ${key.name}; keep one of them`,
    );
  }
  if (key?.required === true) return key;
  if (key !== undefined) {
    throw new Refusal(
      key.fragment,
      `the header ${key.name} is optional, and sandbox and suite refuse a write without it; let it be required`,
    );
  }
  throw new Refusal(
    "#/components/parameters",
    "the description needs a header parameter with x-lifetime-seconds, which takes the idempotency key; add it",
  );
}
