/** For which requests a fault takes hold. */
import type { OperationId } from "../../../generated/operations.ts";
import type { RequestContext } from "../seams.ts";

/** Tells for which requests a fault takes hold. */
export type When = (context: RequestContext) => boolean;

/** Every fifth request of its operation. */
export const everyFifth: When = ({ count }) => count % 5 === 0;

/** The third page of a walk and those after it. */
export const fromThirdPage: When = ({ page }) => page >= 3;

/** One operation only. */
export const only =
  (operation: OperationId): When =>
  (context) =>
    context.operation === operation;

/** Requests for which all of these hold. */
export const all =
  (...conditions: readonly When[]): When =>
  (context) =>
    conditions.every((holds) => holds(context));

/** Requests with such a value in a header; null where it is missing. */
export const withHeader =
  (name: string, test: (value: string | null) => boolean): When =>
  ({ request }) =>
    test(request.headers.get(name));
