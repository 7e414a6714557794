/** Conditions that select the requests a fault applies to. */
import { api, type OperationId } from "../../../generated/operations.ts";
import type { RequestContext } from "../seams.ts";

/** True for the requests a fault applies to. */
export type When = (context: RequestContext) => boolean;

/** Every fifth request of its operation. */
export const everyFifth: When = ({ count }) => count % 5 === 0;

/** The third page of a walk and all later ones. */
export const fromThirdPage: When = ({ page }) => page >= 3;

/** One operation only. */
export const only =
  (operation: OperationId | undefined): When =>
  (context) =>
    context.operation === operation;

/** Requests that meet all of these conditions. */
export const all =
  (...conditions: readonly When[]): When =>
  (context) =>
    conditions.every((holds) => holds(context));

/** Requests with a matching value in a header; null if it is missing. */
export const withHeader =
  (name: string, test: (value: string | null) => boolean): When =>
  ({ request }) =>
    test(request.headers.get(name));

/** True for a value of which a beginning, or all, is right. */
export function beginsWith(value: string | null, isRight: (start: string) => boolean): boolean {
  return [...(value ?? "")].some((_, at, all) => isRight(all.slice(0, at + 1).join("")));
}

/** Seconds since the timestamp of a request. */
export function age({ request, now }: RequestContext): number {
  return Math.floor(now / 1000) - Number(request.headers.get(api.headers.timestamp));
}
