/** The part of HAR 1.2 that recordings use, and placeholders for what must never be recorded. */

/** A header, query or form field of a HAR. */
export interface HarPair {
  readonly name: string;
  readonly value: string;
}

/** One recorded exchange. */
export interface HarEntry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly headers: readonly HarPair[];
    readonly queryString: readonly HarPair[];
    readonly cookies: readonly never[];
    readonly headersSize: -1;
    readonly bodySize: number;
    readonly postData?: { readonly mimeType: string; readonly text: string };
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly headers: readonly HarPair[];
    readonly cookies: readonly never[];
    readonly content: { readonly size: number; readonly mimeType: string; readonly text?: string };
    readonly redirectURL: string;
    readonly headersSize: -1;
    readonly bodySize: number;
  };
  readonly cache: Record<string, never>;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  /** operationId of the description. */
  readonly _operation?: string;
}

/** A recording. */
export interface Har {
  readonly log: {
    readonly version: "1.2";
    readonly creator: { readonly name: string; readonly version: string };
    readonly comment?: string;
    readonly entries: readonly HarEntry[];
  };
}

/** What stands in a recording in the place of a secret or of a value that is fresh each time. */
export const placeholders = {
  baseUrl: "https://partner-card.invalid",
  clientId: "recorded-client-id",
  clientSecret: "recorded-client-secret",
  token: "recorded-access-token",
  idempotencyKey: "recorded-idempotency-key",
  timestamp: "1767225600",
  signature: "cmVjb3JkZWQtc2lnbmF0dXJl",
  cursor: "recorded-cursor",
} as const;

/** The value of a header in a list of pairs, or null. */
export function pair(pairs: readonly HarPair[], name: string): string | null {
  return pairs.find((one) => one.name.toLowerCase() === name.toLowerCase())?.value ?? null;
}
