/** Checks that look at every response of the run: the fields, the media type, the error body, the secret. */

import { type Field, fields } from "../../generated/fields.ts";
import { type Operation, operations, responseSchema } from "../../generated/operations.ts";
import { requirement } from "../../generated/requirements.ts";
import { type Exchange, header, succeeded } from "../wire/exchange.ts";
import { readToken } from "../wire/tokens.ts";
import { noToken } from "./kit/ask.ts";
import { type Check, held, isServed, missing, prepare, type Run } from "./kit/check.ts";
import { Inconclusive } from "./kit/inconclusive.ts";
import type { Fact } from "./kit/verdict.ts";
import { seeResponses } from "./operations/index.ts";
import { invalidTokenRequests, invalidTokenWrites } from "./refused-requests.ts";
import { examine } from "./response-fields.ts";
import { tokenRequests } from "./token-request.ts";
import { walks } from "./walks.ts";

type Schema = Field["schema"];

/** The schema of a response in the description; for any success, that of the documented one. */
function schemaOf(exchange: Exchange): Schema | null {
  const { operation, response } = exchange;
  if (operation === null || response === null) return null;
  const { responses }: Operation = operations[operation];
  const success = Object.keys(responses).find((status) => status.startsWith("2"));
  return succeeded(exchange) && success !== undefined
    ? (responses[success] ?? null)
    : responseSchema(operations[operation], response.status);
}

/** Every success that must match a schema. */
function successes(run: Run, schema: Schema): Exchange[] {
  return run.probe.session.exchanges.filter(
    (one) => succeeded(one) && one.response?.form === "object" && schemaOf(one) === schema,
  );
}

async function cardLists(run: Run): Promise<Exchange[]> {
  const problem = await prepare(run, () => walks(run));
  const listed = successes(run, "CardList");
  if (listed.length === 0) throw problem ?? new Inconclusive("no card list was seen");
  return listed;
}

async function tokenResponses(run: Run): Promise<Exchange[]> {
  await prepare(run, () => tokenRequests(run));
  // A response to a request not as specified must look like a token only if it contains one.
  const issued = successes(run, "TokenResponse").filter(
    (one) => one.alteration === null || readToken(one) !== null,
  );
  if (issued.length === 0) throw new Inconclusive(noToken(run));
  return issued;
}

/** The 401 for an invalid token: the only refusal whose body the specification shows. */
async function invalidTokenErrors(run: Run): Promise<Exchange[]> {
  if (!(await isServed(run))) throw new Inconclusive(noToken(run));
  const refused = await invalidTokenRequests(run);
  return refused.flatMap(({ exchange }) =>
    exchange !== null && schemaOf(exchange) === "ErrorBody" ? [exchange] : [],
  );
}

/** Every response that must match a schema, after making sure that there are some. */
const sources: Partial<Record<Schema, (run: Run) => Promise<Exchange[]>>> = {
  CardList: cardLists,
  TokenResponse: tokenResponses,
  ErrorBody: invalidTokenErrors,
};

function fieldCheck(id: Field["requirement"], schema: Schema): Check {
  return {
    id,
    title: requirement(id).statement,
    requirements: [id],
    access: "read",
    stage: "log",
    ...(schema === "ErrorBody" ? { defects: invalidTokenWrites } : {}),
    run: async (run) => {
      const problem = sources[schema] === undefined ? await seeResponses(run, schema) : null;
      const responses = (await sources[schema]?.(run)) ?? successes(run, schema);
      if (responses.length === 0) return [problem?.fact ?? missing("no response of this kind was seen")];
      // Without a token, nothing shows that this is the API at all: only contradictions count.
      const known = await isServed(run);
      return responses.flatMap((exchange): Fact[] => {
        const { problems, present } = examine(schema, exchange);
        const problem = problems.get(id);
        if (problem === undefined) {
          return known && present.has(id) ? [held("every response fitted", exchange.id)] : [];
        }
        const { pointer, description, received, hint } = problem;
        return [
          {
            kind: "violated",
            message: `${pointer === "" ? "The response" : pointer} ${description}.`,
            expected: [requirement(id).statement],
            received,
            pointer,
            ...(hint === null ? {} : { hint }),
            exchanges: [exchange.id],
          },
        ];
      });
    },
  };
}

