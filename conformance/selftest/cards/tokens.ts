/** Variants of the tokens of a conforming server, and of how it guards its token endpoint. */
import { randomBytes, randomInt } from "node:crypto";
import { api, operations } from "../../../generated/operations.ts";
import { isObject } from "../../base/shape.ts";
import type { ProofOptions } from "../in-memory.ts";
import { type Variation, varies } from "../variation.ts";

/** A token format. */
interface TokenForm {
  readonly name: string;
  readonly make: () => string;
  /** The decoded token as text: tokens that decode alike are the same token; null if it cannot be decoded. */
  readonly decoded: (token: string) => string | null;
}

const when = (pattern: RegExp, decode: (token: string) => string) => (token: string) =>
  pattern.test(token) ? decode(token) : null;

const bytes = (token: string) => Buffer.from(token, "base64url").toString("hex");
/** The letter a in the middle, because its case makes no difference. */
const hex = () => `${randomBytes(8).toString("hex")}a${randomBytes(8).toString("hex").slice(1)}`;

/** Crockford's base32 reads O as 0, I and L as 1, whatever the case. */
const crockford = (token: string) =>
  token.toUpperCase().replaceAll("O", "0").replaceAll("I", "1").replaceAll("L", "1");

/** Token formats in which the same token can be written in several ways. */
const tokenForms: readonly TokenForm[] = [
  { name: "hex", make: hex, decoded: when(/^[0-9a-f]+$/i, (token) => token.toLowerCase()) },
  {
    name: "UUIDs",
    make: () => hex().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    decoded: when(/^[0-9a-f-]+$/i, (token) => token.toLowerCase().replaceAll("-", "")),
  },
  {
    name: "base32",
    make: () => `${hex().slice(0, 16).toUpperCase()}O${hex().slice(17).toUpperCase()}`,
    decoded: when(/^[0-9a-z]+$/i, crockford),
  },
  {
    name: "decimal numbers",
    make: () => String(randomInt(2 ** 40, 2 ** 47)),
    decoded: when(/^[0-9]+$/, (token) => String(BigInt(token))),
  },
  {
    name: "Base64 with bits that are not used",
    make: () => `${randomBytes(15).toString("base64")}AA==`,
    decoded: when(/^[\w+/-]+=*$/, bytes),
  },
  {
    // The middle is the last character of a part, four bits of which are unused.
    name: "Base64 in three parts",
    make: () =>
      [30, 7, 36]
        .map((size) => Buffer.concat([randomBytes(size - 1), Buffer.alloc(1)]).toString("base64url"))
        .join("."),
    decoded: when(/^[\w-]+\.[\w-]+\.[\w-]+$/, (token) => token.split(".").map(bytes).join(".")),
  },
];

/** Uses tokens in a format other than the sandbox's own. */
function tokensAs({ make, decoded }: TokenForm): ProofOptions {
  const known = new Map<string, string>();
  return {
    wrap: async (request, next) => {
      const [, scheme, token = ""] =
        /^(Bearer +)(.+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
      if (scheme !== undefined) {
        const headers = new Headers(request.headers);
        headers.set("authorization", scheme + (known.get(decoded(token) ?? "") ?? "unknown"));
        return next(new Request(request, { headers }));
      }
      const response = await next(request);
      const body: unknown = isTokenRequest(request) && response.ok ? await response.clone().json() : null;
      if (!isObject(body)) return response;
      const access_token = make();
      known.set(decoded(access_token) ?? "", String(body.access_token));
      return Response.json(
        { ...body, access_token },
        { headers: { date: response.headers.get("date") ?? "" } },
      );
    },
  };
}

const isTokenRequest = ({ url }: Request) => new URL(url).pathname.endsWith(operations[api.token].path);

const quarterMs = 900_000;

/** Refused token requests lock the client out for a quarter of an hour, from tokens or from everything. */
function lockout(most: number, status: number, from: "tokens" | "everything"): ProofOptions {
  let refused = 0;
  let until = 0;
  return {
    wrap: async (request, next, clock) => {
      const isToken = isTokenRequest(request);
      if (clock.now() < until && (isToken || from === "everything")) {
        return Response.json({ message: "Too many failed attempts.", type: "Locked" }, { status });
      }
      const response = await next(request);
      if (isToken && !response.ok) refused += 1;
      if (refused >= most) {
        refused = 0;
        until = clock.now() + quarterMs;
      }
      return response;
    },
  };
}

/** Repeated token requests get the same token, with less and less time left, and another one when it ends. */
export function sameToken(): ProofOptions {
  const known = new Map<string, { readonly body: object; readonly endsAt: number }>();
  return {
    wrap: async (request, next, clock) => {
      if (!isTokenRequest(request)) return next(request);
      const asked = await request.clone().text();
      const same = known.get(asked);
      const left = Math.floor(((same?.endsAt ?? 0) - clock.now()) / 1000);
      if (left > 0) return Response.json({ ...same?.body, expires_in: left });
      const response = await next(request);
      const body: unknown = response.ok ? await response.clone().json() : null;
      if (isObject(body)) known.set(asked, { body, endsAt: clock.now() + Number(body.expires_in) * 1000 });
      return response;
    },
    run: { waitMs: 0 },
  };
}

const lockouts: readonly (readonly [most: number, status: number, from: "tokens" | "everything"])[] = [
  [3, 403, "tokens"],
  [5, 401, "tokens"],
  [3, 429, "tokens"],
  [1, 403, "everything"],
  [3, 401, "everything"],
];

/** Servers with other token formats, and servers that lock a client out. */
export const otherTokens: readonly Variation[] = [
  ...tokenForms.map((form) => varies(`tokens as ${form.name}`, 125, () => tokensAs(form))),
  ...lockouts.map(([most, status, from]) =>
    varies(`${status} for ${from}, after ${most} refused token requests`, 100, () =>
      lockout(most, status, from),
    ),
  ),
];
