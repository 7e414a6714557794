/** The object without the properties that are undefined, so that none appears in a log or an error. */
export function present<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}
