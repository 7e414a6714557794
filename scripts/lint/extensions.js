import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";

const schema = JSON.parse(
  readFileSync(new URL("../../openapi/extensions.schema.json", import.meta.url), "utf8"),
);

/** One for all descriptions: it compiles each form once. */
const ajv = new Ajv2020({ schemas: [{ ...schema, $id: "extensions" }], strictTypes: false });

/** The extensions by the kind of object that takes them, and the kinds by extension. */
const places = Object.entries(schema.$defs).filter(([, { properties }]) => properties !== undefined);
const kindsOf = (extension) =>
  places.flatMap(([kind, { properties }]) => (extension in properties ? [kind] : []));
const names = [...new Set(places.flatMap(([, { properties }]) => Object.keys(properties)))];

/**
 * Every extension of ours stands where it means something and has the form of extensions.schema.json. One that is
 * nearly ours is a typing mistake; any other is left alone.
 */
export function extensionPlaceAndForm() {
  const judge = (kind, extension, value) => {
    const kinds = kindsOf(extension);
    if (kinds.length === 0) {
      const meant = names.find((name) => distance(name, extension) <= 2);
      return meant && `There is no extension ${extension}. Write ${meant}, if that is meant.`;
    }
    if (!kinds.includes(kind)) {
      return `${extension} means nothing in an object of the kind ${kind}. Move it to a ${kinds.join(" or a ")}.`;
    }
    const fits = ajv.getSchema(`extensions#/$defs/${kind}/properties/${extension}`);
    if (fits(value)) return undefined;
    const { instancePath, message, params } = fits.errors[0];
    const allowed = params.allowedValues ? `: ${params.allowedValues.join(", ")}` : "";
    return `${extension}${instancePath} ${message}${allowed}. Correct its form.`;
  };
  const visit = (node, { report, location, type }) => {
    // Keys of a map, such as properties of a schema, are names that may be anything.
    if (typeof node !== "object" || node === null || type.extensionsPrefix === undefined) return;
    for (const extension of Object.keys(node).filter((key) => key.startsWith("x-"))) {
      const message = judge(type.name, extension, node[extension]);
      if (message !== undefined) report({ message, location: location.child([extension]) });
    }
  };
  return { any: visit, ref: visit };
}

/** In how many letters two words differ (Levenshtein). */
function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, beside] of [...other].entries()) {
      next.push(Math.min(row[j] + (letter === beside ? 0 : 1), row[j + 1] + 1, next[j] + 1));
    }
    row = next;
  }
  return row.at(-1);
}
