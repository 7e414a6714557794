/**
 * Describes what is wrong with a value at a path, or returns null if it is valid. A value that it accepts is
 * a `Value`, so a shape is both the type and the validation of an event.
 */
export interface Shape<Value> {
  (value: unknown, path: string): string | null;
  /** Never set: it only carries the type. */
  readonly accepted?: Value;
}

/** The type of the values that a shape accepts. */
export type Of<Known> = Known extends Shape<infer Value> ? Value : never;

type Members = Readonly<Record<string, Shape<unknown>>>;

type ObjectOf<Required extends Members, Optional extends Members> = {
  readonly [Name in keyof Required]: Of<Required[Name]>;
} & { readonly [Name in keyof Optional]?: Of<Optional[Name]> };

function ofType<Value>(name: string, holds: (value: unknown) => boolean): Shape<Value> {
  return (value, path) => (holds(value) ? null : `${path} is not ${name}`);
}

/** A string. */
export const text = ofType<string>("a string", (value) => typeof value === "string");

/** A finite number. */
export const number = ofType<number>("a number", (value) => Number.isFinite(value));

/** True or false. */
export const boolean = ofType<boolean>("true or false", (value) => typeof value === "boolean");

/** A date and time in ISO 8601. */
export const time = ofType<string>(
  "a date and time",
  (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)),
);

/** One of these values. */
export function oneOf<const Value>(...values: readonly Value[]): Shape<Value> {
  return ofType(`one of ${values.join(", ")}`, (value) => (values as readonly unknown[]).includes(value));
}

/** A text whose type is narrower than the check: a file may come from another version of the suite. */
export function textOf<Value extends string>(): Shape<Value> {
  return text as Shape<Value>;
}

/** Null, or a value of this shape. */
export function nullable<Value>(shape: Shape<Value>): Shape<Value | null> {
  return (value, path) => (value === null ? null : shape(value, path));
}

/** An array whose items have this shape. */
export function list<Value>(shape: Shape<Value>): Shape<readonly Value[]> {
  return (value, path) =>
    Array.isArray(value) ? firstProblem(value.entries(), path, () => shape) : `${path} is not an array`;
}

/** An object whose members have one shape. */
export function record<Value>(shape: Shape<Value>): Shape<Readonly<Record<string, Value>>> {
  return (value, path) =>
    isObject(value) ? firstProblem(Object.entries(value), path, () => shape) : `${path} is not an object`;
}

/** An object with these members; optional ones may be absent, and others may be present. */
export function object<Required extends Members, Optional extends Members = Record<never, never>>(
  required: Required,
  optional?: Optional,
): Shape<ObjectOf<Required, Optional>> {
  return (value, path) => {
    if (!isObject(value)) return `${path || "/"} is not an object`;
    const missing = Object.keys(required).find((name) => value[name] === undefined);
    if (missing !== undefined) return `${path}/${missing} is missing`;
    const known = new Map(Object.entries({ ...required, ...optional }));
    return firstProblem(Object.entries(value), path, (name) => known.get(String(name)));
  };
}

function firstProblem(
  members: Iterable<readonly [name: string | number, value: unknown]>,
  path: string,
  shapeOf: (name: string | number) => Shape<unknown> | undefined,
): string | null {
  for (const [name, value] of members) {
    const problem = shapeOf(name)?.(value, `${path}/${name}`) ?? null;
    if (problem !== null) return problem;
  }
  return null;
}

/** True for a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
