import { type Operation, operations } from "../../../../generated/operations.ts";
import type { RequestContext } from "../../seams.ts";
import type { PastRequest } from "../past.ts";

/** What a circumstance is about, in the order of reports. */
export const kinds = [
  "spelling",
  "place",
  "credential",
  "history",
  "time",
  "company",
  "path",
  "repetition",
] as const;

/** What a circumstance is about. */
export type Kind = (typeof kinds)[number];

/** One condition over requests. */
export interface Circumstance {
  /** Stable; names it on the command line. */
  readonly name: string;
  readonly kind: Kind;
  /** For a report, after the name of a fault. */
  readonly words: string;
  /** True for an operation whose requests can meet it. */
  readonly isFor: (operation: Operation) => boolean;
  /** True where a conforming server may refuse a request that meets it. */
  readonly mayBeRefused?: true;
  /** True for a request that meets it, given the requests answered before. */
  readonly holds: (context: RequestContext, past: readonly PastRequest[]) => boolean;
}

/** True for every operation. */
export const any = () => true;

/** True for an operation that takes a token. */
export const takesToken = ({ scopes }: Operation) => scopes !== null;

/** True for an operation with an idempotency key. */
export const isIdempotent = ({ idempotent }: Operation) => idempotent !== null;

/** True for a header with a matching value; "" where it is missing. */
export const header =
  (name: string, test: (value: string) => boolean): Circumstance["holds"] =>
  ({ request }) =>
    test(request.headers.get(name) ?? "");

/** The operation of a request, as described; null where it is none. */
export function described({ operation }: RequestContext): Operation | null {
  return operation === null ? null : operations[operation];
}
