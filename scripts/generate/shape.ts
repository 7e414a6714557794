/** What kind of value stands where in a description, as far as generation reads it. */
import { pointerTo } from "../kit/json-pointer.ts";
import { type Document, methods } from "./document.ts";
import { Refusal } from "./refusal.ts";

/** A kind of value, and the kinds of those in it; none where they may be anything. */
interface Shape {
  readonly is: "a map" | "a list" | "a text" | "a map, true or false";
  /** The kind of a member of a map by its key, or of a list. */
  readonly inside?: (key: string) => Shape | undefined;
  readonly needs?: readonly string[];
}

const text: Shape = { is: "a text" };
const list = (of?: () => Shape): Shape => ({ is: "a list", ...(of && { inside: of }) });
const map = (of?: () => Shape): Shape => ({ is: "a map", ...(of && { inside: of }) });
const record = (keys: Record<string, () => Shape>, needs: readonly string[] = []): Shape => ({
  is: "a map",
  inside: (key) => (Object.hasOwn(keys, key) ? keys[key]?.() : undefined),
  needs,
});

const schema: Shape = {
  ...record({
    properties: () => map(() => schema),
    required: () => list(() => text),
    ...Object.fromEntries(["items", "additionalProperties", "not"].map((key) => [key, () => schema])),
    ...Object.fromEntries(["allOf", "anyOf", "oneOf"].map((key) => [key, () => list(() => schema)])),
    ...Object.fromEntries(["enum", "examples"].map((key) => [key, () => list()])),
  }),
  is: "a map, true or false",
};

const shown = { schema: () => schema, examples: () => map(() => map()) };
const content = record({
  content: () => map(() => record(shown)),
  links: () => map(() => record({ operationId: () => text, parameters: () => map() })),
});
const parameter = record({ ...shown, name: () => text, in: () => text }, ["name", "in"]);
const parameters = () => list(() => parameter);
const security = () => list(() => map(() => list(() => text)));
const operation = record(
  {
    operationId: () => text,
    parameters,
    security,
    requestBody: () => content,
    responses: () => map(() => content),
  },
  ["responses"],
);
const flow = record({ tokenUrl: () => text, scopes: () => map() });

const description = record({
  info: () => record({ version: () => text }, ["version"]),
  paths: () =>
    map(() =>
      record({ parameters, ...Object.fromEntries(methods.map((method) => [method, () => operation])) }),
    ),
  security,
  components: () =>
    record({
      schemas: () => map(() => schema),
      parameters: () => map(() => parameter),
      responses: () => map(() => content),
      requestBodies: () => map(() => content),
      securitySchemes: () =>
        map(() =>
          record({
            name: () => text,
            flows: () => record({ clientCredentials: () => flow }),
            "x-signature": () => map(() => text),
          }),
        ),
    }),
});

/** Every value that is of another kind than OpenAPI has in its place, where going on would fail without a word. */
export function shapeMistakes(document: Document): Refusal[] {
  return mistakesIn(document, description, []);
}

function mistakesIn(value: unknown, shape: Shape, names: readonly string[]): Refusal[] {
  const called = names.slice(/^[0-9]+$/.test(names.at(-1) ?? "") ? -2 : -1).join(" ") || "the description";
  const refusal = (what: string) => [new Refusal(encodeURI(`#${pointerTo(names)}`), `${called}: ${what}`)];
  if (value === null) return refusal("nothing stands here; write what belongs here, or take the key out");
  if (!isOf(value, shape)) {
    const remedy = shape.is === "a list" ? "begin each of its entries with -" : "correct it";
    return refusal(`${shape.is} belongs here, and this is ${kindOf(value)}; ${remedy}`);
  }
  if (typeof value !== "object") return [];
  const missing = (shape.needs ?? []).find((key) => !("$ref" in value) && !(key in value));
  if (missing !== undefined) return refusal(`it has no ${missing}; add it`);
  return Object.entries(value).flatMap(([key, member]) => {
    const inside = shape.inside?.(key);
    return inside === undefined ? [] : mistakesIn(member, inside, [...names, key]);
  });
}

function isOf(value: unknown, { is }: Shape): boolean {
  if (typeof value === "boolean") return is === "a map, true or false";
  return is.startsWith(kindOf(value));
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  return typeof value === "string" ? "a text" : `${value}`;
}
