/** What a client says of its work, against what came of it. */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../base/shape.ts";
import type { Fact } from "../../checks/kit/verdict.ts";
import { isRefusal, succeeded } from "../../wire/exchange.ts";
import type { Seen } from "../evidence.ts";
import { broken, kept, type Rule } from "../rule.ts";
import { keyOf, toldOf, type WorkSeen } from "../view.ts";
import { isOpen, workedWrites } from "./keys.ts";
import { ofRow } from "./writes.ts";

const hint = "An answer never came: a request needs a time limit of the client's own.";
const how = "Drive the client, and let the program print an outcome line for each write.";

/** What stands in a text in Base64, as credentials do in a header. */
function decodedIn(text: string): readonly string[] {
  return [...text.matchAll(/[A-Za-z0-9+/_-]{16,}={0,2}/g)].map(([word]) =>
    Buffer.from(word, "base64").toString("latin1"),
  );
}

/** An answer of success that is not the usual one, which is 200 and JSON. */
function isOddSuccess(seen: Seen): boolean {
  const { response } = seen;
  return succeeded(seen) && (response?.status !== 200 || response.form !== "object");
}

/** True where the last thing that a client knows of its write is that no answer came, and it has not looked. */
function isLost({ attempts }: WorkSeen, reads: readonly Seen[]): boolean {
  const last = attempts.at(-1);
  const hasLooked = reads.some(({ arrived }) => arrived > (last?.answered ?? 0));
  return last !== undefined && isOpen(last) && !attempts.some(isRefusal) && !hasLooked;
}

/** What was carried out instead of what was asked for: of a PATCH, that is for the rules about its body. */
function doneOtherwise({ work, attempts, effects }: WorkSeen): Fact[] {
  const [{ changes } = { changes: null }] = effects.slice(-1);
  if (!isObject(work.body) || !isObject(changes) || ofRow(attempts, "client.patch.only-asked").length > 0)
    return [];
  const asked = Object.entries(work.body);
  const other = asked.filter(([name, value]) => !isDeepStrictEqual(changes[name] ?? null, value));
  if (other.length === 0) return [];
  return [
    broken(
      {
        message: "A write is reported as done, and something else was carried out.",
        expected: JSON.stringify(work.body),
        received: JSON.stringify(changes),
      },
      ...[...attempts].reverse(),
    ),
  ];
}

/** The rules. */
export const claimRules: readonly Rule[] = [
  {
    id: "client.status.class",
    how,
    judge: (view) =>
      workedWrites(view).flatMap(({ attempts, claim }): Fact[] => {
        const odd = attempts.find(isOddSuccess);
        if (odd === undefined) return [];
        const words = `${odd.response?.status}, ${odd.response?.bytes} bytes`;
        // Under its key, it is no second write.
        const again = attempts.some((one) => one.arrived > odd.answered && keyOf(one) !== keyOf(odd));
        // Who says that nobody knows has not said that it failed.
        const isMisread = claim !== null && claim.result !== "ok" && claim.outcome !== "unknown";
        if (!isMisread && !again) {
          return claim === null ? [] : [kept(`carried out, by ${words}`, odd)];
        }
        return [
          broken(
            {
              message: "A write that was answered with a success was not taken for carried out.",
              expected: "success, for any 2xx",
              received: `${again ? "the write again" : "an error"}, after ${words}`,
            },
            odd,
          ),
        ];
      }),
  },
  {
    id: "client.claim.no-false-success",
    how,
    judge: (view) =>
      workedWrites(view).flatMap((own): Fact[] => {
        const { effects, claim, attempts } = own;
        if (claim === null || claim.result === "unsupported") return [];
        if (effects.length > 0) return claim.result === "ok" ? doneOtherwise(own) : [];
        // What was never sent is for other rules, unless it is reported as done.
        if (attempts.length === 0 && claim.result === "error") return [];
        // An answer of success without an effect is the server's word, such as that of an ignored field.
        if (claim.result === "error") return [kept("an error, and there is no effect", attempts.at(-1))];
        if (attempts.some(succeeded) && !view.writes.some((seen) => isOpen(seen) || isRefusal(seen)))
          return [];
        return [
          broken(
            {
              message: "A write is reported as done, and was not carried out.",
              expected: "an error, or that nobody knows",
              received: "success",
            },
            ...[...attempts].reverse(),
          ),
        ];
      }),
  },
  {
    id: "client.claim.no-false-failure",
    how,
    judge: (view) =>
      workedWrites(view).flatMap((own): Fact[] => {
        const { claim, effects } = own;
        const attempts = toldOf(own.attempts);
        const last = attempts.at(-1);
        if (claim === null || last === undefined) return [];
        // Who calls an operation that it does not support, says of the write that it was not sent.
        const isUnsupported = claim.result === "unsupported";
        const isFailed = claim.result === "error" && claim.outcome !== "unknown" && claim.outcome !== null;
        const isWrong = isUnsupported || isFailed;
        // Another success than the usual one is for the rule about statuses.
        const isTold = attempts.some((one) => succeeded(one) && !isOddSuccess(one));
        const isDone = effects.length > 0 && (isTold || attempts.some(isOpen));
        if (isWrong && (isLost(own, view.lists) || isDone)) {
          return [
            broken(
              {
                message: isTold
                  ? "A write that was carried out, and answered with success, is reported as not carried out."
                  : "A write that may have been carried out is reported as not carried out.",
                expected: "success once it is known, or that nobody knows",
                received: claim.outcome ?? claim.result,
              },
              last,
            ),
          ];
        }
        const bait = attempts.find(isOpen);
        return bait === undefined || isUnsupported || (claim.result === "error" && claim.outcome === null)
          ? []
          : [kept("not reported as not carried out", bait)];
      }),
  },
  {
    id: "client.process.ends",
    how: "Drive the client: its program is then waited for.",
    judge: ({ end, seen }) => {
      if (end === null || seen.length === 0) return [];
      if (!end.isLate && end.signal === null) return [kept(`it ended with ${end.code}`)];
      return [
        broken(
          {
            message: end.isLate
              ? "The program had not ended when its time was up."
              : "The program did not end by itself.",
            expected: "an exit code, within the time",
            received: end.isLate ? "it had to be ended" : `the signal ${end.signal}`,
            ...(end.isLate && seen.some(({ failure }) => failure?.kind === "timeout") ? { hint } : {}),
          },
          ...seen.slice(-1),
        ),
      ];
    },
  },
  {
    id: "client.secrets.quiet",
    how: "Drive the client: what its program prints is then read.",
    judge: ({ end, seen, tokens, clientSecret }) => {
      const [first] = seen;
      if (end === null || first === undefined) return [];
      const agents = new Set(seen.map(({ headers }) => headers.get("user-agent") ?? ""));
      const told = [end.output, ...agents].flatMap((text) => [text, ...decodedIn(text)]);
      const found = [clientSecret, ...tokens.map(({ value }) => value)].some((one) =>
        told.some((text) => text.includes(one)),
      );
      return [
        found || /-----BEGIN [A-Z ]*PRIVATE KEY/.test(end.output)
          ? broken(
              {
                message: "The program printed a secret, or sent it as its name.",
                expected: "neither client secret nor token nor key",
                received: "one of them, in its output or its User-Agent",
              },
              ...seen.slice(-1),
            )
          : kept("no secret is in its output", first),
      ];
    },
  },
];
