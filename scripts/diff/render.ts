import type { Change } from "./changes.ts";
import type { Impact } from "./impact.ts";

const headings: Record<Impact, string> = {
  breaking: "Breaking changes",
  addition: "Additions",
  other: "Other changes",
};

/**
 * The changes as a readable list, breaking ones first.
 *
 * @param format - `text` for a terminal, `markdown` for a pull request.
 */
export function renderChanges(changes: readonly Change[], base: string, format: "text" | "markdown"): string {
  const markdown = format === "markdown";
  const title = markdown ? `## The API compared with \`${base}\`` : `The API compared with ${base}`;
  if (changes.length === 0) return `${title}\n\nNo change.\n`;
  const groups = (Object.keys(headings) as Impact[]).flatMap((impact) => {
    const own = changes.filter((change) => change.impact === impact);
    if (own.length === 0) return [];
    const heading = `${headings[impact]} (${own.length})`;
    const lines = own.map(({ place, what }) =>
      markdown ? `- \`${place}\`: ${what}` : `  ${place}: ${what}`,
    );
    return [`${markdown ? `### ${heading}\n` : heading}\n${lines.join("\n")}\n`];
  });
  return `${title}\n\n${groups.join("\n")}`;
}
