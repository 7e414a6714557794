/** Which operation makes what the path of another one names. */
import { type Described, pathParameters } from "./operation.ts";

/** The PUT that makes what the path of an operation names, as its 201 says; null where the description has none. */
export function makerOf({ row, description }: Described): Described | null {
  const put = Object.values(description.operations).find(
    ({ method, path, responses }) => method === "PUT" && path === row.path && "201" in responses,
  );
  return put === undefined ? null : { row: put, description };
}

/**
 * True for the read of something that an item may lack, such as its alert, or of a setting that a PUT has to make first: the
 * description shows a 404.
 */
export function mayLack(one: Described): boolean {
  const { method, path, responses } = one.row;
  const isBelow = pathParameters(one.row).length > 0 && !path.endsWith("}");
  const isLone = pathParameters(one.row).length === 0 && makerOf(one) !== null;
  return method === "GET" && "404" in responses && (isBelow || isLone);
}
