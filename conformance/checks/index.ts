/** Every check of the suite, listed by hand: what is not listed here does not run. */
import type { Check } from "../check.ts";
import { replayChecks } from "../exchanges/replay.ts";
import { keyWindowChecks } from "./key-window.ts";
import { listChecks } from "./list.ts";
import { requestQuestions } from "./open-questions/requests.ts";
import { resourceQuestions } from "./open-questions/resources.ts";
import { writeQuestions } from "./open-questions/writes.ts";
import { refusedReadChecks } from "./reads-refused.ts";
import { refusalChecks } from "./refusals.ts";
import { responseChecks } from "./responses.ts";
import { signatureSchemeChecks } from "./signature-scheme.ts";
import { tokenChecks } from "./token.ts";
import { writeChecks } from "./writes.ts";
import { refusedWriteChecks } from "./writes-refused.ts";

/** All checks. Requests come first, checks over the whole log last. */
export const checks: readonly Check[] = [
  ...tokenChecks,
  ...listChecks,
  ...refusedReadChecks,
  ...requestQuestions,
  ...resourceQuestions,
  ...replayChecks,
  ...signatureSchemeChecks,
  ...refusedWriteChecks,
  ...writeQuestions,
  ...writeChecks,
  ...keyWindowChecks,
  ...responseChecks,
  ...refusalChecks,
];
