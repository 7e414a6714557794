/** ETags, as responses show them (RFC 9110, section 8.8.3). */
import { type Exchange, header } from "../../wire/exchange.ts";

/** The ETag of a response; null without one that can stand in a condition. */
export function entityTagOf(exchange: Exchange): string | null {
  const tag = header(exchange, "etag")?.trim() ?? "";
  return /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/.test(tag) ? tag : null;
}

/** True for an ETag that If-Match compares: a weak one it never matches (RFC 9110, section 13.1.1). */
export function isStrong(tag: string | null): tag is string {
  return tag !== null && !tag.startsWith("W/");
}
