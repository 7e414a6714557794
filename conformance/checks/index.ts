/** Every check of the suite, listed by hand: what is not listed here does not run. */

import { ownChecks } from "./cards/index.ts";
import { cursorKnownCheck } from "./cursor-known.ts";
import { cursorPlaceCheck } from "./cursor-place.ts";
import { spelledReadChecks } from "./drawn-reads.ts";
import { iterationChecks } from "./iteration.ts";
import type { Check } from "./kit/check.ts";
import { pagedOperations } from "./kit/paged.ts";
import { withKnownRequirements } from "./kit/rules.ts";
import { lastPageChecks } from "./last-page.ts";
import { listRequestChecks } from "./list-request.ts";
import { listTagChecks } from "./list-tag.ts";
import { listQuestions } from "./open-questions/list.ts";
import { requestQuestions } from "./open-questions/requests.ts";
import { resourceQuestions } from "./open-questions/resources.ts";
import { operationChecks } from "./operations/index.ts";
import { distinctPageCheck } from "./page-distinct.ts";
import { pageSizeChecks } from "./page-size.ts";
import { pageSizeEverywhere } from "./page-size-everywhere.ts";
import { refusedReadChecks } from "./reads-refused.ts";
import { refusalChecks } from "./refusals.ts";
import { responseChecks } from "./responses.ts";
import { scopeNameChecks } from "./scope-names.ts";
import { secretChecks } from "./secrets.ts";
import { spelledTokenChecks } from "./spelled-tokens.ts";
import { steadyChecks } from "./steady.ts";
import { tokenAcceptedChecks } from "./token-accepted.ts";
import { tokenLifeChecks } from "./token-life.ts";
import { tokenRequestChecks } from "./token-request.ts";
import { tokenScopeChecks } from "./token-scopes.ts";
import { refusedTokenChecks } from "./tokens-refused.ts";

const all: readonly Check[] = [
  ...tokenRequestChecks,
  ...spelledTokenChecks,
  ...refusedTokenChecks,
  ...tokenScopeChecks,
  ...tokenLifeChecks,
  ...pagedOperations.flatMap(listRequestChecks),
  ...pagedOperations.flatMap(pageSizeChecks),
  ...pagedOperations.flatMap(pageSizeEverywhere),
  ...pagedOperations.flatMap(cursorKnownCheck),
  ...pagedOperations.flatMap(cursorPlaceCheck),
  ...pagedOperations.flatMap(distinctPageCheck),
  ...pagedOperations.flatMap(lastPageChecks),
  ...pagedOperations.flatMap(iterationChecks),
  ...listTagChecks,
  ...spelledReadChecks,
  ...refusedReadChecks,
  ...scopeNameChecks,
  ...requestQuestions,
  ...listQuestions,
  ...resourceQuestions,
  ...ownChecks,
  ...operationChecks,
  ...responseChecks,
  ...secretChecks,
  ...tokenAcceptedChecks,
  ...steadyChecks,
  ...refusalChecks,
];

/**
 * All checks of which the description has a requirement. Those that send requests and those that look at the
 * whole log run in this order.
 */
export const checks: readonly Check[] = all.flatMap(withKnownRequirements);
