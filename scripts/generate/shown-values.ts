/** Values that the description shows or assumes: examples and defaults, each beside the schema that it has to fit. */
import { ajvOf, validatorAt } from "./ajv.ts";
import {
  type Document,
  escaped,
  type Media,
  nodeAt,
  operationsOf,
  resolve,
  type Schema,
  targetOf,
} from "./document.ts";
import { Refusal } from "./refusal.ts";
import { placesAt, schemaPlaces } from "./schema-places.ts";
import { schemaPlaceOf, schemasOf } from "./schemas.ts";

interface Shown {
  /** Where the value stands. */
  readonly fragment: string;
  readonly value: unknown;
  /** Where its schema stands. */
  readonly schema: string;
}

/**
 * One check for each example and each default: that it fits its schema, as whoever reads the description believes.
 *
 * @returns Functions that throw a Refusal.
 */
export function shownValueChecks(document: Document): (() => void)[] {
  const ajv = ajvOf(document);
  return shownValues(document).map(({ fragment, value, schema }) => () => {
    const validate = validatorAt(ajv, schema);
    if (validate(value)) return;
    const [{ instancePath = "", message = "", params = {} } = {}] = validate.errors ?? [];
    const missing = `${instancePath}/${params.missingProperty}`;
    const sides = placesAt(document, schema, missing).map((place) => sideOf(place.schema));
    const remedy = sides.find((one) => one !== undefined) ?? "correct the one or the other";
    throw new Refusal(
      fragment,
      `${JSON.stringify(value)?.slice(0, 60)} does not fit its schema:${instancePath && ` ${instancePath}`} ${message}; ${remedy}`,
    );
  });
}

/** What to do where a required property is missing that OpenAPI has in requests alone, or in responses alone. */
function sideOf({ readOnly, writeOnly }: Schema): string | undefined {
  if (readOnly !== true && writeOnly !== true) return undefined;
  const side = readOnly === true ? "readOnly" : "writeOnly";
  return `it is ${side}, and requests and responses have one schema here: give each a schema of its own, or leave it out of required`;
}

function shownValues(document: Document): Shown[] {
  const operations = operationsOf(document);
  const contents = operations.flatMap(({ fragment, operation: { requestBody, responses } }) => [
    ...(requestBody === undefined ? [] : [{ content: requestBody, at: `${fragment}/requestBody` }]),
    ...Object.entries(responses).map(([status, content]) => ({
      content,
      at: `${fragment}/responses/${status}`,
    })),
  ]);
  const media = contents.flatMap(({ content, at }) => {
    const place = schemaPlaceOf(document, content, at);
    return place === null ? [] : [place.replace(/\/schema$/, "")];
  });
  const parameters = operations.flatMap((one) => one.parameters.map(({ fragment }) => fragment));
  const holders = [...new Set([...media, ...parameters])].filter(
    (place) => "schema" in nodeAt(document, place),
  );
  const roots = [
    ...schemasOf(document).map(({ fragment }) => fragment),
    ...holders.map((place) => `${place}/schema`),
  ];
  const inSchemas = roots.flatMap((root) => schemaPlaces(document, root).map(({ fragment }) => fragment));
  return [
    ...holders.flatMap((place) => valuesBeside(document, place)),
    ...[...new Set(inSchemas)].flatMap((place) => valuesIn(document, place)),
  ];
}

/** The examples of a parameter or a media type. */
function valuesBeside(document: Document, place: string): Shown[] {
  const { example, examples = {} } = nodeAt(document, place) as Media;
  const schema = `${place}/schema`;
  const named = Object.entries(examples).map(([name, one]) => ({
    fragment: `${targetOf(document, one, `${place}/examples/${escaped(name)}`)}/value`,
    value: resolve(document, one).value,
    schema,
  }));
  return [{ fragment: `${place}/example`, value: example, schema }, ...named].filter(
    ({ value }) => value !== undefined,
  );
}

/** The examples and the default of a schema. */
function valuesIn(document: Document, place: string): Shown[] {
  const { default: usual, examples = [] } = nodeAt(document, place) as Schema;
  const all = [
    { fragment: `${place}/default`, value: usual, schema: place },
    ...examples.map((value, index) => ({ fragment: `${place}/examples/${index}`, value, schema: place })),
  ];
  return all.filter(({ value }) => value !== undefined);
}
