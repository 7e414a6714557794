/** Replays recordings against a live server and judges the responses by the description. */
import { randomUUID } from "node:crypto";
import { fields } from "../../../generated/fields.ts";
import { api, type Operation, type OperationId, operations } from "../../../generated/operations.ts";
import { requirement } from "../../../generated/requirements.ts";
import { type SchemaName, validators } from "../../../generated/validators.js";
import { parseExact } from "../../base/exact-json.ts";
import type { HarEntry } from "../../base/har.ts";
import { headerOf } from "../../base/headers.ts";
import { literalPattern } from "../../base/text.ts";
import { type Exchange, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { isWrite } from "../../wire/is-write.ts";
import { makeRequest, pathOf } from "../../wire/request.ts";
import { readToken } from "../../wire/tokens.ts";
import type { WriteWay } from "../../wire/way.ts";
import { ask, currentToken } from "../kit/ask.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import { pagedOperation } from "../kit/paged.ts";
import { judgeRefusal } from "../kit/refusal.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { readPage } from "../kit/walk.ts";
import { examine, valuesAt } from "../response-fields.ts";
import { bind, type Live, unexpectedChanges } from "./bind.ts";
import { type Recording, readRecording } from "./recording.ts";

/** The check that replays a recording; the purpose of its request is this id. */
const checkId = ({ name }: Recording) => `exchange.${name}`;

/** What a recorded write needs of what this run writes to. */
export interface ReplayedWrite {
  /** Values of its path parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** The way in which this server accepts it; null for the specified one. */
  readonly way: WriteWay | null;
  /** Members of the body that must keep the values of this server; null where none must. */
  readonly kept: Readonly<Record<string, unknown>> | null;
  /** Judges whether an accepted write is what is read afterwards. */
  readonly judgeEffect: (exchange: Exchange) => Promise<Fact>;
}

/** Gives what a recorded write needs, null for what is no write. @throws Inconclusive if nothing can be written. */
export type WriteOf = (run: Run, operation: OperationId) => Promise<ReplayedWrite | null>;

/** True for a recorded request to the path of an operation. */
export function isOf({ method, path }: Pick<Operation, "method" | "path">, { request }: HarEntry): boolean {
  const pattern = path.split(/\{\w+\}/).map(literalPattern);
  return (
    request.method === method && new RegExp(`${pattern.join("[^/]+")}$`).test(new URL(request.url).pathname)
  );
}

/** Sends a recording; ids and cursors are values that this server returned. */
async function replay(run: Run, recording: Recording, writeOf: WriteOf): Promise<Exchange> {
  const { name, operation, refused } = recording;
  const entry = readRecording(recording);
  if (!isOf(operations[operation], entry))
    throw new Inconclusive("the description has another path since this was recorded; run npm run record");
  const write = await writeOf(run, operation);
  const token = operations[operation].scopes === null ? null : (await currentToken(run)).value;
  const bound = await boundValues(run, operation, entry, write?.path ?? {});
  const way = write?.way ?? null;
  const call = { operation, path: bound, idempotencyKey: randomUUID(), ...(way === null ? {} : { way }) };
  const stale: Live = {
    url: run.target.baseUrl + pathOf(call),
    clientId: run.target.clientId,
    clientSecret: run.target.clientSecret,
    token,
    idempotencyKey: null,
    timestamp: null,
    signature: null,
    cursor: bound[pagedOperation(operation)?.paginated.parameter ?? ""] ?? null,
    kept: write?.kept ?? null,
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
  written: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const { bindings }: Operation = operations[operation];
  // Of the items of a list, it is the one that writes may touch.
  const values: Record<string, string> = { ...written };
  for (const [parameter, { operation: source, pointer }] of Object.entries(bindings)) {
    if (!new URL(request.url).searchParams.has(parameter)) continue;
    const size = pagedOperation(source)?.paginated.pageSize ?? null;
    const { id, response } = await ask(run, "control", {
      operation: source as OperationId,
      query: size === null ? {} : { [size.parameter]: "1" },
    });
    const [value] = valuesAt(response?.json, pointer.split("/").slice(1));
    if (typeof value !== "string") throw new Inconclusive(`needs ${pointer} of ${source}, to bind it`, [id]);
    values[parameter] = value;
  }
  return values;
}

/** Whether a success contains a token or a list, if that was asked for. */
function isGranted({ operation }: Recording, exchange: Exchange): boolean {
  if (operation === api.token) return readToken(exchange) !== null;
  const paged = pagedOperation(operation);
  return paged === null || readPage(paged, exchange).ids !== null;
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

async function replayCheck(run: Run, recording: Recording, writeOf: WriteOf): Promise<readonly Fact[]> {
  const { refused } = recording;
  if (refused === undefined) {
    const exchange = await replay(run, recording, writeOf);
    const fact = judgeSuccess(recording, exchange);
    const write = fact.kind === "held" ? await writeOf(run, recording.operation) : null;
    return [write === null ? fact : await write.judgeEffect(exchange)];
  }
  const before = await replay(run, refused.control, writeOf);
  const altered = await replay(run, recording, writeOf);
  const after = await replay(run, refused.control, writeOf);
  const fact = judgeRefusal(
    { before, altered, after },
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
  return violations({
    message: "The 401 for an invalid token does not carry the documented error body.",
    expected: [`a body that fits the schema ${schema}`],
    received: altered.response?.text.slice(0, 200) ?? "",
    pointer: validate.errors?.[0]?.instancePath ?? "",
    exchanges: [altered.id],
  });
}

/** One check for each recording. */
export function replayChecks(recordings: readonly Recording[], writeOf: WriteOf): readonly Check[] {
  return recordings.map((recording) => {
    const { operation, title, requirements, refused } = recording;
    const writes = isWrite(operation);
    const work = (run: Run) => replayCheck(run, recording, writeOf);
    return {
      id: checkId(recording),
      title,
      requirements,
      access: writes ? "write" : "read",
      stage: operation === api.token && refused !== undefined ? "credentials" : "request",
      run: (run) => (writes ? run.withCardLock(() => work(run)) : work(run)),
    };
  });
}
