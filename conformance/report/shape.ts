/** Says what is wrong with a value that stands at a path, or null where nothing is. */
export type Shape = (value: unknown, path: string) => string | null;

function ofType(name: string, holds: (value: unknown) => boolean): Shape {
  return (value, path) => (holds(value) ? null : `${path} is not ${name}`);
}

/** A string. */
export const text: Shape = ofType("a string", (value) => typeof value === "string");

/** A finite number. */
export const number: Shape = ofType("a number", (value) => Number.isFinite(value));

/** True or false. */
export const boolean: Shape = ofType("true or false", (value) => typeof value === "boolean");

/** A date and time in ISO 8601. */
export const time: Shape = ofType(
  "a date and time",
  (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)),
);

/** One of these values. */
export function oneOf(...values: readonly unknown[]): Shape {
  return ofType(`one of ${values.join(", ")}`, (value) => values.includes(value));
}

/** Null, or a value of this shape. */
export function nullable(shape: Shape): Shape {
  return (value, path) => (value === null ? null : shape(value, path));
}

/** Absent, or a value of this shape. */
export function optional(shape: Shape): Shape {
  return (value, path) => (value === undefined ? null : shape(value, path));
}

/** An array whose items have this shape. */
export function list(shape: Shape): Shape {
  return (value, path) => {
    if (!Array.isArray(value)) return `${path} is not an array`;
    for (const [index, item] of value.entries()) {
      const problem = shape(item, `${path}/${index}`);
      if (problem !== null) return problem;
    }
    return null;
  };
}

/** A header list: an array of name and value. */
export const headers: Shape = list((value, path) =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string")
    ? null
    : `${path} is not a pair of strings`,
);

/** An object whose members have one shape. */
export function record(shape: Shape): Shape {
  return (value, path) => {
    if (!isObject(value)) return `${path} is not an object`;
    for (const [name, member] of Object.entries(value)) {
      const problem = shape(member, `${path}/${name}`);
      if (problem !== null) return problem;
    }
    return null;
  };
}

/** An object with at least these members. */
export function object(members: Readonly<Record<string, Shape>>): Shape {
  return (value, path) => {
    if (!isObject(value)) return `${path || "/"} is not an object`;
    for (const [name, shape] of Object.entries(members)) {
      const problem = shape(value[name], `${path}/${name}`);
      if (problem !== null) return value[name] === undefined ? `${path}/${name} is missing` : problem;
    }
    return null;
  };
}

/** True for what JSON calls an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
