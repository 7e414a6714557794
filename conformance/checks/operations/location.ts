/** The Location of what was created names it, and leads to it (RFC 9110, section 10.2.2). */
import type { HeaderList } from "../../base/events.ts";
import { literalPattern } from "../../base/text.ts";
import { type Exchange, header, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { neededHeaders, usualBeside } from "../../wire/request.ts";
import { currentToken } from "../kit/ask.ts";
import { held, type Run } from "../kit/check.ts";
import { isGone } from "../kit/refused-as-specified.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { callOf, type Described } from "./operation.ts";

/** What the path of something that was created looks like, with the values of all parameters but the last one. */
export function pathPattern({ row }: Described, path: Readonly<Record<string, string>>): RegExp {
  const parts = row.path.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return literalPattern(part);
    return path[part] === undefined ? "([^/]+)" : literalPattern(encodeURIComponent(path[part]));
  });
  return new RegExp(`${parts.join("")}$`);
}

/**
 * Judges the Location of a response: what it names, where it is the path of such an item, is what was created (RFC 9110,
 * section 10.2.2).
 */
export function judgeLocation(created: Exchange, pattern: RegExp, value: string): Fact[] {
  const location = header(created, "location");
  const named = pattern.exec(location?.replace(/[?#].*$/, "") ?? "")?.[1];
  if (created.response?.status !== 201 || named === undefined) return [];
  if (named === value || named === encodeURIComponent(value))
    return [held("Location named what was created", created.id)];
  return violations({
    message: "Location names another item than the one that was created.",
    expected: [value],
    received: location ?? "",
    exchanges: [created.id],
  });
}

/** Judges the Location of what can be read at an address of its own: that is not where the request was sent. */
export function judgeOwnPlace(created: Exchange, value: string): Fact[] {
  const location = header(created, "location");
  const { url } = created.request;
  if (created.response?.status !== 201 || location === null || !URL.canParse(location, url)) return [];
  if (new URL(location, url).pathname !== new URL(url).pathname) return [];
  return violations({
    message: "Location names what the request was sent to, and not what it has created.",
    expected: [value],
    received: location,
    exchanges: [created.id],
  });
}

/**
 * Follows a Location that is no path of the item as it is described, but one of the same server: it may be another
 * address of the item, and has to lead somewhere. What is there is none of the description's business.
 *
 * @param reader - The operation that reads what was created.
 */
export async function followLocation(
  run: Run,
  purpose: string,
  created: Exchange,
  reader: Described,
): Promise<readonly Fact[]> {
  const url = elsewhereIn(created, pathPattern(reader, {}));
  if (url === null) return [];
  const { value: token } = await currentToken(run);
  const needed = neededHeaders(callOf(reader, {}).operation);
  const headers: HeaderList = [
    ["Authorization", `Bearer ${token}`],
    ...usualBeside(Object.keys(needed)),
    ...Object.entries(needed),
  ];
  const shown = await run.probe.session.send({
    purpose,
    operation: null,
    alteration: "at the Location",
    build: async () => ({ method: "GET", url, headers, body: null }),
  });
  if (!isGone(shown)) return succeeded(shown) ? [held("Location led somewhere", shown.id)] : [];
  return violations({
    message: "Location leads to nothing.",
    expected: ["the address of what was created"],
    received: `${outcomeOf(shown)} at ${header(created, "location")}`,
    exchanges: [shown.id, created.id],
  });
}

/** Where a Location leads on the same server, if that is neither a path of the item nor of what creates it; null otherwise. */
export function elsewhereIn(created: Exchange, pattern: RegExp): string | null {
  const location = header(created, "location");
  if (created.response?.status !== 201 || location === null) return null;
  const { url } = created.request;
  const target = URL.canParse(location, url) ? new URL(location, url) : null;
  const { origin, pathname } = new URL(url);
  const isKnown = target?.pathname === pathname || pattern.test(target?.pathname ?? "");
  return target === null || target.origin !== origin || isKnown ? null : target.href;
}
