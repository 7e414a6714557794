/** How many cases a run has time for: a pure decision. */

import type { Speed } from "../wire/session.ts";

/** What there is to do, or how long it takes. */
interface Work {
  /** Requests, some of them side by side. */
  readonly requests: number;
  /** How often a request waits for the answer to another one. */
  readonly answers: number;
}

/** What a run takes, as measured with the sandbox: all that is not drawn, drawing at all, and each case of it. */
const plain: Work = { requests: 680, answers: 410 };
const drawing: Work = { requests: 930, answers: 210 };
const each: Work = { requests: 2.2, answers: 1.2 };

/** The requests that come after what is drawn: for tokens, to put things back, and to ask again. */
const rest = 600;

/** The part of the time that is planned with: some requests are sent again, and some waits are longer. */
const planned = 0.85;

/** How fast a run goes, and how long it may take. */
export interface Pace extends Speed {
  readonly budgetMs: number;
}

/** True if there is time for what comes after what is drawn, with so many milliseconds left. */
export function isTimeForMore(leftMs: number, perSecond: number): boolean {
  return leftMs > (1000 * rest) / perSecond;
}

/** As many of the cases as there is time for; none where there is not even time to draw a few. */
export function affordableCases(cases: number, { budgetMs, perSecond, latencyMs }: Pace): number {
  const timeMs = planned * budgetMs;
  const left = ({ requests, answers }: Work): Work => ({
    requests: (timeMs * perSecond) / 1000 - plain.requests - requests,
    answers: (latencyMs === 0 ? Number.POSITIVE_INFINITY : timeMs / latencyMs) - plain.answers - answers,
  });
  const { requests, answers } = left(drawing);
  return Math.min(cases, Math.max(0, Math.floor(Math.min(requests / each.requests, answers / each.answers))));
}
