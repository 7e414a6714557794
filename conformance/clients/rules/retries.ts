/** How a client repeats what failed: advice, none of which the specification gives. */
import { api } from "../../../generated/operations.ts";
import { parseRetryAfter } from "../../../src/http/http-date.ts";
import type { Fact } from "../../checks/kit/verdict.ts";
import { notNow, succeeded } from "../../wire/exchange.ts";
import type { Seen } from "../evidence.ts";
import { broken, kept, type Rule } from "../rule.ts";
import { answerHeader, keyOf, partsAtOnce, type WorkSeen } from "../view.ts";

/** A request as what it asks for, whatever it is signed with. */
function askedBy({ request: { method, url, body } }: Seen): string {
  return JSON.stringify([method, url, body]);
}

/** The same with what else it may have been refused for: its media type, and which headers it has, in which form. */
function sentAs(seen: Seen): string {
  const { headers } = seen;
  const time = headers.get(api.headers.timestamp)?.replace(/[0-9]/g, "0");
  const present = Object.values(api.headers).map((name) => headers.has(name));
  return JSON.stringify([askedBy(seen), headers.get("content-type"), time, present]);
}

/** The requests after this one that are the same in this sense, once it was answered. */
function repeats(attempts: readonly Seen[], seen: Seen, sense: (one: Seen) => string): readonly Seen[] {
  return attempts.filter(
    (one) =>
      attempts.indexOf(one) > attempts.indexOf(seen) &&
      one.arrived > seen.answered &&
      sense(one) === sense(seen),
  );
}

/** True where a request was sent for the same thing as an earlier one, which may have been asked for twice. */
function isSameWork(worked: readonly WorkSeen[], first: Seen, again: Seen): boolean {
  const own = worked.find(({ attempts }) => attempts.includes(first));
  return own?.attempts.includes(again) === true || keyOf(first) === keyOf(again);
}

/** True for a refusal of what a request holds, which will be refused again. */
function isFinal({ response }: Seen): boolean {
  const status = response?.status ?? 0;
  return status >= 400 && status < 500 && status !== 401 && !notNow.includes(status);
}

/** What the server asked to wait after this answer, in milliseconds; undefined where it asked for nothing. */
function announced(seen: Seen): number | undefined {
  return parseRetryAfter(answerHeader(seen, "retry-after"), answerHeader(seen, "date"), seen.endedAt);
}

/** Timers and clocks are not exact, and dates count in whole seconds. */
const tolerance = 0.9;
const mostAttempts = 10;
const burst = { requests: 5, milliseconds: 1000 } as const;

/** The rules. */
export const retryRules: readonly Rule[] = [
  {
    id: "client.retry.final",
    how: "Drive the client: every call is then refused with 403.",
    judge: ({ calls, worked, work }) =>
      calls.filter(isFinal).map((seen): Fact => {
        const [again] = repeats(calls, seen, sentAs).filter(
          (one) => work === null || isSameWork(worked, seen, one),
        );
        return again === undefined
          ? kept("not repeated", seen)
          : broken(
              {
                message: "A request that was refused for what it holds was repeated unchanged.",
                expected: "an error",
                received: `the same request, after ${seen.response?.status}`,
              },
              again,
              seen,
            );
      }),
  },
  {
    id: "client.retry.after",
    how: "Drive the client: an answer then has a Retry-After.",
    judge: ({ attempts }) =>
      attempts.flatMap((seen): Fact[] => {
        const wait = announced(seen);
        if (wait === undefined || succeeded(seen)) return [];
        const [next] = repeats(attempts, seen, askedBy);
        const gap = next === undefined ? Number.POSITIVE_INFINITY : next.startedAt - seen.endedAt;
        if (next === undefined || gap >= wait * tolerance - 1000 * Number(wait > 1000 && isDate(seen))) {
          return [kept("not repeated before that time", seen)];
        }
        return [
          broken(
            {
              message: "A request was repeated before the time that Retry-After gives.",
              expected: `a wait of ${wait / 1000} s`,
              received: `${gap / 1000} s`,
            },
            next,
            seen,
          ),
        ];
      }),
  },
  {
    id: "client.retry.bounded",
    how: "Drive the client: a request then fails.",
    judge: ({ attempts, worked }) => {
      // What is done at the same time may fail with the same request, each for itself.
      const atOnce = partsAtOnce(worked);
      const most = mostAttempts * atOnce;
      const many = burst.requests * atOnce;
      return failures(attempts).map((same): Fact => {
        const isBurst = same.some((_, index) => {
          const some = same.slice(index, index + many);
          return some.length === many && pausesIn(some) < burst.milliseconds;
        });
        if (!isBurst && same.length <= most) return kept("repeated within bounds", same[0]);
        return broken(
          {
            message: "A request that failed was repeated without bound or pause.",
            expected: `at most ${most} requests, and no ${many} with less than a second of pauses`,
            received: isBurst ? `${many} with less` : `${same.length} requests`,
          },
          ...same,
        );
      });
    },
  },
];

/**
 * Milliseconds between answers and the requests after them, in all: how long a client waited, whatever time the
 * server took, and a machine that is busy with both.
 */
function pausesIn(requests: readonly Seen[]): number {
  const pauses = requests.map(
    ({ startedAt }, index) => startedAt - (requests[index - 1]?.endedAt ?? startedAt),
  );
  return pauses.reduce((sum, pause) => sum + Math.max(0, pause), 0);
}

/** Requests that ask for the same and failed, one after the other: success in between begins anew. */
function failures(attempts: readonly Seen[]): readonly (readonly Seen[])[] {
  const groups: Seen[][] = [];
  const open = new Map<string, Seen[]>();
  for (const seen of attempts) {
    const asked = askedBy(seen);
    const group = open.get(asked);
    if (succeeded(seen)) open.delete(asked);
    else if (group !== undefined) group.push(seen);
    else {
      const begun = [seen];
      open.set(asked, begun);
      groups.push(begun);
    }
  }
  return groups;
}

/** A date says no more than the second. */
function isDate(seen: Seen): boolean {
  return !/^[0-9]+$/.test(answerHeader(seen, "retry-after") ?? "");
}
