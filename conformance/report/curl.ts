/** An exchange as a curl command: the same bytes again, but for what is redacted. */
import { api } from "../../generated/operations.ts";
import type { ExchangeEvent } from "../base/events.ts";
import { headerOf } from "../base/headers.ts";
import { mark } from "../base/redact.ts";
import { printfFormat, quote } from "../base/shell.ts";
import { oneLine } from "../base/text.ts";

/** A longer command is none that somebody would paste. */
const longest = 8192;

/** Headers that curl adds by itself, unless they are given or removed. */
const addedByCurl = ["Accept", "User-Agent"] as const;

/**
 * The request of an exchange as comments and a command for a POSIX shell, in printable ASCII alone. Request line,
 * headers in their order and body are as they were sent; curl itself sends Host first and Content-Length last. What is
 * redacted is left to variables, and the comments say how to make them.
 *
 * @param signaturePath - "full" where the signed path starts at the root; otherwise it starts at the version prefix.
 * @returns null where that would be longer than 8,192 characters.
 */
export function curlOf({ request, alteration }: ExchangeEvent, signaturePath = "api"): string | null {
  const { method, headers, body } = request;
  const url = urlOf(request.url);
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const added = body === null && !hasEmptyBody(method) ? addedByCurl : [...addedByCurl, "Content-Type"];
  const data = dataOf(method, body);
  const words = [
    "curl -i --http1.1 --path-as-is --globoff",
    method === "HEAD" ? "--head" : `-X ${wordOf(method, "SECRET", "latin1")}`,
    wordOf(url, "SECRET", "utf8"),
    ...added.filter((name) => !names.has(name.toLowerCase())).map((name) => `-H '${name}:'`),
    ...headers.map(([name, value]) => `-H ${headerWord(name, value)}`),
    ...(data === null ? [] : [data.option]),
  ];
  const notes = notesOf(request, alteration, signaturePath);
  const text = [...notes, `${data?.before ?? ""}${words.join(" ")}`].join("\n");
  return text.length > longest ? null : text;
}

/** As Node.js sends it: normalized, and without what stands behind "#". */
function urlOf(given: string): string {
  if (!URL.canParse(given)) return given;
  const { origin, pathname, search } = new URL(given);
  return `${origin}${pathname}${search}`;
}

/** True for a method for which Node.js sends an empty body in chunks where it has none (RFC 9112, section 7.1). */
function hasEmptyBody(method: string): boolean {
  return !["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"].includes(method);
}

const chunked = "-H 'Transfer-Encoding: chunked' --data-binary ''";

/** The body as an option, and what makes it beforehand; null for a request without one. */
function dataOf(method: string, body: string | null): { before: string; option: string } | null {
  if (body === null) return hasEmptyBody(method) ? { before: "", option: chunked } : null;
  // A word can hold neither what a terminal acts on nor a NUL, and one that starts with @ is the name of a file.
  if (/^[\x20-\x3f\x41-\x7e][\x20-\x7e]*$|^$/.test(body)) {
    return { before: "", option: `--data-binary ${wordOf(body, "SECRET", "utf8")}` };
  }
  const parts = body.split(mark);
  const secrets = ' "$SECRET"'.repeat(parts.length - 1);
  const format = parts.map((part) => printfFormat(Buffer.from(part, "utf8")).slice(1, -1)).join("%s");
  return { before: `printf '${format}'${secrets} | `, option: "--data-binary @-" };
}

/** A header as one word. curl takes "Name:" as its removal, and "Name;" as one without a value. */
function headerWord(name: string, value: string): string {
  if (value.trim() === "") return wordOf(`${name};`, "SECRET", "latin1");
  const lower = name.toLowerCase();
  const variable =
    lower === "authorization"
      ? "TOKEN"
      : lower === api.headers.signature.toLowerCase()
        ? "SIGNATURE"
        : "SECRET";
  return wordOf(`${name}: ${value}`, variable, "latin1");
}

/** A text as one word, with a variable for each place that is redacted. */
function wordOf(text: string, variable: string, encoding: "utf8" | "latin1"): string {
  const parts = text.split(mark).map((part) => {
    if (part === "") return "";
    return /^[\x20-\x7e]*$/.test(part)
      ? quote(part)
      : `"$(printf ${printfFormat(Buffer.from(part, encoding))})"`;
  });
  return parts.join(`"$${variable}"`) || "''";
}

/** What was altered on purpose, and how to make what is redacted. */
function notesOf(
  { method, url, headers, body }: ExchangeEvent["request"],
  alteration: string | null,
  signaturePath: string,
): string[] {
  const isRedacted = (name: string) => headerOf(headers, name)?.includes(mark) === true;
  const known = ["authorization", api.headers.signature.toLowerCase()];
  const hasOther =
    [url, body ?? ""].some((text) => text.includes(mark)) ||
    headers.some(([name, value]) => value.includes(mark) && !known.includes(name.toLowerCase()));
  const timestamp = headerOf(headers, api.headers.timestamp)?.trim() ?? "";
  const when = /^[0-9]{1,15}$/.test(timestamp) ? ` --timestamp ${timestamp}` : "";
  /** The right value would not be what was sent. */
  const altered = (...topics: readonly string[]) =>
    topics.some((topic) => alteration?.toLowerCase().includes(topic)) ? ", altered as said above" : "";
  const notes = [
    alteration === null || alteration === "" ? null : `altered on purpose: ${alteration}`,
    isRedacted("authorization") ? `$TOKEN: an access token${altered("token", "scope")}` : null,
    isRedacted(api.headers.signature)
      ? `$SIGNATURE: as in npx partner-card sign ${method} ${wordOf(signedPath(url, signaturePath), "SECRET", "utf8")}${when}${altered("signature", "signed")}`
      : null,
    hasOther ? "$SECRET: what is redacted otherwise, such as the client secret" : null,
  ];
  return notes.flatMap((note) => (note === null ? [] : [`# ${oneLine(note).replace(/[^\x20-\x7e]/g, "?")}`]));
}

/** The path that is signed. */
function signedPath(url: string, signaturePath: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  const start = signaturePath === "full" ? -1 : path.indexOf(`${api.versionPrefix}/`);
  return start === -1 ? path : path.slice(start);
}
