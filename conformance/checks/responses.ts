/** Checks that look at every response of the run: the fields, the media type, the error body. */

import { type Field, fields } from "../../generated/fields.ts";
import { api, type Operation, operations } from "../../generated/operations.ts";
import { requirement } from "../../generated/requirements.ts";
import { valueAt } from "../../src/core/json.ts";
import { fieldCheckId } from "../base/field-check-id.ts";
import { type Exchange, header, succeeded } from "../wire/exchange.ts";
import { isWrite } from "../wire/is-write.ts";
import { jsonProblem } from "../wire/json-problem.ts";
import { invalidToken } from "./defects.ts";
import { noToken } from "./kit/ask.ts";
import { type Check, held, isServed, missing, prepare, type Run } from "./kit/check.ts";
import { errorSchema, errorType, errorTypePointer } from "./kit/documented-error.ts";
import { Inconclusive, onInconclusive } from "./kit/inconclusive.ts";
import { nounOf, type PagedOperation, pagedOperation, pagedOperations } from "./kit/paged.ts";
import { schemaOf, successSchema } from "./kit/response-schema.ts";
import { isAsSpecified } from "./kit/spelled.ts";
import { type Fact, lastingIfSeveral, violations } from "./kit/verdict.ts";
import { judgeBrokenReads } from "./never-whole.ts";
import { seeResponses } from "./operations/index.ts";
import { isOfUnknownItem } from "./operations/unknown-item.ts";
import { invalidTokenRequests, invalidTokenWrites } from "./refused-requests.ts";
import { examine, violation } from "./response-fields.ts";
import { afterExpiry, withExpiredToken } from "./token-expiry.ts";
import { tokenRequests } from "./token-request.ts";
import { walks } from "./walks.ts";

type Schema = Field["schema"];

/** Every success that must match a schema. */
function successes(run: Run, schema: Schema | null): Exchange[] {
  return run.probe.session.exchanges.filter(
    (one) => succeeded(one) && one.response?.form === "object" && schemaOf(one) === schema,
  );
}

/** Every JSON object that must match a schema: successes, and refusals with a status that is shown by itself. */
function shownAs(run: Run, schema: Schema): Exchange[] {
  // With a status of a range, others may answer as well.
  const isShown = ({ operation, response }: Exchange) =>
    operation !== null && String(response?.status) in operations[operation].responses;
  const refusals = run.probe.session.exchanges.filter(
    (one) => !succeeded(one) && one.response?.form === "object" && isShown(one) && schemaOf(one) === schema,
  );
  return [...successes(run, schema), ...refusals];
}

async function pagesOf(run: Run, paged: PagedOperation): Promise<Exchange[]> {
  const problem = await prepare(run, () => walks(run, paged));
  const listed = successes(run, successSchema(paged));
  if (listed.length === 0) throw problem ?? new Inconclusive(`no list of ${nounOf(paged)} was seen`);
  return listed;
}

async function tokenResponses(run: Run): Promise<Exchange[]> {
  await prepare(run, () => tokenRequests(run));
  // A response to a request not as specified must look like a token only if it says that it is one.
  const issued = successes(run, successSchema(operations[api.token])).filter(
    (one) => isAsSpecified(one) || valueAt(one.response?.json, "/access_token") !== undefined,
  );
  if (issued.length === 0) throw new Inconclusive(noToken(run));
  return issued;
}

/** True for a request with one of these defects, and nothing else but spellings that were drawn for it. */
const isSpelled = (defects: readonly string[], { alteration }: Exchange) =>
  defects.some((description) => alteration?.startsWith(`${description} when `) === true);
const invalidTokens = invalidToken.alterations.map(({ description }) => description);

/** True for the 401 for a token that had expired. */
const isOfExpired = (one: Exchange) =>
  one.response?.status === 401 && (one.purpose.startsWith(afterExpiry) || isSpelled([withExpiredToken], one));

/** The 401 for an invalid or expired token: the only refusal whose body the specification shows. */
async function invalidTokenErrors(run: Run): Promise<Exchange[]> {
  if (!(await isServed(run))) throw new Inconclusive(noToken(run));
  const plain = (await invalidTokenRequests(run)).flatMap(({ exchange }) => exchange ?? []);
  const others = run.probe.session.exchanges.filter(
    (one) => isSpelled(invalidTokens, one) || isOfExpired(one),
  );
  return [...plain, ...others].filter((exchange) => schemaOf(exchange) === errorSchema);
}

/** Those, and what an operation refuses with another status that it shows by itself, such as an item that is not there. */
async function shownErrors(run: Run): Promise<Exchange[]> {
  const ofTokens = await invalidTokenErrors(run);
  // What has a defect may be refused for it before the operation is found, and of no 401 but these is the body shown.
  const isAsked = (one: Exchange) =>
    (one.alteration === null || isOfUnknownItem(one)) && one.response?.status !== 401;
  return errorSchema === null ? ofTokens : [...ofTokens, ...shownAs(run, errorSchema).filter(isAsked)];
}

/** Every response that must match a schema, after making sure that there are some. */
const sources = new Map<Schema | null, (run: Run) => Promise<Exchange[]>>([
  ...pagedOperations.map((paged) => [successSchema(paged), (run: Run) => pagesOf(run, paged)] as const),
  [successSchema(operations[api.token]), tokenResponses],
  [errorSchema, shownErrors],
]);

