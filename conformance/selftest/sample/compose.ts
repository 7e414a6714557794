/** One conforming server out of several: what each does differently, together. */
import { defaultChoices } from "../../sandbox/choices.ts";
import type { Seams } from "../../sandbox/seams.ts";
import type { ProofOptions } from "../in-memory.ts";

/**
 * The options of a server that differs in both ways; null where they contradict each other: both give the same
 * option, or replace a seam that can be replaced once only.
 */
export function composed(some: ProofOptions, other: ProofOptions): ProofOptions | null {
  const { faults: ofSome, choices: chosen, ...sandbox } = some.sandbox ?? {};
  const { faults: ofOther, choices: alsoChosen, ...otherSandbox } = other.sandbox ?? {};
  const seams = together([...(ofSome ?? []), ...(ofOther ?? [])]);
  const answers = [...ownAnswers(chosen), ...ownAnswers(alsoChosen)];
  const isClear =
    distinct([...Object.keys(sandbox), ...Object.keys(otherSandbox)]) &&
    distinct([...Object.keys(some.run ?? {}), ...Object.keys(other.run ?? {})]) &&
    distinct(answers.map(([gap]) => gap));
  if (seams === null || !isClear) return null;
  const wraps = [some.wrap, other.wrap].filter((wrap) => wrap !== undefined);
  return {
    sandbox: {
      ...sandbox,
      ...otherSandbox,
      choices: new Map([...defaultChoices, ...answers]),
      faults: [seams],
    },
    run: { ...some.run, ...other.run },
    ...(wraps.length === 0
      ? {}
      : {
          wrap: (request, next, clock) =>
            wraps.reduceRight<typeof next>(
              (inner, wrap) => (asked) => wrap(asked, inner, clock),
              next,
            )(request),
        }),
  };
}

/** The answers that are not the sandbox's own. */
function ownAnswers(choices: ReadonlyMap<string, string> = defaultChoices): (readonly [string, string])[] {
  return [...choices].filter(([gap, answer]) => defaultChoices.get(gap) !== answer);
}

function distinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

/** These seams at once: requests are intercepted by the first that does, replies changed by one after the other. */
function together(all: readonly Partial<Seams>[]): Partial<Seams> | null {
  const rest = all.map(({ intercept: _, reply: __, ...others }) => others);
  if (!distinct(rest.flatMap((others) => Object.keys(others)))) return null;
  return {
    ...Object.assign({}, ...rest),
    intercept: (context) => {
      for (const { intercept } of all) {
        const reply = intercept?.(context) ?? null;
        if (reply !== null) return reply;
      }
      return null;
    },
    reply: (reply, context) => all.reduce((sent, seams) => seams.reply?.(sent, context) ?? sent, reply),
  };
}
