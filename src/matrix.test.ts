/**
 * Everything that can go wrong, at every moment, with every option, through both transports: what the client
 * says afterwards is compared with what the server did.
 */
import assert from "node:assert/strict";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { after, before, test } from "node:test";
import { inspect } from "node:util";
import { type Client, createClient } from "./client.ts";
import { isPartnerCardError, type PartnerCardError } from "./errors.ts";
import type { CallOptions, ClientOptions } from "./options.ts";
import { until } from "./testing/client.ts";
import { encodings } from "./testing/encodings.ts";
import { faults } from "./testing/faults.ts";
import { testKeys } from "./testing/keys.ts";
import { mapStore } from "./testing/map-store.ts";
import {
  kindOf,
  type Moment,
  meetsFault,
  pages,
  type Scenario,
  startMatrixServer,
} from "./testing/matrix-server.ts";
import { makeCertificate, noCertificate } from "./testing/tls.ts";
import { httpSend } from "./transport/http-send.ts";
import { type FetchLike, fetchSend, type Send } from "./transport/send.ts";

const concurrency = 12;
const maxBytes = 2 ** 16;
const clientSecret = 'matrix-secret/+&="é-5d41402abc';

/** Where the failing request goes: to a port without a server, in the clear, or through TLS. */
const faultNames = [
  "refused connection",
  "untrusted certificate",
  ...Object.keys(faults),
  ...Object.keys(faults).flatMap((name) => (/reset|garbage|cut/.test(name) ? [`${name}, in TLS`] : [])),
];
const momentNames: readonly Moment[] = ["token", "list", "page 3", "write", "retried write"];

/** Options of client and call. */
interface Setting {
  readonly client?: () => Partial<ClientOptions>;
  readonly call?: (abort: AbortSignal) => CallOptions;
  readonly offsetMs?: number;
}
const settings: Readonly<Record<string, Setting>> = {
  "no option": {},
  abort: { call: (signal) => ({ signal }) },
  deadline: { call: () => ({ timeoutMs: 100 }) },
  store: { client: () => ({ tokenStore: mapStore(true) }) },
  skew: { offsetMs: 600_000 },
  budget: { client: () => ({ retries: { max: 2, baseMs: 2, capMs: 5, budget: 6 } }) },
};

interface Case extends Scenario {
  readonly name: string;
  readonly setting: Setting;
  readonly transport: string;
  readonly abort: AbortController;
}

const cases: Case[] = faultNames.flatMap((faultName, f) =>
  momentNames.flatMap((moment, m) =>
    Object.entries(settings).flatMap(([option, setting], o) =>
      ["fetch", "httpSend"].map((transport, h) => {
        const abort = new AbortController();
        const lasting = (f + m + o + h) % 2 === 1;
        return {
          ...{ name: `${faultName} · ${moment} · ${option} · ${transport}${lasting ? " · lasting" : ""}` },
          ...{ moment, fault: faultName, lasting, offsetMs: setting.offsetMs ?? 0 },
          ...{ setting, transport, abort, faulted: 0, seen: { token: 0, list: 0, write: 0 } },
          ...{ effects: new Map<string, number>(), secrets: new Set([clientSecret]) },
          onFault: () => (option === "abort" ? abort.abort(new Error("enough")) : undefined),
        };
      }),
    ),
  ),
);

/** What became of a case, and everything that anybody could see of it. */
interface End {
  readonly error: PartnerCardError | undefined;
  readonly key: string | undefined;
  readonly items: number;
  readonly shown: string;
}

const certificate = noCertificate === false ? makeCertificate() : { key: "", cert: "" };
const played = cases.map((one) => ({ ...one, fault: one.fault.replace(", in TLS", "") }));
let server: Awaited<ReturnType<typeof startMatrixServer>>;
let close: () => void;
let transports: Record<string, { readonly trusting: Send; readonly strict: Send }>;

before(async () => {
  server = await startMatrixServer(played, certificate);
  const agents = {
    http: new HttpAgent({ keepAlive: true }),
    https: new HttpsAgent({ keepAlive: true, ca: certificate.cert }),
  };
  // The Agent of the fetch that Node has built in is only reached through its global dispatcher.
  await fetch(`http://127.0.0.1:${server.plain}/`, { signal: AbortSignal.timeout(1) }).catch(() => undefined);
  const registered = Symbol.for("undici.globalDispatcher.1");
  const usual = (globalThis as unknown as Record<symbol, { constructor: unknown }>)[registered];
  const Dispatcher = usual?.constructor as new (options: object) => { close(): Promise<void> };
  const dispatcher = new Dispatcher({ connect: { ca: certificate.cert } });
  const fetchTrusting: FetchLike = (url, init) => fetch(url, { ...init, dispatcher } as RequestInit);
  transports = {
    fetch: { trusting: fetchSend(fetchTrusting, maxBytes), strict: fetchSend(undefined, maxBytes) },
    httpSend: {
      trusting: (request, signal) =>
        httpSend({ maxBytes, agent: request.url.startsWith("https:") ? agents.https : agents.http })(
          request,
          signal,
        ),
      strict: httpSend({ maxBytes }),
    },
  };
  close = () => {
    server.close();
    agents.http.destroy();
    agents.https.destroy();
    dispatcher.close().catch(() => undefined);
  };
});
after(() => close());

