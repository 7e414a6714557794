/**
 * A copy of a value with another one at a JSON pointer (RFC 6901) without escapes; objects on the way are
 * created where there are none.
 *
 * @param pointer - "" for the whole value, otherwise "/name/name".
 */
export function withValueAt(value: unknown, pointer: string, next: unknown): unknown {
  const [, name, ...rest] = pointer.split("/");
  if (name === undefined) return next;
  const inner = rest.length === 0 ? "" : `/${rest.join("/")}`;
  if (Array.isArray(value) && Number(name) < value.length)
    return value.with(Number(name), withValueAt(value[Number(name)], inner, next));
  const object = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  return { ...object, [name]: withValueAt(object[name], inner, next) };
}

/**
 * A copy of a value without the property at a JSON pointer (RFC 6901) without escapes; the value itself where
 * there is none.
 *
 * @param pointer - "/name/name".
 */
export function withoutValueAt(value: unknown, pointer: string): unknown {
  const [, name, ...rest] = pointer.split("/");
  if (typeof value !== "object" || value === null || name === undefined || !Object.hasOwn(value, name)) {
    return value;
  }
  const { [name]: inner, ...others } = value as Record<string, unknown>;
  return rest.length === 0 ? others : { ...value, [name]: withoutValueAt(inner, `/${rest.join("/")}`) };
}