const errorType: Check = {
  id: "error.401.type",
  title: "the 401 for an invalid token has the type InvalidRequest",
  requirements: ["error.401.type"],
  access: "read",
  stage: "log",
  defects: invalidTokenWrites,
  run: async (run) => {
    const responses = await invalidTokenErrors(run);
    return responses.flatMap((exchange): Fact[] => {
      const type = (exchange.response?.json as { type?: unknown } | null | undefined)?.type;
      if (type === "InvalidRequest") return [held("every such 401 has the type InvalidRequest", exchange.id)];
      // A type that is absent or not a string is reported by another check.
      if (typeof type !== "string") return [];
      return [
        {
          kind: "violated",
          message: "The error body of a 401 for an invalid token has another type.",
          expected: ["InvalidRequest"],
          received: type.slice(0, 200),
          pointer: "/type",
          exchanges: [exchange.id],
        },
      ];
    });
  },
};

const jsonOnly: Check = {
  id: "service.json",
  title: "tokens, card lists and the documented error are JSON, and say so",
  requirements: ["service.json"],
  access: "read",
  stage: "log",
  defects: invalidTokenWrites,
  run: async (run) => {
    await cardLists(run);
    await tokenResponses(run);
    const errors = await invalidTokenErrors(run);
    const { exchanges } = run.probe.session;
    const success = exchanges.filter(
      (one) => (one.operation === "listCards" || one.operation === "requestToken") && succeeded(one),
    );
    return [...success, ...errors].map((exchange): Fact => {
      const type = (header(exchange, "content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
      const isJson = exchange.response?.form !== "not JSON";
      if (isJson && (type === "application/json" || type.endsWith("+json")))
        return held("JSON throughout", exchange.id);
      return {
        kind: "violated",
        message: isJson
          ? "A JSON body came without the content type application/json."
          : "A body that has to be JSON is not.",
        expected: ["application/json, with or without parameters"],
        received: isJson
          ? type === ""
            ? "no content type"
            : type.slice(0, 200)
          : `${exchange.response?.bytes ?? 0} bytes that are no JSON`,
        exchanges: [exchange.id],
      };
    });
  },
};

const secretHidden: Check = {
  id: "secret.hidden",
  title: "no response repeats the client secret",
  requirements: ["auth.secret.unrecoverable"],
  access: "read",
  stage: "log",
  run: async (run) => {
    const tokens = await tokenResponses(run);
    const { exchanges } = run.probe.session;
    const telling = run.target.clientSecret.length >= 8;
    // A secret sent in the request itself proves nothing about what the service stores.
    const leaks = !telling
      ? []
      : exchanges.filter(
          ({ response, operation }) =>
            operation !== "requestToken" &&
            response !== null &&
            (response.includes(run.target.clientSecret) ||
              response.headers.some(([, value]) => value.includes(run.target.clientSecret))),
        );
    if (leaks.length === 0) {
      return (await isServed(run)) && telling
        ? [held(`not in any of ${exchanges.length} responses`, tokens[0]?.id)]
        : [
            missing(
              telling ? noToken(run) : "the secret is not known, or so short that it may come up by chance",
            ),
          ];
    }
    return [
      {
        kind: "violated",
        message: "A response repeats the client secret, which the service must not be able to do.",
        expected: ["no response that holds the secret"],
        received: "the secret (not shown here)",
        exchanges: leaks.map(({ id }) => id),
      },
    ];
  },
};

const schemaByRequirement = new Map(fields.map(({ requirement, schema }) => [requirement, schema]));

/** Checks over all responses. */
export const responseChecks: readonly Check[] = [
  ...[...schemaByRequirement].map(([id, schema]) => fieldCheck(id, schema)),
  errorType,
  jsonOnly,
  secretHidden,
];
