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
import { bundle } from "./generate/bundle.ts";
import { readRequirements } from "./generate/requirements.ts";
import { runIfStarted } from "./kit/program.ts";
import { inTemporaryFolder } from "./kit/temporary-folder.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The changes of description and requirements in a checkout since a revision.
 *
 * @param repository - Path of the checkout; its working tree is compared.
 * @param base - Branch, tag or commit.
 * @throws Error that names file, line and column of what cannot be read on either side.
 */
export function changesSince(repository: string, base: string): Change[] {
  return inTemporaryFolder((folder) => {
    checkOutDescription(repository, base, folder);
    const now = read(repository, "");
    // Git itself calls a file of a revision so.
    const before = read(folder, `${base}:`);
    return [
      ...describedChanges(before.description, now.description),
      ...ruleChanges(before.requirements, now.requirements),
    ];
  });
}

/** Reads openapi/ in a folder; `revision` stands before the names of its files in a message. */
function read(folder: string, revision: string) {
  const path = (name: string) => join(folder, "openapi", name);
  return {
    description: bundle(path("partner-card.yaml"), `${revision}openapi/partner-card.yaml`),
    requirements: readRequirements(
      readFileSync(path("requirements.yaml"), "utf8"),
      `${revision}openapi/requirements.yaml`,
    ),
  };
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
