/** Replays recordings against a live server and judges what comes by the description. */
import { randomUUID } from "node:crypto";
import { fields } from "../../../generated/fields.ts";
import { type Operation, operations } from "../../../generated/operations.ts";
import { requirement } from "../../../generated/requirements.ts";
import { type SchemaName, validators } from "../../../generated/validators.js";
import { jsonText } from "../../base/json-text.ts";
import { documentedLimits, limitsOf } from "../../base/limits.ts";
import { type Exchange, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { signatureOf, signedPartsOf } from "../../wire/request.ts";
import { readToken } from "../../wire/tokens.ts";
import { isWriteOperation, type WriteOperation, type WriteWay } from "../../wire/write-form.ts";
import { writableCard } from "../kit/acceptance.ts";
import { ask, currentToken } from "../kit/ask.ts";
import { someLooks, staysByItself } from "../kit/card-compare.ts";
import { dailyOf } from "../kit/card-under-test.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import { judgeRefusal } from "../kit/refusal.ts";
import type { Fact } from "../kit/verdict.ts";
import { readPage } from "../kit/walk.ts";
import { examine } from "../response-fields.ts";
import { bind, type Live, unexpectedChanges } from "./bind.ts";
import { type HarEntry, pair, placeholders } from "./har.ts";
import { type Recording, readRecording, recordingNamed, recordings } from "./recordings.ts";

/** Sends a recording; the card id and the cursor are what this server returned. */
async function replay(run: Run, recording: Recording): Promise<Exchange> {
  const entry = readRecording(recording.name);
  const live = await liveValues(run, recording, entry);
  const { way } = live;
  const refusal = recording.control !== undefined;
  const isOther = way !== null && way.open === undefined;
  return run.probe.session.send({
    purpose: `exchange.${recording.name}`,
    operation: recording.operation,
    alteration: refusal
      ? recording.title.replace(/^a recorded (.*?) (is refused|gets .*)$/, "$1")
      : isOther
        ? way.description
        : null,
    build: async () => {
      const fresh = await sign(run, recording, entry, live);
      const request = bind(entry, fresh);
      const changes = unexpectedChanges(entry, request, fresh);
      if (changes.length > 0) throw new Error(`replay of ${recording.name} changes ${changes.join(", ")}`);
      return request;
    },
  });
}

/** Live values, and the way in which this server takes writes: in the recorded one it may take none. */
interface LiveWrite extends Live {
  readonly way: WriteWay | null;
}

async function liveValues(run: Run, { operation }: Recording, { request }: HarEntry): Promise<LiveWrite> {
  const { target } = run;
  const needsToken = pair(request.headers, "Authorization") === `Bearer ${placeholders.token}`;
  const token = needsToken ? await currentToken(run) : null;
  const values: LiveWrite = {
    way: null,
    baseUrl: target.baseUrl,
    clientId: target.clientId,
    clientSecret: target.clientSecret,
    token: token?.value ?? null,
    timestamp: "",
    signature: null,
    idempotencyKey: randomUUID(),
    cursor: null,
    path: operations[operation].path,
    limits: null,
  };
  if (isWriteOperation(operation)) {
    const card = await writableCard(run, operation);
    const path = operations[operation].path.replace("{id}", card.id);
    return { ...values, path, limits: limitsOf(card.original), way: card.form.way };
  }
  if (!request.url.includes("cursor=")) return values;
  const first = await ask(run, "control", { operation: "listCards", query: { limit: "1" } });
  const cursor = readPage(first).nextCursor;
  if (typeof cursor !== "string") throw new Inconclusive("needs a second page, to bind its cursor");
  return { ...values, cursor };
}

async function sign(
  run: Run,
  { operation }: Recording,
  entry: HarEntry,
  live: LiveWrite,
): Promise<LiveWrite> {
  const { target, probe } = run;
  if (operations[operation].signed === null || target.signingKey === null) return live;
  const seconds = Math.floor(probe.session.serverNow() / 1000);
  const timestamp = live.way?.timestamp?.(seconds) ?? String(seconds);
  const id = decodeURIComponent(live.path.split("/").at(-2) ?? "");
  const { idempotencyKey } = live;
  const parts = {
    ...signedPartsOf(target, { operation, path: { id }, idempotencyKey }, timestamp),
    body: bind(entry, live).body ?? "",
  };
  return { ...live, timestamp, signature: await signatureOf(probe.builder, live.way ?? undefined, parts) };
}

/** Whether a success holds a token or a list, where that was asked for. */
function isGranted({ operation }: Recording, exchange: Exchange): boolean {
  if (operation === "requestToken") return readToken(exchange) !== null;
  return operation !== "listCards" || readPage(exchange).cards !== null;
}

/** The schema of the response that a recording stands for, whatever the status with which it comes. */
function schemaOf({ operation, status }: Recording): SchemaName | null {
  const { responses }: Operation = operations[operation];
  return responses[status] ?? null;
}

/** Judges the answer to a recorded request that is as specified. */
function judgeSuccess(recording: Recording, exchange: Exchange): Fact {
  if (!succeeded(exchange)) {
    // Why a single request is refused cannot be told; other checks ask for that.
    return missing(`the recorded request was answered ${outcomeOf(exchange)}`, [exchange.id]);
  }
  const schema = schemaOf(recording);
  // The specification does not show every body.
  if (schema === null || !fields.some((field) => field.schema === schema)) {
    return held(`answered ${outcomeOf(exchange)}`, exchange.id);
  }
  if (exchange.response?.form !== "object") return missing("the answer is no JSON object", [exchange.id]);
  // What is only derived, such as that every field is present, is left to the checks of those rules.
  const [found] = [...examine(schema, exchange).problems].filter(
    ([id]) => requirement(id).basis === "stated",
  );
  if (found === undefined) {
    // An object without anything in it breaks no stated rule, and answers nothing.
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

/** Judges whether an accepted write is what is read afterwards. */
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
  if (recording.control === undefined) {
    const exchange = await replay(run, recording);
    const fact = judgeSuccess(recording, exchange);
    return fact.kind === "held" && isWriteOperation(recording.operation)
      ? [await judgeEffect(run, recording.operation, exchange)]
      : [fact];
  }
  const control = recordingNamed(recording.control);
  const before = await replay(run, control);
  const altered = await replay(run, recording);
  const after = await replay(run, control);
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
    id: `exchange.${recording.name}`,
    title: recording.title,
    requirements: recording.requirements,
    access: writes ? "write" : "read",
    stage:
      recording.operation === "requestToken" && recording.control !== undefined ? "credentials" : "request",
    run: (run) =>
      writes ? run.withCardLock(() => replayCheck(run, recording)) : replayCheck(run, recording),
  };
});
