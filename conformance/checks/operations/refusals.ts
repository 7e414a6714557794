/** Every defect of a request of an operation: it is refused, as a mistake of the client, and changes nothing. */
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { clockDoubt } from "../kit/clock-doubt.ts";
import { isNoRefusal } from "../kit/refusal.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import type { DefectRow } from "./defect.ts";
import { defectRowsOf } from "./defect-rows.ts";
import { demandRows } from "./demands.ts";
import { errorBodyCheck } from "./error-body.ts";
import { type Described, isWrite, operationCheck } from "./operation.ts";
import { type RefusedRow, sendRows } from "./refused.ts";

/** One check for each row of defects, and two for all of them. */
export function refusalChecks(one: Described): Check[] {
  const rows = defectRowsOf(one);
  const all = rows.flatMap(({ defects }) => defects);
  const results = async (run: Run) => [...(await sendRows(run, one, rows)).values()];
  return [
    ...rows.flatMap((row) => rowCheck(one, rows, row)),
    ...errorBodyCheck(one, rows),
    ...(isWrite(one.row)
      ? operationCheck(one, {
          family: "refused.no-effect",
          title: "a refused request changes nothing",
          requirements: ["auth.refused.no-effect"],
          defects: all,
          run: async (run) => (await results(run)).flatMap(({ effect }) => effect ?? []),
        })
      : []),
    ...operationCheck(one, {
      family: "refused.client-error",
      title: "a refusal is a 4xx, not a server error or a redirect",
      requirements: ["error.refusal.client-error"],
      defects: all,
      run: async (run) => {
        const facts = (await results(run)).flatMap((row) => row.facts.flatMap(judgeStatus));
        return facts.length > 0 ? facts : [missing("nothing was refused")];
      },
    }),
  ];
}

/** One check for each part of a request that the specification demands, for an operation of which others judge the rest. */
export function demandChecks(one: Described): Check[] {
  const rows = demandRows(one);
  return rows.flatMap((row) => rowCheck(one, rows, row));
}

function rowCheck(one: Described, rows: readonly DefectRow[], row: DefectRow): Check[] {
  return operationCheck(one, {
    family: row.family,
    title: row.title,
    requirements: row.requirements,
    defects: row.defects,
    run: async (run) => {
      const doubt = row.needsClock ? clockDoubt(run) : null;
      const result: RefusedRow | undefined = (await sendRows(run, one, rows)).get(row);
      return doubt === null ? (result?.facts ?? []) : [missing(doubt)];
    },
  });
}

/** Judges the status of one refusal; empty if the request was not refused, or not for its defect. */
function judgeStatus(fact: Fact): Fact[] {
  if (fact.kind === "held") return [held("every refusal was a 4xx", fact.exchange)];
  if (!isNoRefusal(fact)) return [];
  return violations({
    message: `A request that is to be refused was answered by ${fact.redirected === true ? "a redirect" : "a failure of the server"}: ${fact.what}.`,
    expected: ["any 4xx"],
    received: fact.redirected === true ? "3xx" : "5xx",
    exchanges: fact.exchanges ?? [],
  });
}
