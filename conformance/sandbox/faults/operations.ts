/** The operations that faults are made for, with the ends of the ids of their checks. */
import {
  api,
  type Operation,
  type OperationId,
  operations,
  type Pagination,
} from "../../../generated/operations.ts";
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

const known = Object.keys(own.checkNames);
const rank = ({ id }: Operation) => (known.includes(id) ? known.indexOf(id) : known.length);

/** Every operation but the token's; those with published names come first, in the order of these. */
const judged: readonly Judged[] = Object.values<Operation>(operations)
  .filter(({ id }) => id !== api.token)
  .sort((a, b) => rank(a) - rank(b))
  .map((described) => ({
    operation: described.id as OperationId,
    method: described.method,
    path: described.path,
    check: own.checkNames[described.id] ?? described.id,
    described,
  }));

/** The operations that need a token. */
export const guarded: readonly Judged[] = judged.filter(({ described }) => described.scopes !== null);

/** The signed operations. */
export const signed: readonly Judged[] = judged.filter(({ described }) => described.signed !== null);

/** The operations that need an idempotency key. */
export const idempotent: readonly Judged[] = judged.filter(({ described }) => described.idempotent !== null);

/** A paginated operation. */
export interface Paged extends Judged {
  readonly pages: Pagination;
  /** How the ids of its checks of paging end: not at all for one with published names. */
  readonly end: string;
}

/** The paginated operations. */
export const paginated: readonly Paged[] = judged.flatMap((one) => {
  const { paginated: pages } = one.described;
  const end = known.includes(one.operation) ? "" : `.${one.check}`;
  return pages === null ? [] : [{ ...one, pages, end }];
});

/** The operations for which the API has no checks of its own. */
export const others: readonly Judged[] = guarded.filter(({ operation }) => !known.includes(operation));

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
