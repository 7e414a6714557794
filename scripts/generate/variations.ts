/** Copies of a JSON value that differ in one number, string or boolean each, from left to right. */
export function variationsOf(value: unknown): unknown[] {
  if (typeof value === "number") return [value + 1];
  if (typeof value === "string") return [`${value}2`];
  if (typeof value === "boolean") return [!value];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => variationsOf(item).map((other) => value.with(index, other)));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    variationsOf(part).map((other) => ({ ...value, [name]: other })),
  );
}
