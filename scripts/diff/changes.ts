import { redocly } from "../redocly/run.ts";

/** How a change affects partners: it can break them, it offers something new, or neither. */
export type Impact = "breaking" | "addition" | "other";

/** One change of the description. */
export interface Change {
  readonly impact: Impact;
  /** Where, in readable form: `GET /v1/card` or `/v1/card/{id}/limits`. */
  readonly place: string;
  /** What changed, in one sentence. */
  readonly what: string;
}

interface RedoclyChange {
  path: string;
  kind: "added" | "removed" | "modified";
  impact: "major" | "minor" | "patch";
  property?: string;
  verdicts: { message: string }[];
}

const impacts = { major: "breaking", minor: "addition", patch: "other" } as const;

/**
 * The changes between two descriptions, by Redocly's compatibility rules.
 *
 * @param base - Path of the older description.
 * @param revision - Path of the newer one.
 * @throws Error with Redocly's message when it cannot compare them.
 */
export function describedChanges(base: string, revision: string): Change[] {
  const run = redocly(["diff", base, revision, "--format", "json", "--fail-on", "none"]);
  if (run.status !== 0 || run.stdout === "")
    throw new Error(`the descriptions cannot be compared:\n${run.stderr}`);
  const { changes } = JSON.parse(run.stdout) as { changes: RedoclyChange[] };
  return changes
    .filter(({ property }) => property === undefined || !/^x-(?:requirement|unspecified)/.test(property))
    .map(readChange);
}

function readChange({ path, kind, impact, property, verdicts }: RedoclyChange): Change {
  const parts = path
    .replace(/^#\/?/, "")
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const [root, route = "", method = ""] = parts;
  const isOperation = root === "paths" && /^(?:get|put|post|patch|delete)$/.test(method);
  const place = isOperation ? `${method.toUpperCase()} ${route}` : root === "paths" ? route : (root ?? "");
  const rest = parts.slice(isOperation ? 3 : root === "paths" ? 2 : 1).join(" › ");
  const target = [rest, property].filter(Boolean).join(" › ");
  return {
    impact: impacts[impact],
    place: place === "" ? "document" : place,
    what: verdicts[0]?.message ?? `${target || "the whole"} was ${kind}.`,
  };
}
