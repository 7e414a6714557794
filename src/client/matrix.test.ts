/**
 * Everything that can go wrong, at every moment, with every option, through both transports: what the client
 * says afterwards is compared with what the server did.
 */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { inspect } from "node:util";
import { isPartnerCardError, type PartnerCardError } from "../core/errors.ts";
import type { ClientEvents } from "../core/events.ts";
import { until } from "../testing/client.ts";
import { encodings } from "../testing/encodings.ts";
import { oneIn } from "../testing/extent.ts";
import { allCases, type Case, fastTime, optionsOf } from "../testing/matrix-cases.ts";
import { arrivedLate, pageSize, pagesOf, startMatrixServer } from "../testing/matrix-server.ts";
import { openTransports } from "../testing/matrix-transports.ts";
import { makeCertificate, noOpenssl } from "../testing/tls.ts";
import { type Client, createClient } from "./client.ts";

const concurrency = 16;
const maxResponseBytes = 2 ** 16;
const clientSecret = 'matrix-secret/+&="é-5d41402abc';
const cases = oneIn(6, allCases(clientSecret));
/** The server of the matrix does not verify signatures, so they need not cost the time of one; but they are secret. */
const signatures = Array.from({ length: 100 }, () => randomBytes(48));
let signed = 0;
const signer = { sign: async () => signatures[signed++ % signatures.length] ?? assert.fail() };

/** What became of a case, and everything that anybody could see of it. */
interface End {
  readonly error: PartnerCardError | undefined;
  readonly key: string | undefined;
  readonly attempts: number;
  readonly items: number;
  /** Items that came after the abort. */
  readonly lateItems: number;
  readonly shown: string;
  /** Names of events, with what they tell of. */
  readonly events: readonly string[];
  /** The most retries of one call. */
  readonly retries: number;
}

let server: Awaited<ReturnType<typeof startMatrixServer>>;
let transports: Awaited<ReturnType<typeof openTransports>>;

before(async () => {
  const certificate = noOpenssl === false ? makeCertificate() : { key: "", cert: "" };
  server = await startMatrixServer(cases, certificate);
  transports = await openTransports(server, certificate.cert);
});
after(() => {
  server.close();
  transports.close();
});

async function play(one: Case, number: number): Promise<End> {
  const shown: string[] = [];
  const events: string[] = [];
  const retries = new Map<string | undefined, number>();
  const note = (name: string, event: Partial<ClientEvents["retry"] & ClientEvents["clock"]>) => {
    shown.push(name, JSON.stringify(event));
    events.push(`${name.replace("partner-card:", "")} ${event.what ?? ""}`);
    const { callId, reason } = event;
    if (reason === "transient") retries.set(callId, (retries.get(callId) ?? 0) + 1);
  };
  const client = createClient(
    {
      baseUrl: `http://127.0.0.1:${server.plain}/${number}`,
      clientId: "matrix",
      clientSecret,
      signer,
      send: transports.sendOf(one),
      maxResponseBytes,
      logger: { debug: note, info: note, warn: note, error: note },
      ...optionsOf(one),
    },
    fastTime,
  );
  const end = await (one.moment.endsWith("write") ? write(client, one) : list(client, one));
  if (end.error !== undefined) shown.push(...surfaces(end.error));
  return { ...end, events, retries: Math.max(0, ...retries.values()), shown: shown.join("\n") };
}

function surfaces(error: Error): string[] {
  const shown = [inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error), error.stack ?? ""];
  if (isPartnerCardError(error)) shown.push(error.message, error.bodyExcerpt ?? "");
  return shown;
}

function failed(error: unknown): PartnerCardError {
  return isPartnerCardError(error) ? error : assert.fail(`a foreign error: ${inspect(error)}`);
}

type Ending = Omit<End, "shown" | "events" | "retries">;

async function write(client: Client, { setting, abort }: Case): Promise<Ending> {
  const none = { items: 0, lateItems: 0 };
  return client.cards.updateLimits("CRD1", { daily: 1 }, setting.call?.(abort.signal)).then(
    ({ idempotencyKey: key, attempts }) => ({ ...none, error: undefined, key, attempts }),
    (thrown: unknown) => {
      const error = failed(thrown);
      return { ...none, error, key: error.idempotencyKey, attempts: error.attempts };
    },
  );
}