/** The transport of a case, which sends the request that is to fail to where it fails. */
function sendOf(one: Case, scenario: Scenario): Send {
  const { trusting, strict } = transports[one.transport] ?? assert.fail(one.transport);
  return (request, signal) => {
    const kind = kindOf(request.method, new URL(request.url).pathname);
    // The server counts when the request arrives; what does not arrive is counted here.
    const next = { ...scenario, seen: { ...scenario.seen, [kind]: scenario.seen[kind] + 1 } };
    if (!meetsFault(next, kind)) return trusting(request, signal);
    const secure = request.url.replace(/^http:(.*?):\d+/, `https:$1:${server.secure}`);
    if (one.fault.endsWith("in TLS")) return trusting({ ...request, url: secure }, signal);
    if (!/^(refused|untrusted)/.test(one.fault)) return trusting(request, signal);
    scenario.seen[kind] += 1;
    scenario.faulted += 1;
    scenario.onFault();
    if (one.fault.startsWith("untrusted")) return strict({ ...request, url: secure }, signal);
    return trusting({ ...request, url: request.url.replace(/:\d+\//, ":9/") }, signal);
  };
}

async function play(one: Case, number: number): Promise<End> {
  const scenario = played[number] ?? assert.fail(one.name);
  const shown: string[] = [];
  const note = (message: string, event: object) => shown.push(message, JSON.stringify(event));
  const client = createClient({
    ...{ baseUrl: `http://127.0.0.1:${server.plain}/${number}`, clientId: "matrix", clientSecret },
    ...{ signingKey: testKeys().privateKey, send: sendOf(one, scenario) },
    // Nothing but a stall is to meet the limit, however busy the machine.
    ...{ timeouts: { attemptMs: one.fault.startsWith("stall") ? 100 : 5_000, totalMs: 15_000 } },
    ...{ retries: { max: 2, baseMs: 2, capMs: 5 } },
    ...{ logger: { debug: note, info: note, warn: note, error: note }, ...one.setting.client?.() },
  });
  const options = one.setting.call?.(one.abort.signal) ?? {};
  const end = await (one.moment.endsWith("write") ? write(client, options) : list(client, options));
  if (end.error !== undefined) shown.push(...surfaces(end.error));
  return { ...end, shown: shown.join("\n") };
}

function surfaces(error: Error): string[] {
  const shown = [inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error), error.stack ?? ""];
  if (isPartnerCardError(error)) shown.push(error.message, error.bodyExcerpt ?? "");
  return shown;
}

function failed(error: unknown): PartnerCardError {
  return isPartnerCardError(error) ? error : assert.fail(`a foreign error: ${inspect(error)}`);
}

async function write(client: Client, options: CallOptions): Promise<Omit<End, "shown">> {
  return client.cards.updateLimits("CRD1", { daily: 1 }, options).then(
    ({ idempotencyKey: key }) => ({ error: undefined, key, items: 0 }),
    (thrown: unknown) => ({ error: failed(thrown), key: failed(thrown).idempotencyKey, items: 0 }),
  );
}

async function list(client: Client, options: CallOptions): Promise<Omit<End, "shown">> {
  let items = 0;
  try {
    for await (const _ of client.cards.list(options)) items += 1;
    return { error: undefined, key: undefined, items };
  } catch (thrown) {
    return { error: failed(thrown), key: undefined, items };
  }
}

/** What of an end contradicts the server's account. */
function lies({ moment, effects, secrets }: Scenario, { error, key, items, shown }: End): string[] {
  const found: string[] = [];
  const applied = effects.get(key ?? "") ?? 0;
  if (moment.endsWith("write")) {
    if (key === undefined) found.push("has no key");
    if ([...effects.keys()].some((other) => other !== key)) found.push("has used another key");
    if (error === undefined && applied !== 1) found.push("succeeded without an effect");
    if (error !== undefined && error.outcome === undefined) found.push("has no outcome");
    if (error?.outcome === "not-sent" && applied > 0) found.push("not-sent, but there is an effect");
    if (error?.outcome === "rejected" && applied > 0) found.push("rejected, but there is an effect");
  } else if (error === undefined && items !== pages) found.push(`succeeded with ${items} of ${pages} items`);
  for (const secret of secrets) {
    for (const [how, written] of Object.entries(encodings(secret))) {
      if (shown.includes(written)) found.push(`shows a secret (${how})`);
    }
  }
  return found;
}

test(`${cases.length} combinations: what the client says is what the server did`, {
  skip: noCertificate,
}, async (t) => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const timersBefore = timers();
  const wrong: string[] = [];
  const ends: Record<string, number> = {};
  let next = 0;
  const worker = async () => {
    for (let number = next++; number < cases.length; number = next++) {
      const one = cases[number] ?? assert.fail();
      const scenario = played[number] ?? assert.fail();
      const end = await play(one, number);
      wrong.push(...lies(scenario, end).map((lie) => `${one.name}: ${lie}`));
      if (scenario.faulted === 0 && end.error === undefined)
        wrong.push(`${one.name}: the fault did not happen`);
      const kind = end.error === undefined ? "success" : (end.error.outcome ?? end.error.code);
      ends[kind] = (ends[kind] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  assert.deepEqual(wrong, []);
  for (const kind of ["success", "not-sent", "rejected", "unknown"]) assert.ok(ends[kind], `${kind} happens`);
  await until(() => timers() <= timersBefore);
  t.diagnostic(JSON.stringify(ends));
});
