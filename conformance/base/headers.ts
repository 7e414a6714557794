import type { HeaderList } from "./events.ts";

/** The first value of a header, whatever the case of its name (RFC 9110, section 5.1); null where there is none. */
export function headerOf(headers: HeaderList, name: string): string | null {
  return headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1] ?? null;
}
