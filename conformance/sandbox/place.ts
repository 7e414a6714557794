/** Where what was created is read: pure. */
import { type Operation, operations } from "../../generated/operations.ts";

/**
 * The path of what an operation has created: below that of the request, or where the operation is that reads it.
 *
 * @param sent - The path of the request, with all that stands before that of the operation.
 * @param values - Its path parameters.
 * @param all - Every operation; those of the description by default.
 */
export function placeOf(
  sent: string,
  { id: creator, path }: Pick<Operation, "id" | "path">,
  values: Readonly<Record<string, string>>,
  id: string,
  all: readonly Pick<Operation, "method" | "path" | "creations">[] = Object.values(operations),
): string {
  const readers = all.flatMap(({ method, path: shown, creations = {} }) =>
    Object.entries(creations).flatMap(([name, { operation }]) =>
      method === "GET" && operation === creator && shown.endsWith(`/{${name}}`) ? [shown] : [],
    ),
  );
  const [elsewhere] = readers;
  if (elsewhere === undefined || readers.some((shown) => shown.startsWith(`${path}/`)))
    return `${sent}/${id}`;
  const root = sent.split("/").slice(0, 1 - path.split("/").length);
  return root.join("/") + elsewhere.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? id);
}
