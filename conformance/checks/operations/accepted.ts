/** A request exactly as specified is accepted, and answered with a status that the description shows. */
import { type Exchange, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing, prepare, type Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import { type Fact, lastingIfSeveral, violations } from "../kit/verdict.ts";
import { type FieldProblem, unclaimedProblem, violation } from "../response-fields.ts";
import { type Acceptance, acceptanceOf, judgeAcceptance, neverAccepted } from "./acceptance.ts";
import type { Arguments } from "./arguments.ts";
import { judgeBelonging } from "./belonging.ts";
import { judgeNamedItem } from "./named-item.ts";
import { judgeNarrowToken } from "./narrow-token.ts";
import { type Described, idOf, isDocumented, isOnce, nameOf, operationCheck, type Row } from "./operation.ts";
import { send } from "./send.ts";
import { withOperation } from "./with-operation.ts";

/** The check that an operation is answered at all. */
export function acceptedCheck(one: Described): Check[] {
  return operationCheck(one, {
    family: "accepted",
    title: "a request exactly as specified is accepted",
    run: (run) =>
      withOperation(run, one, async (args) => {
        const found = await acceptanceOf(run, one, args);
        await askAgain(run, one, args, found);
        const narrow = await judgeNarrowToken(run, one, args, found);
        return [
          judgeAcceptance(found),
          ...judgeNamedItem(one, { ...args, path: found.path }, found.accepted),
          ...(await judgeBelonging(run, one, args, found.accepted)),
          ...narrow,
        ];
      }),
  });
}

/** Asks once more for what was done, and can be done once: how a conflict is told, other checks look at. */
async function askAgain(run: Run, one: Described, args: Arguments, found: Acceptance): Promise<void> {
  const { item, path } = args;
  if (found.accepted === null || !isOnce(one.row) || item?.isUsedUp !== true || item.isScarce === true)
    return;
  const alteration = { description: "once more, on what it was done with before," };
  const [body] = found.bodies;
  await ifConclusive(send(run, one, args, { purpose: idOf("accepted", one), body, alteration, path }));
}

/** The open question about the status of successes: where it is asked of an operation, no status is judged. */
const openStatus = "gap.status.success";

/** The check that requests as specified get no other status than a documented one; none where that is open. */
export function statusCheck(one: Described): Check[] {
  const { row } = one;
  const isOpen = row.unspecified.includes(openStatus) || "2XX" in row.responses || "default" in row.responses;
  if (isOpen) return [];
  return operationCheck(one, {
    family: "status",
    title:
      "the description shows every status with which a request as specified is answered, and refuses it with the body that is shown",
    stage: "log",
    run: async (run) => {
      await prepare(run, () => withOperation(run, one, (args) => acceptanceOf(run, one, args)));
      const answered = run.probe.session.exchanges.filter(
        ({ operation, alteration }) => operation === row.id && alteration === null,
      );
      // What is never accepted has a check of its own.
      return answered.some(succeeded)
        ? lastingIfSeveral(answered.flatMap((exchange) => judgeStatus(row, exchange)))
        : [missing(neverAccepted({ row, refused: answered }))];
    },
  });
}

/** Statuses of what stands before a server, or asks to wait. */
const ofOthers: readonly number[] = [429, 502, 503, 504];

/** What of a refusal is not as shown for its very status, and has no rule of its own; null for any other response. */
function refusalProblem({ responses }: Row, exchange: Exchange): FieldProblem | null {
  const { status = 0, form } = exchange.response ?? {};
  const schema = status >= 400 && status < 500 && form === "object" ? responses[String(status)] : null;
  return schema == null ? null : unclaimedProblem(schema, exchange);
}

/** Judges the status of one response to a request as specified, and the body of a refusal. */
export function judgeStatus(row: Row, exchange: Exchange): Fact[] {
  const { response } = exchange;
  if (response === null || ofOthers.includes(response.status)) return [];
  const problem = refusalProblem(row, exchange);
  if (problem !== null) return [violation(problem, "the body that is shown for this status", exchange)];
  if (isDocumented(row, response.status)) return [held("every status is documented", exchange.id)];
  return violations({
    message: `${nameOf(row)} as specified was answered with a status that the description does not show.`,
    expected: Object.keys(row.responses),
    received: outcomeOf(exchange),
    exchanges: [exchange.id],
  });
}
