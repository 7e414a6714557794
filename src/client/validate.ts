import { responseSchema } from "../../generated/operations.ts";
import { validators } from "../../generated/validators.js";
import { ResponseError } from "../core/errors.ts";
import type { Report } from "../core/events.ts";
import { markChangedNumbers } from "../core/json.ts";
import { nodeCrypto } from "../core/node-crypto.ts";
import { excerpt, scrub } from "../core/redact.ts";
import type { WireResponse } from "../http/send.ts";
import type { ReadContext } from "../pipeline/context.ts";
import type { UnsafeNumberMode, ValidationMode } from "./options.ts";

/** Maximum number of differences listed in an error or event. */
const differencesShown = 5;

/** What is wrong with the data of a response. */
interface Finding {
  readonly code: "response-shape" | "response-number";
  /** Error message text that follows the status. */
  readonly problem: (differences: string) => string;
  /** Locations and rules, without values. */
  readonly differences: readonly string[];
}

/**
 * Compares the data of a response with the description, and finds numbers that JavaScript changed.
 *
 * @param modes - What to do with a difference. Numbers never make a write fail: it was carried out.
 * @throws ResponseError `response-shape` or `response-number`, with locations but no values, in mode `throw`.
 * @see Specification, Resources and their fields.
 */
export function checkData(
  data: unknown,
  response: WireResponse,
  context: ReadContext,
  modes: { readonly validateResponses: ValidationMode; readonly unsafeNumbers: UnsafeNumberMode },
  report: Report,
): void {
  const numbersThrow = modes.unsafeNumbers === "throw" && context.operation.method === "GET";
  tell(numbersThrow, wrongNumbers(data, response), response, context, report);
  if (modes.validateResponses === "off") return;
  tell(modes.validateResponses === "throw", wrongShape(data, response, context), response, context, report);
}

function tell(
  throws: boolean,
  finding: Finding | undefined,
  { status, text }: WireResponse,
  { operation, callId, secrets }: ReadContext,
  report: Report,
): void {
  if (finding === undefined) return;
  // A location may contain a name chosen by the server.
  const show = () => finding.differences.slice(0, differencesShown).map((one) => scrub(one, secrets));
  if (!throws) {
    report("shape", () => ({ callId, operation: operation.id, differences: show() }));
    return;
  }
  const differences = show();
  const message = `${operation.id}: ${status}${finding.problem(differences.join("; "))}.`;
  const bodyExcerpt = excerpt(text, secrets);
  throw new ResponseError(finding.code, message, {
    operation: operation.id,
    status,
    bodyExcerpt,
    cause: { differences },
  });
}

function wrongShape(
  data: unknown,
  { status }: WireResponse,
  { operation }: ReadContext,
): Finding | undefined {
  const schema = responseSchema(operation, status);
  const validator = schema === null ? undefined : validators[schema];
  if (validator === undefined || validator(data)) return undefined;
  const differences = (validator.errors ?? []).map(
    ({ instancePath, message, keyword }) => `${instancePath || "the body"} ${message ?? keyword}`,
  );
  const problem = (shown: string) => ` with a body that does not fit the description: ${shown}`;
  return { code: "response-shape", problem, differences };
}

function wrongNumbers(data: unknown, { text }: WireResponse): Finding | undefined {
  const places = typeof data === "string" || data === undefined ? [] : changedNumbers(text);
  if (places.length === 0) return undefined;
  const differences = places.map((place) => `${place} is a number that JavaScript cannot hold`);
  return { code: "response-number", problem: (shown) => `, where ${shown}`, differences };
}

/** JSON pointers of the first numbers in a JSON text whose value changes when they are parsed. */
export function changedNumbers(json: string): string[] {
  const mark = nodeCrypto().randomUUID();
  const marked = markChangedNumbers(json, mark);
  const places: string[] = [];
  const open: (readonly [unknown, string])[] = marked === json ? [] : [[JSON.parse(marked), ""]];
  for (let next = open.pop(); next !== undefined && places.length < differencesShown; next = open.pop()) {
    const [value, pointer] = next;
    if (typeof value === "string" && value.startsWith(mark)) places.push(pointer || "the body");
    if (typeof value !== "object" || value === null) continue;
    for (const [name, item] of Object.entries(value).reverse()) {
      open.push([item, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`]);
    }
  }
  return places;
}
