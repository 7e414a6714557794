/** Replays recordings against a live server and judges the responses by the description. */
import { randomUUID } from "node:crypto";
import { fields } from "../../../generated/fields.ts";
import { api, type Operation, type OperationId, operations } from "../../../generated/operations.ts";
import { requirement } from "../../../generated/requirements.ts";
import { type SchemaName, validators } from "../../../generated/validators.js";
import { parseExact } from "../../base/exact-json.ts";
import type { HarEntry } from "../../base/har.ts";
import { headerOf } from "../../base/headers.ts";
import { jsonText } from "../../base/json-text.ts";
import { type Exchange, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { makeRequest, pathOf } from "../../wire/request.ts";
import { readToken } from "../../wire/tokens.ts";
import { writableCard } from "../cards/kit/acceptance.ts";
import { someLooks, staysByItself } from "../cards/kit/card-compare.ts";
import { type CardUnderTest, dailyOf } from "../cards/kit/card-under-test.ts";
import { documentedLimits, limitsOf } from "../cards/limits.ts";
import { type Recording, readRecording, recordings } from "../cards/recordings/recordings.ts";
import { isWriteOperation, type WriteOperation } from "../cards/write-form.ts";
import { ask, currentToken } from "../kit/ask.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import { judgeRefusal } from "../kit/refusal.ts";
import type { Fact } from "../kit/verdict.ts";
import { readPage } from "../kit/walk.ts";
import { examine, valuesAt } from "../response-fields.ts";
import { bind, type Live, unexpectedChanges } from "./bind.ts";

/** The check that replays a recording; the purpose of its request is this id. */
const checkId = ({ name }: Recording) => `exchange.${name}`;

/** Sends a recording; the card id and the cursor are values that this server returned. */
async function replay(run: Run, recording: Recording): Promise<Exchange> {
  const { name, operation, refused } = recording;
  const entry = readRecording(name);
  const card = isWriteOperation(operation) ? await writableCard(run, operation) : null;
  const token = operations[operation].scopes === null ? null : (await currentToken(run)).value;
  const bound = await boundValues(run, operation, entry, card);
  const way = card?.form.way ?? null;
  const call = { operation, path: bound, idempotencyKey: randomUUID(), ...(way === null ? {} : { way }) };
  const stale: Live = {
    url: run.target.baseUrl + pathOf(call),
    clientId: run.target.clientId,
    clientSecret: run.target.clientSecret,
    token,
    idempotencyKey: null,
    timestamp: null,
    signature: null,
    cursor: bound[operations.listCards.paginated.parameter] ?? null,
    limits: limitsOf(card?.original),
  };
  /** Timestamp, signature and key come from the same call as built by the suite. */
  const fresh = async (): Promise<Live> => {
    if (operations[operation].signed === null) return stale;
    const body = parseExact(bind(entry, stale).body ?? "{}");
    const { headers } = await makeRequest(run.probe.builder, { ...call, body }, token ?? "");
    return {
      ...stale,
      idempotencyKey: headerOf(headers, api.headers.idempotencyKey),
      timestamp: headerOf(headers, api.headers.timestamp),
      signature: headerOf(headers, api.headers.signature),
    };
  };
  return run.probe.session.send({
    purpose: checkId(recording),
    operation,
    alteration:
      refused?.alteration.description ?? (way?.open === undefined ? (way?.description ?? null) : null),
    build: async () => {
      const live = await fresh();
      const request = bind(entry, live);
      const changes = unexpectedChanges(entry, request, live);
      if (changes.length > 0) throw new Error(`replay of ${name} changes ${changes.join(", ")}`);
      return request;
    },
  });
}

/** Values of this server for the parameters of a recorded request, by the links of the description. */
async function boundValues(
  run: Run,
  operation: OperationId,
  { request }: HarEntry,
  card: CardUnderTest | null,
): Promise<Record<string, string>> {
  const { path, bindings }: Operation = operations[operation];
  const values: Record<string, string> = {};
  for (const [parameter, { operation: source, pointer }] of Object.entries(bindings)) {
    // Of the cards in the list, it is the one that writes may touch.
    if (card !== null && path.includes(`{${parameter}}`)) values[parameter] = card.id;
    if (!new URL(request.url).searchParams.has(parameter)) continue;
    const { id, response } = await ask(run, "control", {
      operation: source as OperationId,
      query: { limit: "1" },
    });
    const [value] = valuesAt(response?.json, pointer.split("/").slice(1));
    if (typeof value !== "string") throw new Inconclusive(`needs ${pointer} of ${source}, to bind it`, [id]);
    values[parameter] = value;
  }
  return values;
}

/** Whether a success contains a token or a list, if that was asked for. */
function isGranted({ operation }: Recording, exchange: Exchange): boolean {
  if (operation === "requestToken") return readToken(exchange) !== null;
  return operation !== "listCards" || readPage(exchange).cards !== null;
}

/** The schema of the response that a recording stands for, whatever status it has. */
function schemaOf({ operation, status }: Recording): SchemaName | null {
  const { responses }: Operation = operations[operation];
  return responses[status] ?? null;
}

/** Judges the response to a recorded request that is as specified. */
function judgeSuccess(recording: Recording, exchange: Exchange): Fact {
  if (!succeeded(exchange)) {
    // A single request does not show why it is refused; other checks ask for that.
    return missing(`the recorded request was answered ${outcomeOf(exchange)}`, [exchange.id]);
  }
  const schema = schemaOf(recording);
  // The specification does not show every body.
  if (schema === null || !fields.some((field) => field.schema === schema)) {
    return held(`answered ${outcomeOf(exchange)}`, exchange.id);
  }
  if (exchange.response?.form !== "object")
    return missing("the response is not a JSON object", [exchange.id]);
  // What is only derived, such as that every field is present, is left to the checks of those rules.
  const [found] = [...examine(schema, exchange).problems].filter(
    ([id]) => requirement(id).basis === "stated",
  );
  if (found === undefined) {
    // An empty object breaks no stated rule, but is no evidence either.
    return isGranted(recording, exchange)
      ? held(`answered ${outcomeOf(exchange)}, as the description says`, exchange.id)
      : missing("the answer to the recorded request does not hold what was asked for", [exchange.id]);
  }
  const [id, { pointer, description, received }] = found;
  return {
    kind: "violated",
    message: `The answer to the recorded request does not fit the description: ${pointer} ${description}.`,
    expected: [requirement(id).statement],
    received,
    pointer,
    exchanges: [exchange.id],
  };
}

/** Judges whether the value of an accepted write is what is read afterwards. */
async function judgeEffect(run: Run, operation: WriteOperation, exchange: Exchange): Promise<Fact> {
  const card = await writableCard(run, operation);
  const { daily } = JSON.parse(exchange.request.body ?? "{}") as { daily?: unknown };
  const snapshot = await card.readUntil((limits) => limits?.daily === daily);
  const read = dailyOf(snapshot, card.id);
  if (read === daily) return held(`answered ${outcomeOf(exchange)}, and read back`, exchange.id);
  if (read === null || exchange.response?.status === 202 || snapshot?.isSettled !== true) {
    return missing("the recorded write was accepted, but could not be seen at once", [exchange.id]);
  }
  if (!(await staysByItself(card, someLooks, documentedLimits))) {
    return missing("the recorded write was not read back, which may be somebody else's doing", [exchange.id]);
  }
  return {
    kind: "violated",
    message: "A recorded write was accepted, but is not what is read afterwards.",
    expected: [`limits.daily ${String(daily)}`],
    received: `limits.daily ${jsonText(read)}`,
    pointer: "/limits/daily",
    exchanges: [exchange.id],
  };
}

async function replayCheck(run: Run, recording: Recording): Promise<readonly Fact[]> {
  const { refused } = recording;
  if (refused === undefined) {
    const exchange = await replay(run, recording);
    const fact = judgeSuccess(recording, exchange);
    return fact.kind === "held" && isWriteOperation(recording.operation)
      ? [await judgeEffect(run, recording.operation, exchange)]
      : [fact];
  }
  const before = await replay(run, refused.control);
  const altered = await replay(run, recording);
  const after = await replay(run, refused.control);
  const fact = judgeRefusal(
    { before, altered, after, effect: null },
    {
      expected: recording.status === "401" ? "401" : "a refusal (any 4xx)",
      ...(recording.status === "401" ? { status: 401 } : {}),
      granted: (exchange) => isGranted(recording, exchange),
    },
  );
  const schema = schemaOf(recording);
  if (fact.kind !== "held" || schema === null) return [fact];
  const validate = validators[schema];
  if (validate(altered.response?.json)) return [fact];
  return [
    {
      kind: "violated",
      message: "The 401 for an invalid token does not carry the documented error body.",
      expected: ["an object with message and type, both strings"],
      received: altered.response?.text.slice(0, 200) ?? "",
      pointer: validate.errors?.[0]?.instancePath ?? "",
      exchanges: [altered.id],
    },
  ];
}

/** One check for each recording. */
export const replayChecks: readonly Check[] = recordings.map((recording) => {
  const writes = isWriteOperation(recording.operation);
  return {
    id: checkId(recording),
    title: recording.title,
    requirements: recording.requirements,
    access: writes ? "write" : "read",
    stage:
      recording.operation === "requestToken" && recording.refused !== undefined ? "credentials" : "request",
    run: (run) =>
      writes ? run.withCardLock(() => replayCheck(run, recording)) : replayCheck(run, recording),
  };
});
