/** How many cases a run has time for: a pure decision. */

import type { Speed } from "../wire/session.ts";

/** What there is to do. */
interface Work {
  /** Requests, some of them side by side. */
  readonly requests: number;
  /** How often a request waits for the answer to another one. */
  readonly answers: number;
  /** How often what was written is read back: one page after the other, which are requests and answers more. */
  readonly reads: number;
}

/** What a run takes, as measured with the sandbox: all that is not drawn, drawing at all, and each case of it. */
const plain: Work = { requests: 650, answers: 300, reads: 110 };
const drawing: Work = { requests: 900, answers: 135, reads: 75 };
const each: Work = { requests: 1.8, answers: 0.8, reads: 0.4 };

/** The requests that come after what is drawn: for tokens, to put things back, and to ask again. */
const rest = 600;

/** The part of the time that is planned with: some requests are sent again, and some waits are longer. */
const planned = 0.82;

/** How fast a run goes, and how long it may take. */
export interface Pace extends Speed {
  readonly budgetMs: number;
  /** Requests that it takes to read back what was written: the pages up to that item. */
  readonly pagesPerRead: number;
}

/** True if there is time for what comes after what is drawn, with so many milliseconds left. */
export function isTimeForMore(leftMs: number, perSecond: number): boolean {
  return leftMs > (1000 * rest) / perSecond;
}

/** As many of the cases as there is time for; none where there is not even time to draw a few. */
export function affordableCases(
  cases: number,
  { budgetMs, perSecond, latencyMs, pagesPerRead }: Pace,
): number {
  const timeMs = planned * budgetMs;
  const room = {
    requests: (timeMs * perSecond) / 1000,
    answers: latencyMs === 0 ? Number.POSITIVE_INFINITY : timeMs / latencyMs,
  };
  const casesIn = (of: keyof typeof room): number => {
    const taken = (work: Work) => work[of] + work.reads * pagesPerRead;
    return (room[of] - taken(plain) - taken(drawing)) / taken(each);
  };
  return Math.min(cases, Math.max(0, Math.floor(Math.min(casesIn("requests"), casesIn("answers")))));
}
