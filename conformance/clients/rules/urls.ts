/** What must stand in no URL, since those are logged and kept. */
import type { Fact } from "../../checks/kit/verdict.ts";
import { broken } from "../rule.ts";
import type { View } from "../view.ts";

/** Facts about what must stand in no URL. */
export function inUrls(
  { attempts }: View,
  secrets: readonly string[],
  message: string,
  expected: string,
): readonly Fact[] {
  const found = attempts.filter(({ request: { url } }) =>
    secrets.some((secret) => url.includes(secret) || url.includes(encodeURIComponent(secret))),
  );
  return found.map((seen) => broken({ message, expected, received: "it is part of the URL" }, seen));
}