/** The responses that must match a schema, and why there are none. */
async function responsesOf(run: Run, schema: Schema): Promise<{ seen: Exchange[]; lacking: Fact[] }> {
  const source = sources.get(schema);
  const look = async () => {
    const problem = source === undefined ? await seeResponses(run, schema) : null;
    const seen = (await source?.(run)) ?? shownAs(run, schema);
    return { seen, lacking: [problem?.fact ?? missing("no response of this kind was seen")] };
  };
  return onInconclusive(look(), ({ fact }) => ({ seen: [], lacking: [fact] }));
}

function isShownByReads(schema: Schema): boolean {
  return Object.values<Operation>(operations).some(
    ({ id, method, responses }) =>
      (id === api.token || method === "GET") && Object.values(responses).includes(schema),
  );
}

/** A check of one rule about fields, in every response in which such a field stands. */
function fieldCheck(id: Field["requirement"], schemas: readonly Schema[]): Check {
  return {
    id: fieldCheckId(id),
    title: requirement(id).statement,
    requirements: [id],
    // What only writes show can't be seen without them.
    access: schemas.some(isShownByReads) ? "read" : "write",
    stage: "log",
    ...(schemas.some((schema) => schema === errorSchema) ? { defects: invalidTokenWrites } : {}),
    run: async (run) => {
      const kinds = await Promise.all(
        schemas.map(async (schema) => ({ schema, ...(await responsesOf(run, schema)) })),
      );
      if (kinds.every(({ seen }) => seen.length === 0)) return kinds.flatMap(({ lacking }) => lacking);
      // Without a token, nothing shows that this is the API at all: only contradictions count.
      const known = await isServed(run);
      const facts = kinds.flatMap(({ schema, seen }) =>
        seen.flatMap((exchange) => judgeField(id, schema, exchange, known)),
      );
      return lastingIfSeveral([...facts, ...(await shownAgain(run, id, facts))]);
    },
  };
}

/** What contradicts a rule in the same request sent again, where one response alone has contradicted it. */
async function shownAgain(
  run: Run,
  id: Field["requirement"],
  facts: readonly Fact[],
): Promise<readonly Fact[]> {
  const [only = "", ...others] = facts.flatMap((fact) => (fact.kind === "violated" ? fact.exchanges : []));
  const shown = run.probe.session.exchanges.find((one) => one.id === only);
  if (run.offline || others.length > 0 || shown === undefined || isWrite(shown.operation)) return [];
  const again = await run.probe.session.resend(only);
  const schema = again === null ? null : schemaOf(again);
  const repeated = again === null || schema === null ? [] : judgeField(id, schema, again, true);
  return repeated.filter(({ kind }) => kind === "violated");
}

function judgeField(id: Field["requirement"], schema: Schema, exchange: Exchange, known: boolean): Fact[] {
  const { problems, present } = examine(schema, exchange);
  const problem = problems.get(id);
  if (problem === undefined) {
    return known && present.has(id) ? [held("every response fitted", exchange.id)] : [];
  }
  return [violation(problem, requirement(id).statement, exchange)];
}

const typeOfError: Check = {
  id: "error.401.type",
  title: `the 401 for an invalid token has the type ${errorType}`,
  requirements: ["error.401.type"],
  access: "read",
  stage: "log",
  defects: invalidTokenWrites,
  run: async (run) => {
    const responses = await invalidTokenErrors(run);
    const facts = responses.flatMap((exchange): Fact[] => {
      const type = valueAt(exchange.response?.json, errorTypePointer);
      if (type === errorType) {
        return [held(`every such 401 has the type ${errorType}`, exchange.id)];
      }
      // A type that is absent or not a string is reported by another check.
      if (typeof type !== "string") return [];
      return violations({
        message: "The error body of a 401 for an invalid token has another type.",
        expected: [String(errorType)],
        received: type.slice(0, 200),
        pointer: errorTypePointer,
        exchanges: [exchange.id],
      });
    });
    return lastingIfSeveral(facts);
  },
};

const jsonOnly: Check = {
  id: "service.json",
  title: "tokens, lists and the documented error are whole, are JSON, and say so",
  requirements: ["service.json"],
  access: "read",
  stage: "log",
  defects: invalidTokenWrites,
  run: async (run) => {
    for (const paged of pagedOperations) await pagesOf(run, paged);
    await tokenResponses(run);
    const errors = await invalidTokenErrors(run);
    const { exchanges } = run.probe.session;
    const success = exchanges.filter(
      (one) => (pagedOperation(one.operation) !== null || one.operation === api.token) && succeeded(one),
    );
    const judged = [...success, ...errors].map((exchange): Fact => {
      const type = (header(exchange, "content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
      const problem = exchange.response === null ? "nothing" : jsonProblem(exchange.response);
      const isJson = problem === null;
      if (isJson && (type === "application/json" || type.endsWith("+json")))
        return held("JSON throughout", exchange.id);
      return {
        kind: "violated",
        message: isJson
          ? "A JSON body came without the content type application/json."
          : "A body that has to be JSON is not.",
        expected: ["application/json, with or without parameters"],
        received: isJson ? (type === "" ? "no content type" : type.slice(0, 200)) : problem,
        exchanges: [exchange.id],
      };
    });
    return [...lastingIfSeveral(judged), ...(await judgeBrokenReads(run))];
  },
};

/** The schemas in which a requirement speaks of a field. */
const schemasByRequirement = new Map<Field["requirement"], Set<Schema>>();
for (const { requirement, schema } of fields) {
  const schemas = schemasByRequirement.get(requirement) ?? new Set();
  schemasByRequirement.set(requirement, schemas.add(schema));
}

/** Checks over all responses. */
export const responseChecks: readonly Check[] = [
  ...[...schemasByRequirement].map(([id, schemas]) => fieldCheck(id, [...schemas])),
  ...(typeof errorType === "string" ? [typeOfError] : []),
  jsonOnly,
];
