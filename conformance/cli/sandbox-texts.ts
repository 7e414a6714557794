/** The output of `partner-card sandbox`: how to use it, and what --list shows. */

import { requirement } from "../../generated/requirements.ts";
import { questionName } from "../base/question-name.ts";
import { quote } from "../base/shell.ts";
import { questions } from "../sandbox/choices.ts";
import { faults } from "../sandbox/faults.ts";
import { variables } from "./environment.ts";

/** What is needed to use a sandbox; null for what the user already has, which is not shown. */
export interface Started {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  /** Path of the private key. */
  readonly signingKey: string | null;
}

/**
 * How to use a started sandbox.
 *
 * @param broken - Names of its faults.
 * @param publicKey - Path of the given public key.
 * @param seconds - Seconds after which it ends by itself; never unless given.
 */
export function startedText(
  started: Started,
  broken: readonly string[],
  publicKey = "",
  seconds?: number,
): string {
  const { baseUrl, clientId, clientSecret, signingKey } = started;
  const pasted = [
    [variables.baseUrl, baseUrl],
    [variables.clientId, clientId],
    [variables.clientSecret, clientSecret],
    [variables.signingKey, signingKey],
  ] as const;
  return `The sandbox serves ${baseUrl}${broken.length === 0 ? "" : ` (broken: ${broken.join(", ")})`}

  client id     ${clientId}${clientSecret === null ? `\n  secret        from ${variables.clientSecret}` : ""}
  signing key   ${signingKey ?? `the private key of ${publicKey}`}

Paste this into another terminal:

${pasted.flatMap(([name, value]) => (value === null ? [] : [`export ${name}=${quote(value)}\n`])).join("")}
Ctrl-C ends it${seconds === undefined ? "" : `, and else it ends after ${seconds} s`}.
`;
}

/** Every open question with its answers. */
export function choicesText(asJson: boolean): string {
  if (asJson) return `${JSON.stringify(questions, null, 2)}\n`;
  return questions
    .map(
      ({ gap, answers }) => `${questionName(gap)}\n  ${requirement(gap).question}\n  ${answers.join(", ")}\n`,
    )
    .join("\n");
}

/** Checks that need a long wait, which a flag of the suite must allow. */
const waiting = ["token.lives", "token.dies", "idempotency.window"];

/** Every fault of the catalogue. */
export function faultsText(asJson: boolean): string {
  const rows = faults.map(({ name, breaks, summary, caughtBy }) => ({ name, breaks, summary, caughtBy }));
  if (asJson) return `${JSON.stringify(rows, null, 2)}\n`;
  return rows
    .map(({ name, breaks, summary, caughtBy }) => {
      const wait = waiting.some((id) => caughtBy[0].startsWith(id)) ? "; found only with --wait" : "";
      return `${name}\n  ${summary} (breaks ${breaks}${wait})\n`;
    })
    .join("\n");
}
