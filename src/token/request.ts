import { ResponseError } from "../core/errors.ts";
import { parseObject } from "../core/json.ts";

/** What a token is requested with. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
}

/** An access token as granted by the token endpoint. */
export interface TokenGrant {
  readonly accessToken: string;
  /** Lifetime in seconds, counted from the response. */
  readonly expiresIn: number;
  /** Granted scopes; undefined if not in the response, meaning those requested (RFC 6749, section 5.1). */
  readonly scopes: readonly string[] | undefined;
}

/**
 * Body of the token request.
 *
 * @returns Form data, application/x-www-form-urlencoded.
 * @see Specification, Endpoints, POST /v1/oauth/token.
 */
export function tokenForm(credentials: ClientCredentials): string {
  return new URLSearchParams({
    grant_type: "client_credentials",
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
    scope: credentials.scopes.join(" "),
  }).toString();
}

/**
 * Reads a successful token response strictly: a token that cannot be sent in a header, or whose expiry is
 * unknown, is invalid.
 *
 * @param status - HTTP status, a 2xx.
 * @param contentType - Content-Type header, null if there is none.
 * @param body - Response body as text.
 * @throws ResponseError `token-invalid` for a body that is not a token response.
 * @see Specification, Resources, Token response. RFC 6749, sections 5.1 and 5.2.
 */
export function parseTokenResponse(status: number, contentType: string | null, body: string): TokenGrant {
  const invalid = (problem: string): ResponseError =>
    new ResponseError("token-invalid", `The token response ${problem}.`, {
      status,
      cause: { problem, contentType, bytes: body.length },
    });
  if (!isJson(contentType)) throw invalid(`is not JSON but ${contentType ?? "of no declared type"}`);
  const fields = parseObject(body);
  if (fields === undefined) throw invalid("is not a JSON object");
  const { access_token, token_type, expires_in, scope } = fields;
  // A token with a line break or a space would fail later, in an error that quotes it.
  if (typeof access_token !== "string" || !/^[\x21-\x7e]+$/.test(access_token)) {
    throw invalid("has no access_token of visible ASCII characters");
  }
  if (typeof token_type !== "string" || token_type.toLowerCase() !== "bearer") {
    throw invalid("has a token_type other than Bearer");
  }
  if (typeof expires_in !== "number" || !Number.isSafeInteger(expires_in) || expires_in <= 0) {
    throw invalid("has no expires_in in whole seconds greater than zero");
  }
  if (scope !== undefined && typeof scope !== "string") throw invalid("has a scope that is not a string");
  return {
    accessToken: access_token,
    expiresIn: expires_in,
    scopes: scope?.split(" ").filter((name) => name !== ""),
  };
}

function isJson(contentType: string | null): boolean {
  return /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType ?? "");
}
