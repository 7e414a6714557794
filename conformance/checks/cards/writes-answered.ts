/** Whatever a write asks for, it is taken or refused: a server that fails at it has done neither. */
import type { Alteration } from "../../wire/alteration.ts";
import { type Exchange, isServerFailure, outcomeOf } from "../../wire/exchange.ts";
import { type Check, held, missing, prepare, type Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { isOfOpenQuestion } from "../open-questions/question.ts";
import { answeredCheck } from "./histories/judge.ts";
import { withCard } from "./kit/acceptance.ts";
import { ofOtherPatches } from "./kit/other-patches.ts";
import { writtenLimit } from "./limits.ts";
import { isWriteOperation, writeOperations } from "./write-form.ts";

/** How often a write at which the server failed is sent again: it fails at it each time, or it may be chance. */
const repetitions = 3;
/** How many different writes are sent again, at most. */
const mostRepeated = 3;

/** Bodies that are no JSON, made of one that is: each is to be refused, or else understood. */
const malformed: readonly Alteration[] = (
  [
    ["whose body is cut off", (body) => body.slice(0, -1)],
    ["whose body has a comma too many", (body) => body.replace(/\}$/, ",}")],
    ["whose body has names in single quotes", (body) => body.replaceAll('"', "'")],
    ["whose body is a text", () => `${writtenLimit}=1`],
  ] satisfies readonly (readonly [string, (body: string) => string])[]
).map(([description, change]) => ({
  description,
  rewrite: (request) => ({ ...request, body: change(request.body ?? "") }),
}));

/** Of a PUT, a body that is not there might count as one that leaves out every limit (gap.put.omitted-field). */
const empty: Alteration = { description: "without a body", rewrite: (request) => ({ ...request, body: "" }) };

/** Sends each of them with each operation that is accepted; what comes of it is seen in the log. */
async function sendMalformed(run: Run): Promise<void> {
  for (const operation of writeOperations) {
    await prepare(run, () =>
      withCard(run, operation, async (card) => {
        const isPatch = operation === "updateCardLimits";
        for (const alteration of isPatch ? [...malformed, empty] : malformed) {
          await card.write(card.nextValue(), { purpose: answeredCheck, alteration, isPassing: true });
        }
        // The next reader finds what this run has asked for.
        await card.control();
      }),
    );
  }
}

/** True for a write that is to be taken or refused, and that no other check repeats. */
const isJudgedHere = (one: Exchange) =>
  one.purpose === answeredCheck ||
  ((one.purpose === ofOtherPatches || isOfOpenQuestion(one)) && one.alteration === null);

/** One check for both operations. Histories have facts for it as well. */
export const answeredWriteCheck: Check = {
  id: answeredCheck,
  title: "a write is taken, or refused with a 4xx",
  requirements: ["error.refusal.client-error"],
  access: "write",
  stage: "last",
  run: async (run) => {
    await sendMalformed(run);
    const writes = run.probe.session.exchanges.filter(({ operation }) => isWriteOperation(operation));
    const failed = writes.filter(isServerFailure);
    // The others are repeated by the checks that sent them; what is open of a header is judged with the refusals.
    const open = new Map(
      failed.filter(isJudgedHere).map((one) => [`${one.operation} ${one.purpose} ${one.alteration}`, one]),
    );
    const facts: Fact[] = [];
    for (const first of [...open.values()].slice(0, mostRepeated)) facts.push(await judgeFailure(run, first));
    if (facts.length > 0) return facts;
    const [last] = writes.slice(-1);
    if (last === undefined) return [missing("nothing was written")];
    return failed.length === 0
      ? [held("every write was taken or refused", last.id)]
      : [
          missing(
            "the server failed at altered writes: whether one is to be refused is judged by the check that sent it",
            failed.slice(0, 3).map(({ id }) => id),
          ),
        ];
  },
};

async function judgeFailure(run: Run, first: Exchange): Promise<Fact> {
  const { operation } = first;
  if (!isWriteOperation(operation)) return missing("it is no write", [first.id]);
  const again: Exchange[] = [];
  const control = await withCard(run, operation, async (card) => {
    const before = run.probe.session.exchanges.length;
    for (let time = 0; time < repetitions; time += 1) await run.probe.repeat(first.id);
    const isRepeated = ({ purpose, alteration }: Exchange) =>
      purpose === first.purpose && alteration === first.alteration;
    again.push(...run.probe.session.exchanges.slice(before).filter(isRepeated));
    return card.control();
  });
  const ids = [first, ...again].map(({ id }) => id);
  const failures = again.filter(isServerFailure).length;
  const words = `a ${first.request.method} ${first.alteration ?? `with the body ${first.request.body}`},`;
  if (!control.accepted || failures < repetitions) {
    return missing(
      `${words} was answered ${outcomeOf(first)}, and so ${failures} of ${again.length} times again`,
      ids,
    );
  }
  return {
    kind: "violated",
    message: `The server fails at ${words} which it may take or refuse.`,
    expected: ["2xx, or a refusal (any 4xx)"],
    received: `${outcomeOf(first)}, each of ${failures + 1} times`,
    exchanges: ids,
    isLasting: true,
  };
}
