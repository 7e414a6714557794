/** Responses have the headers that the description requires of them. */
import { statusKey } from "../../../generated/operations.ts";
import { type Validator, validators } from "../../../generated/validators.js";
import { type Exchange, header, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing, prepare } from "../kit/check.ts";
import { type Fact, lastingIfSeveral, violations } from "../kit/verdict.ts";
import { acceptanceOf } from "./acceptance.ts";
import {
  type Described,
  isWrite,
  nameOf,
  operationCheck,
  type RequestSamples,
  type Row,
  samplesOf,
  schemaFor,
} from "./operation.ts";
import { withOperation } from "./with-operation.ts";

type RequiredHeaders = NonNullable<RequestSamples["headers"]>;

/**
 * The check that every response of an operation has its headers, whatever was asked for; none where the description
 * requires no header.
 *
 * @param isOwn - True where other checks send the requests of this operation: this one only looks at the responses.
 */
export function responseHeadersCheck(one: Described, isOwn = false): Check[] {
  const { headers = {} } = samplesOf(one);
  if (Object.keys(headers).length === 0) return [];
  // A token request made of samples would have a wrong secret, for which a server may lock its client out.
  const isSeenOnly = isWrite(one.row) && (isOwn || one.row.scopes === null);
  return operationCheck(one, {
    family: "headers",
    title: "every response has the headers that the description requires",
    stage: "log",
    run: async (run) => {
      if (!isSeenOnly)
        await prepare(run, () => withOperation(run, one, (args) => acceptanceOf(run, one, args)));
      const facts = run.probe.session.exchanges
        .filter(({ operation }) => operation === one.row.id)
        .flatMap((exchange) => judgeHeaders(one, headers, exchange));
      return facts.length > 0
        ? lastingIfSeveral(facts)
        : [missing("no response that needs a header was seen")];
    },
  });
}

/**
 * Judges one response; nothing where the description requires no header of it.
 *
 * @param known - Validators by name: that of a header is called after operation, status and header.
 */
export function judgeHeaders(
  { row }: Described,
  required: RequiredHeaders,
  exchange: Exchange,
  known: Readonly<Record<string, Validator>> = validators,
): Fact[] {
  const names = namesOf(row, required, exchange);
  if (names.length === 0) return [];
  const lacking = names.filter((name) => header(exchange, name) === null);
  const key = statusKey(row, exchange.response?.status ?? 0);
  const odd = names.find((name) => !fits(known[`${row.id}.${key}.${name}`], header(exchange, name)));
  if (lacking.length > 0)
    return violations({
      message: `${nameOf(row)} was answered without ${lacking.join(", ")}, which the description requires.`,
      expected: [`a response with ${names.join(", ")}`],
      received: outcomeOf(exchange),
      exchanges: [exchange.id],
    });
  if (odd === undefined) return [held("a response had the headers that it needs", exchange.id)];
  return violations({
    message: `${nameOf(row)} was answered with ${odd}, whose value does not fit its schema.`,
    expected: [`a value such as ${required[key]?.[odd]}`],
    received: (header(exchange, odd) ?? "").slice(0, 200),
    exchanges: [exchange.id],
  });
}

/** True where the text of a header fits, as a text, or as the number or boolean that it shows. */
function fits(validate: Validator | undefined, text: string | null): boolean {
  if (validate === undefined || text === null || validate(text)) return true;
  if (text === "true" || text === "false") return validate(text === "true");
  return text.trim() !== "" && validate(Number(text));
}

/** The headers that a response needs: those of its status; of a range, only where it is that of a success. */
function namesOf(row: Row, required: RequiredHeaders, exchange: Exchange): string[] {
  const { response } = exchange;
  if (response === null) return [];
  const { status, form } = response;
  const isShown = succeeded(exchange) || String(status) in row.responses;
  // What does not even look like the refusal that is shown is no answer of the service, but of what stands before it.
  const isOfOthers = !succeeded(exchange) && schemaFor(row, status) !== null && form !== "object";
  return isShown && !isOfOthers ? Object.keys(required[statusKey(row, status)] ?? {}) : [];
}
