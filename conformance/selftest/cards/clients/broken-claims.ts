/** Clients that are wrong in what they say of a write, or in what they do with the answer to it. */
import { type Broken, brokenMostlyIn, type Swap, saying } from "./ours.ts";
import {
  changing,
  freshKey,
  idempotencyKey,
  isPut,
  isWrite,
  repeating,
  signedAnew,
  withBody,
  withHeaders,
} from "./wires.ts";

const row = brokenMostlyIn("calm-patch");

const ok = { result: "ok" };
const saysDone: Swap = { claim: () => ok };
const saysFailed: Swap = { claim: () => ({ result: "error", outcome: "rejected" }) };
const once = { options: { retries: 0 } } as const;

/** Sends a write again under another key when it is answered with this status. */
const anewAfter = (status: number): Swap => ({
  send:
    ({ send }) =>
    async (sent) => {
      const answer = await send(sent);
      return answer.status === status ? send(withHeaders(sent, { [idempotencyKey]: freshKey() })) : answer;
    },
});

/** Clients that are wrong about what has become of a write. */
export const brokenClaims: readonly Broken[] = [
  row("status.204-is-failure", "status.class", saysFailed, "write-answers-204"),
  row("status.299-is-failure", "status.class", saysFailed, "write-answers-299"),
  row("status.299-repeated", "status.class", anewAfter(299), "write-answers-299"),
  row("key.new-after-409", "key.stable", anewAfter(409), "repetition-conflicts"),
  row(
    "claim.ok-after-the-first",
    "claim.no-false-success",
    { claim: (outcome, { task }) => (task > 1 ? ok : outcome) },
    "second-write-refused",
  ),
  row("claim.ok-after-no-answer", "claim.no-false-success", { ...once, ...saysDone }, "write-hangs-before"),
  row("claim.always-ok", "claim.no-false-success", saysDone, "refused-patch"),
  row("claim.ok-after-silence", "claim.no-false-success", { ...once, ...saysDone }, "write-lost"),
  row(
    "claim.failed-after-silence",
    "claim.no-false-failure",
    { ...once, ...saysFailed },
    "write-answer-lost",
  ),
  row(
    "claim.failed-after-two-silences",
    "claim.no-false-failure",
    { options: { retries: 1 }, ...saysFailed },
    "write-answer-lost-twice",
  ),
  row(
    "claim.ok-by-its-own-clock",
    "claim.no-false-success",
    {
      ...changing(isWrite, (sent, workshop) =>
        signedAnew(sent, workshop, { time: String(Math.round(workshop.clock.now() / 1000)) }),
      ),
      ...saysDone,
    },
    "clock-far-ahead",
  ),
  row("claim.ok-in-the-end", "claim.no-false-success", saysDone, "writes-never-arrive"),
  row("claim.ok-after-503", "claim.no-false-success", saysDone, "writes-unavailable"),
  row("claim.ok-without-token", "claim.no-false-success", saysDone, "tokens-unavailable"),
  row("claim.failed-in-the-end", "claim.no-false-failure", saysFailed, "write-answers-never-arrive"),
  row("claim.failed-after-success", "claim.no-false-failure", saysFailed),
  row("claim.ok-after-404", "claim.no-false-success", saying(404, ok), "refused-404-patch"),
  row("claim.ok-after-409", "claim.no-false-success", saying(409, ok), "refused-409-patch"),
  row("claim.ok-after-422", "claim.no-false-success", saying(422, ok), "refused-422-put"),
  row(
    "body.put-of-another-value",
    "claim.no-false-success",
    changing(isPut, (sent) => withBody(sent, (limits) => ({ ...limits, daily: Number(limits.daily) * 100 }))),
    "calm-put",
  ),
  row("retry.hot-in-an-outage", "retry.bounded", repeating(isWrite, 12, 503), "writes-unavailable"),
  row("claim.failed-after-502", "claim.no-false-failure", { ...once, ...saysFailed }, "gateway-after-write"),
];
