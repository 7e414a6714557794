// Written by `npm run generate` from openapi/. Do not edit.

import type { RequirementId } from "./requirements.ts";

/** A part of a request without which, or with a value in which that its schema does not allow, it must be refused. */
export interface Demand {
  /** Its operationId. */
  readonly operation: string;
  readonly in: "body" | "query";
  /** JSON pointer into the body, or into the query as an object. */
  readonly pointer: string;
  readonly requirement: RequirementId;
  /** Values that the schema does not allow: of other types, then beyond its bounds; none where any is allowed. */
  readonly invalid: readonly unknown[];
}

/** Every required query parameter and property of a request body with an `x-requirement` in the description. */
export const demands: readonly Demand[] = [];
