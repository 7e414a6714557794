/** Requests as specified in combinations of spellings and situations, in which each of them meets each other one. */
import { drawPairs, whenWords } from "../../plan/draw.ts";
import type { Spelling } from "../../plan/spellings.ts";
import { isPlainRefusal, notNow, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { held, missing, type Run } from "./check.ts";
import { brokenIn, confirmDrawn, oneByOne } from "./drawn.ts";
import { ifConclusive } from "./inconclusive.ts";
import { judgeNowAndThen, type Repeatable } from "./now-and-then.ts";
import { type Spellable, triedSpellings, usableSpellings } from "./spelled.ts";
import type { Fact } from "./verdict.ts";

/**
 * Judges whether a request as specified is taken in every pair of spellings and situations in which it is taken alone.
 * What the responses hold is judged with all others of the run.
 *
 * @param situations - Those in which the server takes it, each by itself.
 * @param send - Sends it in any combination of these and of spellings.
 */
export async function judgePairs(
  run: Run,
  spellable: Spellable,
  situations: readonly Spelling[],
  send: Repeatable["send"],
): Promise<readonly Fact[]> {
  const { name, isGranted } = spellable;
  const usable = [...(await usableSpellings(run, spellable)), ...situations];
  const rows = drawPairs(usable, run.draw, { name: `pairs of ${name}` });
  const doubtful = [...(await triedSpellings(run, spellable)).refused];
  const judgeOne = async (row: readonly Spelling[]): Promise<Fact> => {
    const exchange = await ifConclusive(send(row));
    if (exchange === null) return missing("there was no token for a request");
    if (isGranted(exchange)) return held("every pair of spellings was taken", exchange.id);
    const { response } = exchange;
    // What need not be taken may be the reason.
    const must = row.filter(({ expectation }) => expectation === "must work");
    if (must.length < row.length) {
      if (must.length > 0 && isPlainRefusal(exchange)) doubtful.push(must);
      return judgeOne(must);
    }
    // What was sent before may have used up a cursor or a key.
    const isOpen = response === null || succeeded(exchange) || notNow.includes(response.status);
    if (row.length === 0 || isOpen || exchange.sentBefore > 0)
      return missing(`a request as specified was answered ${outcomeOf(exchange)}`, [exchange.id]);
    return {
      kind: "violated",
      message: `A request as specified is refused ${whenWords(row)}.`,
      expected: ["2xx, as in each of these spellings alone"],
      received: outcomeOf(exchange),
      exchanges: [exchange.id],
    };
  };
  // A refusal counts only beside a request in the plain spelling that is granted.
  const judge = oneByOne(async (row) => {
    const fact = await judgeOne(row);
    const control = await ifConclusive(send([]));
    const isControlled = control !== null && isGranted(control);
    return isControlled ? fact : missing("the request in the plain spelling was not accepted either");
  });
  const facts = await Promise.all(rows.map(judgeOne));
  const broken = brokenIn(rows, facts);
  const confirmed = await confirmDrawn(run, broken, { judge });
  const found = confirmed.filter(({ kind }) => kind === "violated");
  doubtful.push(...broken.map(({ row }) => row.filter(({ expectation }) => expectation === "must work")));
  const nowAndThen = found.length > 0 ? null : await judgeNowAndThen({ send, isGranted }, doubtful);
  return [
    ...facts.filter(({ kind }) => kind === "held"),
    ...found,
    ...(nowAndThen === null ? [] : [nowAndThen]),
  ];
}
