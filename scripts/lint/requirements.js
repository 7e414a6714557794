import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";

/** Every operation of a path names the rule that it is answered, and rows of requirements.yaml speak of it. */
export function operationHasRequirement() {
  let known;
  return {
    Paths: {
      Operation(operation, { report, location }) {
        const file = join(dirname(location.source.absoluteRef), "requirements.yaml");
        known ??= new Set(
          parse(readFileSync(file, "utf8")).requirements.flatMap((row) =>
            row.party ? [] : (row.operation ?? []),
          ),
        );
        const { operationId, "x-requirement": requirement } = operation;
        if (requirement === undefined) {
          report({
            message: `No rule says that ${operationId} is answered. Name a row of requirements.yaml under x-requirement.`,
            location: location.key(),
          });
        }
        if (!known.has(operationId)) {
          report({
            message: `No row of requirements.yaml speaks of ${operationId}. Add one with operation: ${operationId}.`,
            location: location.child(["operationId"]),
          });
        }
      },
    },
  };
}