async function list(client: Client, { setting, abort }: Case): Promise<Ending> {
  let items = 0;
  let lateItems = 0;
  let error: PartnerCardError | undefined;
  try {
    for await (const _ of client.cards.list(setting.call?.(abort.signal))) {
      items += 1;
      if (abort.signal.aborted) lateItems += 1;
      // Time for the page ahead to come, and to fail.
      await new Promise((resolve) => setImmediate(resolve));
    }
  } catch (thrown) {
    error = failed(thrown);
  }
  return { error, key: undefined, attempts: error?.attempts ?? 0, items, lateItems };
}

/** What of an end contradicts the server's account. */
function lies(one: Case, { error, key, attempts, items }: End): string[] {
  const found: string[] = [];
  const applied = one.applied.has(key ?? "");
  if (one.moment.endsWith("write")) {
    if (key === undefined) found.push("has no key");
    if ([...one.applied.keys()].some((other) => other !== key)) found.push("has used another key");
    if (error === undefined && !applied) found.push("succeeded without an effect");
    if (error !== undefined && error.outcome === undefined) found.push("has no outcome");
    if (error?.outcome === "not-sent" && applied) found.push("not-sent, but there is an effect");
    if (error?.outcome === "rejected" && applied) found.push("rejected, but there is an effect");
    if (attempts < one.seen.write) found.push(`tells of ${attempts} of ${one.seen.write} attempts`);
  } else if (error === undefined && items !== pagesOf(one) * pageSize)
    found.push(`succeeded with ${items} items`);
  if (error?.status !== undefined && !one.statuses.includes(error.status))
    found.push(`tells of a status ${error.status} that was not sent`);
  if (one.faulted === 0 && error === undefined) found.push("the fault did not happen");
  return found;
}

const written = new Map<string, [string, string][]>();

function leaks({ secrets }: Case, { shown }: End): string[] {
  return [...secrets].flatMap((secret) => {
    const ways = written.get(secret) ?? Object.entries(encodings(secret));
    written.set(secret, ways);
    return ways.flatMap(([how, text]) => (shown.includes(text) ? [`shows a secret (${how})`] : []));
  });
}

/** What of an end is not as the option promises. */
function broken(one: Case, { error, lateItems, events, retries }: End): string[] {
  const found: string[] = [];
  const has = (event: string) => events.includes(event);
  if (lateItems > 0) found.push("an item came after the abort");
  if (one.option === "abort" && one.faulted > 0 && error?.code !== "aborted") found.push("is not aborted");
  if (/abort|deadline/.test(one.option)) return found;
  // A retry whose kept connection has just ended never meets the fault, and the budget may allow no other.
  const large = one.faulted > 0 && (one.fault === "endless body after" || one.fault === "gzip bomb after");
  if (large && !(error?.code === "response-too-large" && error.message.includes(`${maxResponseBytes} bytes`)))
    found.push(`reads what is too large and ends with ${error?.code}`);
  if (one.option === "store" && has("token store-failed") === (one.store === "working"))
    found.push(`does not tell of a ${one.store} store as it is`);
  if (one.option === "skew" && one.moment.endsWith("write") && error === undefined && !has("clock corrected"))
    found.push("succeeded without the right time");
  if (one.option === "budget" && retries > 1) found.push("retries beyond its budget");
  return found;
}

test(`${cases.length} combinations: what the client says is what the server did`, {
  skip: noOpenssl,
}, async (t) => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const timersBefore = timers();
  const wrong: string[] = [];
  const ends: Record<string, number> = {};
  let next = 0;
  const worker = async () => {
    for (let number = next++; number < cases.length; number = next++) {
      const one = cases[number] ?? assert.fail();
      const end = await play(one, number);
      const found = [...lies(one, end), ...leaks(one, end), ...broken(one, end)];
      wrong.push(...found.map((what) => `${one.name}: ${what}`));
      const kind = end.error === undefined ? "success" : (end.error.outcome ?? end.error.code);
      ends[kind] = (ends[kind] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  for (const one of cases) {
    if (arrivedLate(one) > 0) wrong.push(`${one.name}: ${arrivedLate(one)} requests after the abort`);
  }
  assert.deepEqual(wrong, []);
  for (const kind of ["success", "not-sent", "rejected", "unknown"]) assert.ok(ends[kind], `${kind} happens`);
  await until(() => timers() <= timersBefore);
  t.diagnostic(JSON.stringify(ends));
});
