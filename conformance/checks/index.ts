/** Every check of the suite, listed by hand: what is not listed here does not run. */

import { controlWriteChecks } from "./control-writes.ts";
import { iterationChecks } from "./iteration.ts";
import { keyWindowChecks } from "./key-window.ts";
import type { Check } from "./kit/check.ts";
import { listRequestChecks } from "./list-request.ts";
import { headerQuestions } from "./open-questions/headers.ts";
import { idempotencyQuestions } from "./open-questions/idempotency.ts";
import { limitQuestions } from "./open-questions/limits.ts";
import { requestQuestions } from "./open-questions/requests.ts";
import { resourceQuestions } from "./open-questions/resources.ts";
import { pageSizeChecks } from "./page-size.ts";
import { refusedReadChecks } from "./reads-refused.ts";
import { replayChecks } from "./recordings/replay.ts";
import { refusalChecks } from "./refusals.ts";
import { responseChecks } from "./responses.ts";
import { retryChecks } from "./retries.ts";
import { signatureSchemeChecks } from "./signature-scheme.ts";
import { timestampFreshChecks } from "./timestamp-fresh.ts";
import { tokenLifeChecks } from "./token-life.ts";
import { tokenRequestChecks } from "./token-request.ts";
import { tokenScopeChecks } from "./token-scopes.ts";
import { acceptedWriteChecks } from "./writes-accepted.ts";
import { refusedWriteChecks } from "./writes-refused.ts";

/** All checks. Those that send requests and those that look at the whole log run in this order. */
export const checks: readonly Check[] = [
  ...tokenRequestChecks,
  ...tokenScopeChecks,
  ...tokenLifeChecks,
  ...listRequestChecks,
  ...pageSizeChecks,
  ...iterationChecks,
  ...refusedReadChecks,
  ...requestQuestions,
  ...resourceQuestions,
  ...replayChecks,
  ...signatureSchemeChecks,
  ...acceptedWriteChecks,
  ...refusedWriteChecks,
  ...limitQuestions,
  ...headerQuestions,
  ...idempotencyQuestions,
  ...timestampFreshChecks,
  ...retryChecks,
  ...controlWriteChecks,
  ...keyWindowChecks,
  ...responseChecks,
  ...refusalChecks,
];
