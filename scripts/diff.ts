/**
 * `npm run diff`: how changes to the description since another git revision affect partners.
 *
 *     npm run diff -- --base REF                        a list, breaking changes first
 *     npm run diff -- --base REF --format markdown      for a pull request
 *     npm run diff -- --base REF --fail-on-breaking     exit 1 if something can break a partner
 *
 * Exit 2: the revision or an option is unknown.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Change, describedChanges } from "./diff/changes.ts";
import { renderChanges } from "./diff/render.ts";
import { checkOutDescription } from "./diff/revision.ts";
import { ruleChanges } from "./diff/rules.ts";
import { runIfStarted } from "./program.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The changes of description and requirements in a checkout since a revision.
 *
 * @param repository - Path of the checkout; its working tree is compared.
 * @param base - Branch, tag or commit.
 */
export function changesSince(repository: string, base: string): Change[] {
  return inTemporaryFolder((folder) => {
    checkOutDescription(repository, base, folder);
    const files = (name: string) =>
      [join(folder, "openapi", name), join(repository, "openapi", name)] as const;
    const [rulesBefore, rulesNow] = files("requirements.yaml");
    return [
      ...describedChanges(...files("partner-card.yaml")),
      ...ruleChanges(readFileSync(rulesBefore, "utf8"), readFileSync(rulesNow, "utf8")),
    ];
  });
}

function main(): number {
  const { values } = parseArgs({
    options: {
      base: { type: "string" },
      format: { type: "string", default: "text" },
      "fail-on-breaking": { type: "boolean", default: false },
    },
  });
  const { base, format } = values;
  if (base === undefined) throw new Error("say with what to compare: npm run diff -- --base main");
  if (format !== "text" && format !== "markdown")
    throw new Error(`--format is text or markdown, not ${format}`);
  const changes = changesSince(root, base);
  process.stdout.write(renderChanges(changes, base, format));
  return values["fail-on-breaking"] && changes.some(({ impact }) => impact === "breaking") ? 1 : 0;
}

await runIfStarted(import.meta.url, main, 2);
