/** Which operation makes what the path of another one names. */
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import { type Described, pathParameters } from "./operation.ts";

/**
 * The PUT that makes what the path of an operation names, as its 201 says, or a read that may find none of what belongs to
 * an item, or as it has no body, such as one that puts a member into a group; null where the description has none.
 */
export function makerOf({ row, description }: Described): Described | null {
  const here = Object.values(description.operations).filter(({ path }) => path === row.path);
  const isPart = pathParameters(row).length > 0 && !row.path.endsWith("}");
  const mayBeNone = isPart && here.some(({ method, responses }) => method === "GET" && "404" in responses);
  const put = here.find(
    ({ method, responses, mediaType }) =>
      method === "PUT" && ("201" in responses || mayBeNone || (mediaType === null && row.path.endsWith("}"))),
  );
  return put === undefined ? null : { row: put, description };
}

/** True where an answer of a PUT says that it has made something, if there was nothing before. */
export function hasMadeNew({ row }: Described, answer: Exchange): boolean {
  return "201" in row.responses ? answer.response?.status === 201 : succeeded(answer);
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
