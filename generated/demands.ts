// Written by `npm run generate` from openapi/. Do not edit.

import type { RequirementId } from "./requirements.ts";

/** A part of a request with a value in which that its schema does not allow, or without which, it must be refused. */
export interface Demand {
  /** Its operationId. */
  readonly operation: string;
  readonly in: "body" | "query" | "needed";
  /** JSON pointer into the body, or into the query or the needed headers as an object. */
  readonly pointer: string;
  readonly requirement: RequirementId;
  /** True where a request need not have it. */
  readonly isOptional?: true;
  /** True where some of the values are wrong in one of several alternatives, and right in another one. */
  readonly isOfKind?: true;
  /** Values that the schema does not allow: of other types, then beyond its bounds; none where any is allowed. */
  readonly invalid: readonly unknown[];
}

/**
 * Every required query parameter and property of a request body with an `x-requirement` in the description; and those
 * that may be left out, of an operation that shows with which status what is not valid is refused.
 */
export const demands: readonly Demand[] = [];
