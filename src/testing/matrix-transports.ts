import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { type FetchLike, fetchSend } from "../http/fetch-send.ts";
import { httpSend } from "../http/http-send.ts";
import type { Send } from "../http/send.ts";
import type { Case, Transport } from "./matrix-cases.ts";
import { meetsFault } from "./matrix-server.ts";
import { kindOf } from "./service.ts";

/** Ports of the matrix servers. */
export interface Ports {
  readonly plain: number;
  readonly secure: number;
}

/**
 * The transports of the matrix, with connections shared by all its clients.
 *
 * @param certificate - Certificate of the server; not trusted by default.
 */
export async function openTransports({ plain, secure }: Ports, certificate: string) {
  const agents = {
    http: new HttpAgent({ keepAlive: true }),
    https: new HttpsAgent({ keepAlive: true, ca: certificate }),
  };
  // The Agent of Node's built-in fetch is only accessible through its global dispatcher.
  await fetch(`http://127.0.0.1:${plain}/`, { signal: AbortSignal.timeout(1) }).catch(() => undefined);
  const registered = Symbol.for("undici.globalDispatcher.1");
  const usual = (globalThis as unknown as Record<symbol, { constructor: unknown }>)[registered];
  const Dispatcher = usual?.constructor as new (options: object) => { close(): Promise<void> };
  const dispatcher = new Dispatcher({ connect: { ca: certificate } });
  const fetchTrusting: FetchLike = (url, init) => fetch(url, { ...init, dispatcher } as RequestInit);
  const [http, https] = [httpSend({ agent: agents.http }), httpSend({ agent: agents.https })];
  const sends: Record<Transport, { readonly trusting: Send; readonly strict: Send }> = {
    fetch: { trusting: fetchSend(fetchTrusting), strict: fetchSend() },
    httpSend: {
      trusting: (request, ...rest) => (request.url.startsWith("https:") ? https : http)(request, ...rest),
      strict: httpSend(),
    },
  };

  return {
    /** The transport of a case, which sends the request that should fail to where it fails. */
    sendOf(one: Case): Send {
      const { trusting, strict } = sends[one.transport];
      return (request, ...rest) => {
        one.sent += 1;
        const kind = kindOf(request.method, new URL(request.url).pathname);
        // The server counts requests on arrival; those that do not arrive are counted here.
        const next = { ...one, seen: { ...one.seen, [kind]: one.seen[kind] + 1 } };
        if (!meetsFault(next, kind)) return trusting(request, ...rest);
        const inTls = request.url.replace(/^http:(.*?):\d+/, `https:$1:${secure}`);
        if (one.met.endsWith("in TLS")) return trusting({ ...request, url: inTls }, ...rest);
        if (!/^(refused|untrusted)/.test(one.met)) return trusting(request, ...rest);
        one.seen[kind] += 1;
        one.faulted += 1;
        one.onFault();
        if (one.met.startsWith("untrusted")) return strict({ ...request, url: inTls }, ...rest);
        return trusting({ ...request, url: request.url.replace(/:\d+\//, ":9/") }, ...rest);
      };
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
      dispatcher.close().catch(() => undefined);
    },
  };
}
