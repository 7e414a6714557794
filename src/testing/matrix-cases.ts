import type { CallOptions, ClientOptions } from "../client/options.ts";
import type { Deps } from "../core/deps.ts";
import type { TokenStore } from "../token/store.ts";
import { faults } from "./faults.ts";
import { mapStore } from "./map-store.ts";
import type { Moment, Scenario } from "./matrix-server.ts";

/** How much faster time passes for the clients, so that limits can be generous and waits short. */
const speed = 25;

/** The clock of the clients; the wall clock is the real one. */
export const fastTime: Pick<Deps, "monotonic" | "timeout" | "sleep"> = {
  monotonic: () => performance.now() * speed,
  timeout: timer,
  sleep: timer,
};

function timer(ms: number, callback: () => void): () => void {
  const handle = setTimeout(callback, ms / speed);
  return () => clearTimeout(handle);
}

/** Where the failing request goes: to a port without a server, over plain HTTP, or over TLS. */
const faultNames = [
  "refused connection",
  "untrusted certificate",
  ...Object.keys(faults),
  ...Object.keys(faults).flatMap((name) => (/reset|garbage|cut/.test(name) ? [`${name}, in TLS`] : [])),
];
const moments: readonly Moment[] = ["token", "list", "page 3", "write", "retried write"];

/** The transports. */
export type Transport = "fetch" | "httpSend";
const transports: readonly Transport[] = ["fetch", "httpSend"];

/** Options of client and call. */
interface Setting {
  readonly client?: () => Partial<ClientOptions>;
  readonly call?: (abort: AbortSignal) => CallOptions;
  readonly offsetMs?: number;
}
const hangs = () => new Promise<never>(() => undefined);
const rejects = () => Promise.reject(new Error("no store"));
const all = (does: () => Promise<never>): TokenStore => ({ get: does, set: does, delete: does, add: does });
/** How a store may behave; the cases with a store use these in turn. */
const stores = {
  working: () => mapStore(true),
  hanging: () => all(hangs),
  failing: () => all(rejects),
};
const settings = {
  "no option": {},
  abort: { call: (signal) => ({ signal }) },
  deadline: { call: () => ({ timeoutMs: 100 * speed }) },
  store: {},
  skew: { offsetMs: 600_000 },
  budget: { client: () => ({ retries: { max: 2, baseMs: 2, capMs: 5, budget: 6 } }) },
} as const satisfies Record<string, Setting>;

/** One combination. */
export interface Case extends Scenario {
  readonly name: string;
  /** Name of a fault, and where it occurs. */
  readonly met: string;
  readonly option: keyof typeof settings;
  readonly setting: Setting;
  /** Store behaviour, for the option "store". */
  readonly store: keyof typeof stores;
  readonly transport: Transport;
  readonly abort: AbortController;
}

/**
 * Every fault at every moment with every option through every transport. In turn it affects one request or
 * all from that moment on, and stores work, hang or fail.
 */
export function allCases(clientSecret: string): readonly Case[] {
  return faultNames.flatMap((met, f) =>
    moments.flatMap((moment, m) =>
      Object.entries(settings as Record<string, Setting>).flatMap(([option, setting], o) =>
        transports.map((transport, h): Case => {
          const abort = new AbortController();
          const lasting = (f + m + o + h) % 2 === 1;
          const store = (Object.keys(stores) as Case["store"][])[(f + m + h) % 3] ?? "working";
          const how = `${option === "store" ? `${store} ` : ""}${option}`;
          const one: Case = {
            name: `${met} · ${moment} · ${how} · ${transport}${lasting ? " · lasting" : ""}`,
            moment,
            met,
            fault: met.replace(", in TLS", ""),
            lasting,
            offsetMs: setting.offsetMs ?? 0,
            option: option as Case["option"],
            setting,
            store,
            transport,
            abort,
            faulted: 0,
            seen: { token: 0, list: 0, write: 0 },
            statuses: [],
            sent: 0,
            applied: new Map<string, string>(),
            secrets: new Set([clientSecret]),
            sentAtAbort: undefined,
            onFault() {
              if (option !== "abort") return;
              one.sentAtAbort ??= one.sent;
              abort.abort(new Error("enough"));
            },
          };
          return one;
        }),
      ),
    ),
  );
}

/** Client options of a case; only a stall should reach a time limit, however busy the machine is. */
export function optionsOf({ met, option, setting, store }: Case): Partial<ClientOptions> {
  return {
    timeouts: { attemptMs: (met.startsWith("stall") ? 100 : 5_000) * speed, totalMs: 15_000 * speed },
    retries: { max: 2, baseMs: 2, capMs: 5 },
    ...(option === "store" ? { tokenStore: stores[store]() } : {}),
    ...setting.client?.(),
  };
}
