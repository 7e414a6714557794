/** The paths of other signed operations on the same item, such as of unfreezing a card for that of freezing it. */
import { type Operation, operations } from "../../generated/operations.ts";

const above = (path: string) => path.replace(/\/[^/]*$/, "");
const last = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** Templates of signed operations that differ in the word alone with which they end. */
function groupsOf(all: readonly Pick<Operation, "path" | "signed">[]): readonly (readonly string[])[] {
  const paths = all.flatMap(({ path, signed }) => (signed === null || path.endsWith("}") ? [] : [path]));
  const groups = [...new Set(paths.map(above))].map((base) => [
    ...new Set(paths.filter((path) => path.includes("}") && above(path) === base)),
  ]);
  return groups.filter(({ length }) => length > 1);
}

/** True where the description has two such operations. */
export const hasSiblings = groupsOf(Object.values<Operation>(operations)).length > 0;

/**
 * The same path with the end of another signed operation on the same item; null where there is none.
 *
 * @param path - As it is requested, with whatever prefix.
 * @param all - The operations; those of the description by default.
 */
export function siblingPath(
  path: string,
  all: readonly Pick<Operation, "path" | "signed">[] = Object.values<Operation>(operations),
): string | null {
  const pattern = (template: string) => new RegExp(`${template.replace(/\{\w+\}/g, "[^/]+")}$`);
  for (const group of groupsOf(all)) {
    const own = group.findIndex((template) => pattern(template).test(path));
    const other = group[(own + 1) % group.length];
    if (own !== -1 && other !== undefined) return `${above(path)}/${last(other)}`;
  }
  return null;
}
