/** Writes with tokens that have just been issued: what keeps tokens for writes must know them as well. */
import { api } from "../../../generated/operations.ts";
import { type Exchange, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { readToken, type Token } from "../../wire/tokens.ts";
import { noToken } from "../kit/ask.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { isRead, plainRead } from "../kit/plain-read.ts";
import type { Fact } from "../kit/verdict.ts";
import { issuedAs, newTokenAfterNarrow, type SpelledToken } from "../tokens-in-spellings.ts";
import { notAccepted } from "./control-writes.ts";
import { withCard } from "./kit/acceptance.ts";
import type { CardUnderTest } from "./kit/card-under-test.ts";
import { writeCheck, writeCheckId } from "./kit/write-check.ts";
import { type WriteOperation, writeOperations } from "./write-form.ts";

const id = "token.fresh";

/** How many tokens are tried: one of a few that a server issues in turn may be another one. */
const times = 6;

/**
 * Writes with a new token right after a usual write; where that is refused for it, once more, reads, and writes.
 *
 * @param row - In what spelling the token was asked for: where it has one, a 403 may be for the token as well.
 */
async function writeWith(
  run: Run,
  card: CardUnderTest,
  { row, token }: Pick<SpelledToken, "row" | "token">,
  purpose: string,
): Promise<Fact> {
  const usual = () => card.write(card.nextValue(), { purpose });
  const write = () => card.write(card.nextValue(), { purpose, token });
  const before = await usual();
  if (!succeeded(before))
    return missing(`a write with the usual token was answered ${outcomeOf(before)}`, [before.id]);
  const used = await write();
  if (succeeded(used)) return held("a token that was just issued was accepted for a write", used.id);
  // One that has fewer scopes than the response says may be good for the read alone.
  const isRefused = ({ response }: Exchange) =>
    response?.status === 401 || (row.length > 0 && response?.status === 403 && isForAll(token));
  // As before: what a server forgets by another write it may know where nothing was written in between.
  if (isRefused(used)) await usual();
  const again = isRefused(used) ? await write() : used;
  const read = await run.probe.callWith(purpose, plainRead(), token);
  const after = await card.control();
  // Where it opens nothing, that is for the check of reads; and any write may be refused for what it holds.
  if (!isRefused(used) || !isRefused(again) || !isRead(read) || !after.accepted)
    return missing(`a write with a new token was answered ${outcomeOf(used)}`, [used.id, again.id]);
  return issuedAs(row, {
    kind: "violated",
    message: "A write was refused for its token, which had just been issued and opens the list.",
    expected: ["2xx"],
    received: `${outcomeOf(used)}, twice`,
    exchanges: [used.id, again.id, read.id, token.exchange.id],
  });
}

/** True where the response that issued it names all scopes, or none. */
function isForAll({ scopes }: Token): boolean {
  return scopes === null || api.scopes.every((scope) => scopes.includes(scope));
}

async function judge(run: Run, operation: WriteOperation): Promise<readonly Fact[]> {
  const purpose = writeCheckId(id, operation);
  return withCard(run, operation, async (card) => {
    const before = await card.control();
    if (!before.accepted) return [notAccepted(before)];
    const facts: Fact[] = [];
    while (facts.length < times && facts.every(({ kind }) => kind === "held")) {
      const token = readToken(await run.probe.tokens.request(purpose));
      facts.push(
        token === null ? missing(noToken(run)) : await writeWith(run, card, { row: [], token }, purpose),
      );
    }
    const afterNarrow = await newTokenAfterNarrow(run);
    if (afterNarrow !== null && facts.every(({ kind }) => kind === "held"))
      facts.push(await writeWith(run, card, afterNarrow, purpose));
    return facts;
  });
}

/** One check for each write operation. */
export const freshTokenWriteChecks: readonly Check[] = writeOperations.map((operation) =>
  writeCheck(operation, {
    id,
    title: "a token that has just been issued is accepted",
    requirements: ["token.fresh"],
    run: (run) => judge(run, operation),
  }),
);
