import { durationAsSaid } from "./durations.js";
import { extensionPlaceAndForm } from "./extensions.js";
import { linkOperationExists } from "./links.js";
import { operationExamples } from "./operations.js";
import { propertyDescription } from "./properties.js";
import { operationHasRequirement } from "./requirements.js";
import { operationSecurity, signedHeadersTogether } from "./security.js";

/**
 * The house rules: what this repository asks of its description beyond the rules of Redocly.
 *
 * Plain JavaScript, because Redocly loads a plugin by itself, without a TypeScript loader, for every
 * command that reads redocly.yaml.
 */
// biome-ignore lint/style/noDefaultExport: Redocly takes a plugin from the default export.
export default function houseRules() {
  return {
    id: "house",
    rules: {
      oas3: {
        "operation-examples": operationExamples,
        "operation-security": operationSecurity,
        "signed-headers-together": signedHeadersTogether,
        "property-description": propertyDescription,
        "link-operation-exists": linkOperationExists,
        "extension-place-and-form": extensionPlaceAndForm,
        "operation-has-requirement": operationHasRequirement,
        "duration-as-said": durationAsSaid,
      },
    },
  };
}
