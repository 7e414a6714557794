import type { HeaderList } from "./events.ts";

/** The first value of a header; names ignore case (RFC 9110, section 5.1). Null if it is absent. */
export function headerOf(headers: HeaderList, name: string): string | null {
  return headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1] ?? null;
}
