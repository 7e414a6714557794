/** Which operation creates the items that a path names, and which one removes them. */
import { type Described, type Description, pathParameters, type Row } from "./operation.ts";

/** The operation that creates what a path parameter names, and where its response shows the value. */
export interface Creator {
  readonly parameter: string;
  readonly one: Described;
  readonly pointer: string;
}

/** An operation that removes what another one creates. */
export interface Remover {
  readonly remover: Described;
  readonly creator: Creator;
}

/** What creates the item that the path of an operation ends with; null where the description shows nothing that does. */
export function creatorOf({ row, description }: Described): Creator | null {
  const parameter = pathParameters(row).at(-1) ?? "";
  const { operation = "", pointer = "" } = row.creations?.[parameter] ?? {};
  const creator = description.operations[operation];
  return creator === undefined ? null : { parameter, one: { row: creator, description }, pointer };
}

/** True for an operation after which the item in its path may be no more. */
export function removes(row: Row): boolean {
  return row.method === "DELETE" && row.path.endsWith(`{${pathParameters(row).at(-1)}}`);
}

/** The operations that remove what another one creates one level above, or with the same path. */
export function removersIn(description: Description): readonly Remover[] {
  return Object.values(description.operations).flatMap((row) => {
    const remover = { row, description };
    const creator = removes(row) ? creatorOf(remover) : null;
    return creator === null || !isBelow(row, creator.one.row) ? [] : [{ remover, creator }];
  });
}

/** Words for what ends something, and frees what it has taken. */
const ends = /^(?:withdraw|cancel|void|revoke|close|release|abort)$/i;

/** The operations without a body that end what another one creates, and nothing removes: a dispute is withdrawn. */
export function endersIn(description: Description): readonly Remover[] {
  const removed = new Set(removersIn(description).map(({ creator }) => creator.one.row.id));
  return Object.values(description.operations).flatMap((row) => {
    const isEnder = row.method === "POST" && !row.bodyRequired && ends.test(row.path.split("/").at(-1) ?? "");
    const remover = { row, description };
    const creator = isEnder ? creatorOf(remover) : null;
    return creator === null || removed.has(creator.one.row.id) ? [] : [{ remover, creator }];
  });
}

/** True where the path of a DELETE is that of its creator, and one more value where the server chooses the id. */
function isBelow(remover: Row, { path, creates }: Row): boolean {
  const shape = (template: string) => template.replace(/\{\w+\}/g, "{}");
  return shape(remover.path) === (creates === undefined ? `${shape(path)}/{}` : shape(path));
}

/** What is said of what stays as it is. */
export const left = "nothing puts that back";

/** What becomes of what an operation creates, in words. */
export function afterwards({ row, description }: Described): string {
  const isRemoved = removersIn(description).some(({ creator }) => creator.one.row.id === row.id);
  return isRemoved ? "what that creates is removed in the end" : left;
}
