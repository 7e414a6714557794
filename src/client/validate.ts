import type { OperationId } from "../../generated/operations.ts";
import * as validators from "../../generated/validators.js";
import { ResponseError } from "../core/errors.ts";
import type { Report } from "../core/events.ts";
import { excerpt, scrub } from "../core/redact.ts";
import type { WireResponse } from "../http/fetch-send.ts";
import type { ReadContext } from "../pipeline/context.ts";
import type { ValidationMode } from "./options.ts";

/** Schema of the data of an operation. One without an entry has a response that the specification leaves open. */
export const responseSchemas: Partial<Record<OperationId, validators.Validator>> = {
  requestToken: validators.TokenResponse,
  listCards: validators.CardList,
};

/** Differences that an error or event names. */
const differencesShown = 5;

/**
 * Compares the data of an answer with the description.
 *
 * @param mode - What to do with a difference.
 * @throws ResponseError `response-shape`, naming places and rules but no values, in mode `throw`.
 * @see Specification, Resources and their fields.
 */
export function checkShape(
  data: unknown,
  reply: WireResponse,
  context: ReadContext,
  mode: ValidationMode,
  report: Report,
): void {
  const { operation } = context;
  const validator = (responseSchemas as Record<string, validators.Validator | undefined>)[operation.id];
  if (mode === "off" || validator === undefined || validator(data)) return;
  const { errors } = validator;
  // A place may have a name that the server chose.
  const describeAll = () =>
    (errors ?? []).slice(0, differencesShown).map((error) => scrub(describe(error), context.secrets));
  if (mode === "warn") {
    report("shape", () => ({ callId: context.callId, operation: operation.id, differences: describeAll() }));
    return;
  }
  const differences = describeAll();
  throw new ResponseError(
    "response-shape",
    `${operation.id}: ${reply.status} with a body that does not fit the description: ${differences.join("; ")}.`,
    {
      ...{ operation: operation.id, status: reply.status, cause: { differences } },
      bodyExcerpt: excerpt(reply.text, context.secrets),
    },
  );
}

function describe({ instancePath, message, keyword }: validators.SchemaError): string {
  return `${instancePath === "" ? "the body" : instancePath} ${message ?? keyword}`;
}
