/** Every check of the suite, listed by hand: what is not listed here does not run. */

import { controlWriteChecks } from "./cards/control-writes.ts";
import { keyWindowChecks } from "./cards/key-window.ts";
import { headerQuestions } from "./cards/open-questions/headers.ts";
import { idempotencyQuestions } from "./cards/open-questions/idempotency.ts";
import { limitQuestions } from "./cards/open-questions/limits.ts";
import { retryChecks } from "./cards/retries.ts";
import { signatureSchemeChecks } from "./cards/signature-scheme.ts";
import { timestampFreshChecks } from "./cards/timestamp-fresh.ts";
import { acceptedWriteChecks } from "./cards/writes-accepted.ts";
import { refusedWriteChecks } from "./cards/writes-refused.ts";
import { iterationChecks } from "./iteration.ts";
import type { Check } from "./kit/check.ts";
import { listRequestChecks } from "./list-request.ts";
import { requestQuestions } from "./open-questions/requests.ts";
import { resourceQuestions } from "./open-questions/resources.ts";
import { operationChecks } from "./operations/index.ts";
import { pageSizeChecks } from "./page-size.ts";
import { refusedReadChecks } from "./reads-refused.ts";
import { replayChecks } from "./recordings/replay.ts";
import { refusalChecks } from "./refusals.ts";
import { responseChecks } from "./responses.ts";
import { tokenLifeChecks } from "./token-life.ts";
import { tokenRequestChecks } from "./token-request.ts";
import { tokenScopeChecks } from "./token-scopes.ts";

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
  ...operationChecks,
  ...responseChecks,
  ...refusalChecks,
];
