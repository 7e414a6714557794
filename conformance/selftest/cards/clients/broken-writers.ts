/** Clients that are wrong in what they write, or under which key. */
import { createHash } from "node:crypto";
import { type Broken, brokenMostlyIn, type Sent, type Swap } from "./ours.ts";
import {
  acting,
  changing,
  freshKey,
  idempotencyKey,
  isPut,
  isWrite,
  repeating,
  rowsChanging,
  signature,
  signedAnew,
  timestamp,
  withBody,
  withHeaders,
} from "./wires.ts";

const row = brokenMostlyIn("calm-patch");

const header = (name: string, value: string | undefined): Swap =>
  changing(isWrite, (sent) => withHeaders(sent, { [name]: value }));
const write = rowsChanging(row, isWrite);
const key = (name: string, breaks: string, make: (sent: Sent) => string, scenario?: string): Broken =>
  write(name, breaks, (sent) => withHeaders(sent, { [idempotencyKey]: make(sent) }), scenario);
const body = (
  name: string,
  breaks: string,
  change: Parameters<typeof withBody>[1],
  scenario?: string,
): Broken => write(name, breaks, (sent) => withBody(sent, change), scenario);
const timed = (name: string, breaks: string, change: (seconds: number) => string): Broken =>
  write(name, breaks, (sent, workshop) =>
    signedAnew(sent, workshop, { time: change(Number(sent.headers[timestamp])) }),
  );

const keyOfTheSecond = changing(isWrite, (sent, { clock }) =>
  withHeaders(sent, { [idempotencyKey]: `write-${Math.floor(clock.now() / 1000)}` }),
);

