/** The operations that faults are made for, with the ends of the ids of their checks. */
import {
  api,
  type Operation,
  type OperationId,
  operations,
  type Pagination,
} from "../../../generated/operations.ts";
import { requirements } from "../../../generated/requirements.ts";
import { own } from "../cards/index.ts";

/** An operation that checks judge. */
export interface Judged {
  readonly operation: OperationId;
  readonly method: string;
  readonly path: string;
  /** How the ids of its checks and faults end. */
  readonly check: string;
  /** What the description says of it. */
  readonly described: Operation;
}

const all = Object.values<Operation>(operations);
const lists = all.filter(({ paginated, path }) => paginated !== null && !path.includes("{"));
/** The list of which the requirements speak, or else the first: its checks have ids without its name. */
const mainList =
  lists.find(({ id }) => requirements.find((row) => row.id === "list.request")?.operations.includes(id)) ??
  lists[0];
const checkNames: Readonly<Record<string, string>> = {
  ...(mainList === undefined ? {} : { [mainList.id]: "list" }),
  ...own.checkNames,
};
const names = Object.keys(checkNames);
const rank = ({ id }: Operation) => (names.includes(id) ? names.indexOf(id) : names.length);

/** Every operation but the token's; those with names of their own come first, in the order of these. */
const judged: readonly Judged[] = all
  .filter(({ id }) => id !== api.token)
  .sort((a, b) => rank(a) - rank(b))
  .map((described) => ({
    operation: described.id as OperationId,
    method: described.method,
    path: described.path,
    check: checkNames[described.id] ?? described.id,
    described,
  }));

/** The operations that need a token. */
export const guarded: readonly Judged[] = judged.filter(({ described }) => described.scopes !== null);

/** The signed operations. */
export const signed: readonly Judged[] = judged.filter(({ described }) => described.signed !== null);

/** The operations that need an idempotency key. */
export const idempotent: readonly Judged[] = judged.filter(
  ({ described }) => described.idempotent !== null && described.keyIsOptional !== true,
);

/** A paginated operation. */
export interface Paged extends Judged {
  readonly pages: Pagination;
  /** How the ids of its checks of paging end: not at all for the main list. */
  readonly end: string;
}

/** The paginated operations. */
export const paginated: readonly Paged[] = judged.flatMap((one) => {
  const { paginated: pages } = one.described;
  const end = one.operation === mainList?.id ? "" : `.${one.check}`;
  return pages === null ? [] : [{ ...one, pages, end }];
});

/** The operations that are neither lists nor have checks of their own. */
export const others: readonly Judged[] = guarded.filter(
  ({ operation, described }) => !(operation in checkNames) && described.paginated === null,
);

/** The operations that have checks of their own, and the main list. */
export const known: readonly Judged[] = guarded.filter(({ operation }) => operation in checkNames);

/** The ids of checks of the operations that have none of their own, from ids without their ends. */
export function checksOfOthers(...checks: readonly string[]): string[] {
  return checksOf(
    checks,
    guarded.filter(({ operation }) => !(operation in checkNames)),
  );
}

/** The read that stands for all: the first that needs a token and no parameter. */
export const plainRead: Judged | undefined = Object.values<Operation>(operations).flatMap(
  ({ id, method, path }) =>
    method === "GET" && !path.includes("{") ? guarded.filter(({ operation }) => operation === id) : [],
)[0];

/** The ids of the checks of these operations, from ids without their ends. */
export function checksOf(checks: readonly string[], these: readonly Judged[]): string[] {
  return these.flatMap(({ check }) => checks.map((id) => `${id}.${check}`));
}

/** The checks that replay a recorded response of an operation, by its status in the description. */
export function replaysOf(operation: string, status: string): string[] {
  const start = `${operation.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.${status.toLowerCase()}`;
  return own.recordings
    .filter((name) => name === start || name.startsWith(`${start}-`))
    .map((name) => `exchange.${name}`);
}
