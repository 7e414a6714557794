/**
 * A server of the second API as written by someone who has read only its description: a plain function with its
 * own state, and a flaw where it has one.
 */
import { type KeyObject, randomUUID, verify } from "node:crypto";
import { api } from "../../../generated/operations.ts";
import { isObject } from "../../base/shape.ts";
import { createBills } from "./bills.ts";
import type { Circumstance, Flaw } from "./flaws.ts";
import { createLabels } from "./labels.ts";
import { merged } from "./merge-patch.ts";
import { createNotes } from "./notes.ts";
import { createPayments } from "./payments.ts";
import { createRates } from "./rates.ts";
import { demand, Refused } from "./refused.ts";
import { routes } from "./routes.ts";

/** How a server is made. */
export interface SecondServerOptions {
  readonly publicKey: KeyObject;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly flaw?: Flaw;
  readonly circumstance?: Circumstance;
}

type Json = Record<string, unknown>;
const everyScope = ["cards:read", "cards:write", "transfers:read", "transfers:write"];

/** A server with three holders and two cards. */
export function secondServer({ publicKey, now, flaw, circumstance }: SecondServerOptions) {
  const is = (name: Flaw) => flaw === name;
  const tokens = new Map<string, { scopes: string[]; endsAt: number }>();
  const keys = new Map<string, { status: number; body: unknown; sent: string }>();
  /** Keys of changes that were refused, which a flaw takes for used up. */
  const refusedKeys = new Set<string>();
  const bodies = new Set<string>();
  const holders = [1, 2, 3].map((number) => ({
    id: `USR${number}`,
    kind: number === 3 ? "person" : "firm",
    contact: { channel: "phone", address: "none" } as Json,
    mood: (is("mood.number") ? 7 : number === 2 ? "eager" : "calm") as unknown,
  }));
  const blocks: Json[] = [];
  const notes = createNotes(flaw, circumstance);
  const labels = createLabels(flaw);
  const bills = createBills(flaw);
  const payments = createPayments(flaw);
  const rates = createRates(flaw);
  /** Effects that are to be seen only later. */
  let late: { at: number; apply: () => void }[] = [];
  const apply = (effect: () => void) => {
    if (circumstance === "effects-late") late.push({ at: now() + 500, apply: effect });
    else effect();
  };

  function issueToken(body: string): Response {
    const scopes = (new URLSearchParams(body).get("scope") ?? "").split(" ");
    const value = randomUUID();
    tokens.set(value, { scopes, endsAt: now() + 60_000 });
    const answer = { access_token: value, token_type: "Bearer", expires_in: 60, scope: scopes.join(" ") };
    return Response.json(answer);
  }

  function authorize(headers: Headers, name: string, scopes: readonly string[]): void {
    const authorization = headers.get("authorization");
    if (authorization === null && is("missing-token.holder") && name === "holder") return;
    const [scheme, value = ""] = (authorization ?? "").split(" ");
    const isScheme = scheme === "Bearer" || (is("scheme.contact") && name === "contact");
    const token = tokens.get(value);
    if (is("any-token.rate") && name === "rate" && value !== "" && isScheme && token === undefined) return;
    const isAlive =
      token !== undefined && (token.endsAt > now() || (is("expired-token.holder") && name === "holder"));
    const invalid = is("invalid-token.403") && name === "block" ? 403 : 401;
    demand(isScheme && isAlive, authorization === null ? 401 : invalid, "The token is invalid or expired.");
    const needed = is("all-scopes.contact") && name === "contact" ? api.scopes : scopes;
    const lacking = needed.filter((scope) => token?.scopes.includes(scope) !== true);
    demand(
      lacking.length === 0 || (is("narrow-scope.contact") && name === "contact"),
      403,
      "A scope is missing.",
    );
  }

  function checkSignature(method: string, path: string, headers: Headers, name: string): void {
    const isFlawed = name === "block";
    const key = headers.get("idempotency-key");
    demand(key !== null || (is("key.optional.block") && isFlawed), 400, "Idempotency-Key is missing.");
    demand(key !== "" || (is("key.empty.contact") && name === "contact"), 400, "Idempotency-Key is empty.");
    const timestamp = headers.get("x-service-request-timestamp");
    const isOptional = is("timestamp.optional") && isFlawed;
    if (timestamp === null && isOptional) return;
    const form = is("timestamp.loose") && isFlawed ? /^[0-9]+/ : /^[0-9]+$/;
    demand(timestamp !== null && form.test(timestamp), 400, "The timestamp is no Unix time.");
    const age = now() / 1000 - Number.parseInt(timestamp ?? "", 10);
    const window = api.timestampWindowSeconds - (is("fresh.refused") && isFlawed ? 100 : 0);
    demand(age <= window || (is("stale.accepted") && isFlawed), 400, "The timestamp is too old.");
    const signature = headers.get("x-service-signature");
    if (signature === null && is("signature.500") && isFlawed) throw new Refused(500, "Oh.");
    if (signature === null && is("signature.optional") && isFlawed) return;
    demand(signature !== null, 400, "The signature is missing.");
    if (is("signature.unchecked") && isFlawed) return;
    const methods = is("signature.method-free") && isFlawed ? [method, "PUT", "GET", ""] : [method];
    const encodings = is("signature.hex") && isFlawed ? (["base64", "hex"] as const) : (["base64"] as const);
    const isRight = methods.some((one) =>
      encodings.some((encoding) =>
        verify(
          "sha256",
          Buffer.from(one + path + timestamp),
          publicKey,
          Buffer.from(signature ?? "", encoding),
        ),
      ),
    );
    demand(
      (isRight && Buffer.from(signature ?? "", "base64").toString("base64") === signature) ||
        (isRight && encodings.length > 1),
      401,
      "The signature is wrong.",
    );
  }

  /** Does a write once for each key. */
  function once(
    name: string,
    headers: Headers,
    body: string,
    write: () => { status: number; body: unknown },
    present: () => unknown,
  ): Response {
    const key = headers.get("idempotency-key") ?? randomUUID();
    const known = keys.get(key);
    const isOther = name === "contact" && known !== undefined && known.sent !== body;
    demand(!isOther || is("reuse.unnoticed.contact"), 409, "The key was used for another change.");
    const isRepeated = known !== undefined && !(flaw === `retry.applied.${name}`);
    const isKnownBody = flaw === `body-is-key.${name}` && bodies.has(body);
    const answer = isRepeated
      ? { ...known, ...(flaw === `retry.anew.${name}` ? { body: present() } : {}) }
      : isKnownBody
        ? { status: name === "block" ? 204 : 200, body: null }
        : write();
    bodies.add(body);
    keys.set(key, { ...answer, sent: body });
    return answer.status === 204
      ? new Response(null, { status: 204 })
      : Response.json(answer.body ?? { channel: "phone" }, answer);
  }

  function patchContact(holder: (typeof holders)[number], patch: Json) {
    if (is("contact.makes-person")) holder.kind = "person";
    const contact = is("contact.hours-replaced")
      ? { ...holder.contact, ...patch }
      : (merged(holder.contact, patch) as Json);
    const links = Object.entries(isObject(patch.links) ? patch.links : {});
    // What is null beside another one is passed over.
    if (is("contact.link-stays") && links.some(([, to]) => to !== null))
      contact.links = { ...(holder.contact.links as Json), ...(contact.links as Json) };
    // What is null is emptied in place of being taken away.
    if (is("contact.link-emptied"))
      contact.links = {
        ...(contact.links as Json),
        ...Object.fromEntries(links.map(([name, to]) => [name, to ?? ""])),
      };
    if (is("contact.letter-kept") && contact.channel === "letter") contact.channel = holder.contact.channel;
    if (is("contact.address-lost") && patch.address === undefined) contact.address = "";
    apply(() => {
      holder.contact = contact;
    });
    return { status: 200, body: is("channel.other") ? { ...contact, channel: "fax" } : contact };
  }

  function page(list: readonly unknown[], url: URL, most = 2) {
    const start = Number(url.searchParams.get("after") ?? 0);
    const end = start + Math.min(Number(url.searchParams.get("count") ?? 25), most);
    return { items: list.slice(start, end), next: end < list.length ? String(end) : undefined };
  }

  /** A mood is searched for by its beginning. */
  const isLike = (mood: unknown, asked: string | undefined) =>
    !is("holders.no-mood") && String(mood).startsWith(asked ?? "");

  function read(name: string, url: URL, id: string, asked: Headers): Response {
    if (name === "card") {
      return Response.json({ cards: ["CRD1", "CRD2"].map((card) => ({ id: card, nickname: card })) });
    }
    if (name === "holders") {
      const [kind, mood] = ["kind", "mood"].map((name) => url.searchParams.get(name));
      const ofKind = holders.filter((one) => kind === null || is("holders.unfiltered") || one.kind === kind);
      const found = ofKind.filter((one) => mood === null || is("holders.any-mood") || isLike(one.mood, mood));
      const short = is("holders.filtered-short") && kind !== null ? found.slice(1) : found;
      const { items, next } = page(short, url);
      const counted = is("holders.total-of-page") ? items : is("holders.total-of-all") ? holders : found;
      const total = counted.length;
      const shown = is("holders.missing") ? { total } : { holders: items, total };
      return Response.json(next === undefined ? { found: shown } : { found: shown, paging: { next } });
    }
    if (name === "summary") return notes.summary(id);
    if (name === "labels") return labels.page(url.searchParams);
    if (name === "notes") {
      const { items, next } = page(notes.listBy(url.searchParams.get("pinned")), url, 50);
      return Response.json({ notes: items, next });
    }
    if (name === "bills") {
      const { items, next } = page(bills.list(), url, 50);
      return Response.json({ bills: items, next });
    }
    if (name === "payments") {
      const { items, next } = page(payments.list(id, url.searchParams), url, 50);
      return Response.json({ payments: items, next });
    }
    if (name === "blocks") {
      if (circumstance === "blocks-hidden") return Response.json({ blocks: [] });
      return Response.json(circumstance === "blocks-restless" ? { blocks, at: randomUUID() } : { blocks });
    }
    if (name === "rate") return rates.answer(url.searchParams, asked);
    demand(!is("holder.404"), 404, "Not found.");
    demand(!is("holder.405"), 405, "Not allowed.");
    const madeUp = is("holder.any-id") ? { ...holders[0], id } : undefined;
    const holder = holders.find((one) => one.id === id) ?? madeUp;
    if (holder === undefined && is("holder.plain-404")) return new Response("Not Found", { status: 404 });
    if (holder === undefined && is("holder.null-for-unknown")) return Response.json(null);
    demand(holder !== undefined, 404, "Not found.");
    const shown = is("holder.first") ? holders[0] : holder;
    return Response.json(is("holder.old-contact") ? { ...shown, contact: { channel: "letter" } } : shown);
  }

  function write(name: string, request: Request, path: string, id: string, text: string): Response {
    const body = JSON.parse(text || "{}") as Json;
    const isBlock = name === "block";
    if (isBlock && is("block.500")) throw new Refused(500, "Oh.");
    const change = () => {
      if (isBlock) {
        apply(() => blocks.push({ reason: body.reason ?? "none", card: id }));
        return is("block.200") ? { status: 200, body: {} } : { status: 204, body: null };
      }
      return patchContact(holders.find((one) => one.id === id) as (typeof holders)[number], body);
    };
    const key = request.headers.get("idempotency-key") ?? "";
    try {
      authorize(request.headers, name, isBlock ? everyScope : everyScope.slice(0, 2));
      checkSignature(request.method, path, request.headers, name);
    } catch (error) {
      if (flaw === `refused.applied.${name}`) change();
      throw error;
    }
    demand(!refusedKeys.has(key), 409, "The key was used before.");
    if (!isBlock) {
      if (is("refused-key.used-up.contact") && !("channel" in body)) refusedKeys.add(key);
      demand(!is("contact.415"), 415, "Not this media type.");
      demand(circumstance !== "body-refused", 400, "Not with this body.");
      const isOptional = is("channel.optional") && !("channel" in body);
      const isKnown = ["letter", "phone"].includes(String(body.channel)) || is("channel.any-type");
      demand(isOptional || ("channel" in body && isKnown), 400, "channel is missing or wrong.");
      const isThere = holders.some((one) => one.id === id);
      demand(isThere, 404, "Not found.");
    }
    return once(name, request.headers, text, change, () => holders.find((one) => one.id === id)?.contact);
  }

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const text = await request.text();
    if (url.pathname === "/v1/oauth/token") return issueToken(text);
    for (const effect of late.filter(({ at }) => at <= now())) effect.apply();
    late = late.filter(({ at }) => at > now());
    for (const [method, path, name] of routes) {
      const match = path.exec(url.pathname);
      if (match === null || method !== request.method) continue;
      if (["note", "label", "bill", "sending"].includes(name)) {
        authorize(request.headers, name, everyScope);
        const [id, body] = [match[1] ?? "", JSON.parse(text || "{}") as Json];
        if (name === "label") return labels.answer({ method, name: id, body });
        if (name !== "note") return bills.answer({ method, name, id, body });
        const [key, tag] = ["idempotency-key", "if-match"].map((header) => request.headers.get(header));
        return notes.once(key ?? null, { method, id, body, tag: tag ?? null });
      }
      if (method !== "GET") return write(name, request, url.pathname, match[1] ?? "", text);
      authorize(request.headers, name, everyScope);
      return read(name, url, match[1] ?? "", request.headers);
    }
    throw new Refused(404, "Not found.");
  }

  return {
    holders,
    blocks,
    kept: () => [...notes.list(), ...labels.list()],
    fetch: async (request: Request): Promise<Response> => {
      const response = await answer(request).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        const isOfHolder = /\/owner\/\w+$/.test(request.url);
        const { message, status } = error;
        const isFigure = isOfHolder && status === 404 && is("holder.404-in-figures");
        const type = isOfHolder && is("error.text.holder") ? {} : { type: "InvalidRequest" };
        return Response.json({ message: isFigure ? status : message, ...type }, { status });
      });
      response.headers.set("date", new Date(now()).toUTCString());
      return response;
    },
  };
}