/** Counts keys from the beginning whenever it is started. */
const countedKeys = acting(isWrite, ({ send }) => {
  let written = 0;
  return (sent) => send(withHeaders(sent, { [idempotencyKey]: `write-${++written}` }));
});
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** Clients that are wrong about writes. */
export const brokenWriters: readonly Broken[] = [
  write("path.id-in-lower-case", "write.route", (sent, workshop) =>
    signedAnew({ ...sent, url: sent.url.replace("CRD", "crd") }, workshop, {}),
  ),
  write("method.put-for-patch", "write.route", (sent, workshop) =>
    signedAnew({ ...sent, method: "PUT" }, workshop, {}),
  ),
  write("path.slash-at-the-end", "write.route", (sent, workshop) =>
    signedAnew({ ...sent, url: `${sent.url}/` }, workshop, {}),
  ),
  row("header.no-key", "write.headers", header(idempotencyKey, undefined)),
  row("key.of-the-second", "key.unique", keyOfTheSecond, "writes-at-once"),
  row("key.counted", "key.unique", countedKeys, "started-again"),
  key("key.of-the-path", "key.unique", ({ url }) => hashOf(url), "started-again"),
  row("header.empty-key", "write.headers", header(idempotencyKey, "")),
  row("header.no-timestamp", "write.headers", header(timestamp, undefined)),
  write("header.timestamp-twice", "write.headers", (sent) =>
    withHeaders(sent, { [timestamp]: Array(2).fill(sent.headers[timestamp]).join(", ") }),
  ),
  row("header.no-signature", "write.headers", header(signature, undefined)),
  timed("timestamp.decimal", "write.timestamp", (seconds) => `${seconds}.5`),
  timed("timestamp.old", "write.fresh", (seconds) => String(seconds - 301)),
  timed("timestamp.of-another-zone", "write.fresh", (seconds) => String(seconds - 3600)),
  timed("timestamp.of-a-zone-ahead", "write.timestamp", (seconds) => String(seconds + 2 * 3600)),
  row("type.json", "write.media-type", header("content-type", "application/json")),
  row("type.absent", "write.media-type", header("content-type", "text/plain")),
  body("body.wrapped", "patch.object", (limits) => ({ limits })),
  body("body.other-names", "patch.object", ({ daily }) => ({ dailyLimit: daily })),
  body(
    "body.zero-as-null",
    "patch.null",
    (limits) =>
      Object.fromEntries(
        Object.entries(limits).map(([name, amount]) => [name, amount === 0 ? null : amount]),
      ),
    "zeros",
  ),
  body("body.list", "patch.object", (limits) => [limits]),
  body("body.texts", "patch.numbers", ({ daily }) => ({ daily: String(daily) })),
  body("body.all-limits", "patch.only-asked", (limits) => ({ monthly: 9000, atm: 0, ...limits })),
  row(
    "body.as-read-before",
    "patch.only-asked",
    {
      send: ({ send }) => {
        let read: Readonly<Record<string, unknown>> | undefined;
        return async (sent) => {
          if (isWrite(sent)) return send(withBody(sent, (limits) => ({ ...read, ...limits })));
          const answer = await send(sent);
          const page = (await answer.clone().json()) as { cards?: { limits: typeof read }[] };
          read ??= page.cards?.[0]?.limits;
          return answer;
        };
      },
    },
    "neighbour-writes",
  ),
  row(
    "body.with-the-one-before",
    "patch.only-asked",
    acting(isWrite, ({ send }) => {
      const all: Record<string, unknown> = {};
      return (sent) => send(withBody(sent, (limits) => Object.assign(all, limits)));
    }),
    "several-limits",
  ),
  body(
    "body.long-amounts-as-texts",
    "patch.numbers",
    (limits) =>
      Object.fromEntries(
        Object.entries(limits).map(([name, amount]) => [
          name,
          Number(amount) >= 10_000 ? String(amount) : amount,
        ]),
      ),
    "several-limits",
  ),
  body("body.other-value", "patch.only-asked", ({ daily }) => ({ daily: Number(daily) * 100 })),
  body(
    "body.without-null",
    "patch.only-asked",
    (limits) => Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== null)),
    "patch-null",
  ),
  body("body.null-for-nothing", "patch.null", (limits) => ({ ...limits, monthly: null })),
  key("key.constant", "key.same-write", () => "the-key-of-this-client", "there-and-back"),
  key("key.from-content", "key.unique", ({ url, body: text }) => hashOf(`${url}${text}`), "there-and-back"),
  write(
    "key.from-content-and-second",
    "key.unique",
    (sent, { clock }) =>
      withHeaders(sent, { [idempotencyKey]: hashOf(`${sent.body}${Math.floor(clock.now() / 1000)}`) }),
    "there-and-back-in-a-second",
  ),
  key("key.per-attempt", "key.stable", freshKey, "write-answer-lost"),
  row(
    "key.per-attempt-of-put",
    "key.stable",
    changing(isPut, (sent) => withHeaders(sent, { [idempotencyKey]: freshKey() })),
    "put-answer-lost",
  ),
  key("key.per-attempt-after-502", "key.stable", freshKey, "gateway-after-write"),
  key("key.of-the-card", "key.plain", ({ url }) => `${url.split("/").at(-2)}-${hashOf(url)}`),
  row(
    "body.altered-in-retry",
    "key.same-write",
    acting(isWrite, ({ send }) => {
      let count = 0;
      return (sent) => send(count++ > 0 ? withBody(sent, () => ({ daily: 6000 })) : sent);
    }),
    "write-lost",
  ),
  row(
    "effect.twice",
    "effect.once",
    acting(isWrite, ({ send }) => async (sent) => {
      await send(withHeaders(sent, { [idempotencyKey]: freshKey() }));
      return send(sent);
    }),
  ),
  row(
    "effect.unasked",
    "effect.once",
    acting(isWrite, (workshop) => async (sent) => {
      const other = {
        ...withHeaders(sent, { [idempotencyKey]: freshKey() }),
        url: sent.url.replace("CRD100001", "CRD100008"),
      };
      await workshop.send(await signedAnew(other, workshop, {}));
      return workshop.send(sent);
    }),
  ),
  row("retry.write-without-bound", "retry.bounded", repeating(isWrite, 12, 403), "refused-patch"),
  row("retry.write-too-early", "retry.after", repeating(isWrite, 1, 503), "busy-write"),
];
