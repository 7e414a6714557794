/**
 * The recordings as a service without a network: nock answers each request that looks like a recorded one as
 * it was answered then. The placeholders of the recordings are the credentials of this service. What is
 * written to a card is listed afterwards, as replay looks for it.
 */
import nock from "nock";
import { operations } from "../../../generated/operations.ts";
import { type HarEntry, pair, placeholders } from "./har.ts";
import { readRecording, recordings } from "./recordings.ts";

/** Headers by which a request with a defect differs from one without. */
const telling = [
  "Authorization",
  operations.updateCardLimits.idempotent,
  operations.updateCardLimits.signed.timestamp,
  operations.updateCardLimits.signed.signature,
];

/** Cards by id, and the limits that have been written to them. */
type Written = Map<string, Record<string, unknown>>;

/**
 * Answers requests to {@link placeholders}.baseUrl from the recordings, and forbids all others, until
 * `nock.cleanAll()` and `nock.enableNetConnect()`.
 */
export function mockRecordings(): void {
  nock.disableNetConnect();
  const written: Written = new Map();
  for (const { name } of recordings) intercept(readRecording(name), written);
}

function intercept({ request, response }: HarEntry, written: Written): void {
  const recorded = new URL(request.url);
  const asked = (uri: string) => {
    const { pathname, searchParams } = new URL(uri, placeholders.baseUrl);
    return (
      template(pathname) === template(recorded.pathname) &&
      searchParams.get("cursor") === recorded.searchParams.get("cursor")
    );
  };
  const present = telling.flatMap((name) => {
    const value = pair(request.headers, name);
    return value === null ? [] : [[name, name === "Authorization" ? value : /./] as const];
  });
  nock(placeholders.baseUrl, {
    reqheaders: Object.fromEntries(present),
    badheaders: telling.filter((name) => pair(request.headers, name) === null),
  })
    .persist()
    .intercept(asked, request.method, (body: unknown) => isRecordedSecret(request, body))
    .reply((uri, body) => {
      if (response.status < 300) remember(written, request.method, uri, body);
      const text = response.content.text ?? "";
      const headers = Object.fromEntries(response.headers.map(({ name, value }) => [name, value]));
      return [response.status, request.method === "GET" ? withWritten(text, written) : text, headers];
    });
}

function template(path: string): string {
  return path.replace(/CRD[0-9]+/, "{id}");
}

/** True for every body but that of a token request with another secret than the recorded one. */
function isRecordedSecret({ postData }: HarEntry["request"], body: unknown): boolean {
  if (postData?.mimeType !== operations.requestToken.mediaType) return true;
  const secret = new URLSearchParams(postData.text).get("client_secret");
  return (body as Record<string, unknown>).client_secret === secret;
}

function remember(written: Written, method: string, uri: string, body: unknown): void {
  const id = /CRD[0-9]+/.exec(uri)?.[0];
  if (id === undefined) return;
  // Which media types nock parses is its own affair.
  const limits = (typeof body === "string" ? JSON.parse(body) : body) as Record<string, unknown>;
  written.set(id, { ...(method === "PATCH" ? written.get(id) : {}), ...limits });
}

function withWritten(text: string, written: Written): string {
  const body = JSON.parse(text) as { cards?: { id: string; limits: object }[] };
  for (const card of body.cards ?? []) Object.assign(card.limits, written.get(card.id));
  return JSON.stringify(body);
}
