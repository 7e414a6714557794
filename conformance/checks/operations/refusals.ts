/** Every defect of a request of an operation: it is refused, with a 4xx in the form that is shown, and changes nothing. */
import { responseSchema } from "../../../generated/operations.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { clockDoubt } from "../kit/clock-doubt.ts";
import { isNoRefusal } from "../kit/refusal.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { examine, unclaimedProblem } from "../response-fields.ts";
import { problemOf } from "./acceptance.ts";
import type { DefectRow, RefusedRow } from "./defect.ts";
import { defectRowsOf } from "./defect-rows.ts";
import { demandRows } from "./demands.ts";
import { type Described, isWrite, operationCheck, type Row } from "./operation.ts";
import { sendRows } from "./refused.ts";
import { isOfUnknownItem } from "./unknown-item.ts";

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
      if (doubt !== null) return [missing(doubt)];
      // What the one status says that a request is refused for, it says in the form that is shown.
      const ofUnknown = (result?.exchanges ?? []).filter(isOfUnknownItem);
      return [
        ...(result?.facts ?? []),
        ...ofUnknown.flatMap((exchange) => judgeErrorBody(one.row, exchange, 404)),
      ];
    },
  });
}

/** The check of one operation; none where the description shows no body. */
function errorBodyCheck(one: Described, rows: readonly DefectRow[]): Check[] {
  const row = rows.find(({ family }) => family === "token.invalid");
  if (row === undefined || responseSchema(one.row, 401) === null) return [];
  return operationCheck(one, {
    family: "error.401.body",
    title: "the 401 for an invalid token has the body that is shown",
    requirements: ["error.401.body"],
    defects: row.defects,
    run: async (run) => {
      const exchanges = (await sendRows(run, one, rows)).get(row)?.exchanges ?? [];
      return exchanges.flatMap((exchange) => judgeErrorBody(one.row, exchange, 401));
    },
  });
}

/** Judges the body of one refusal, where it has this status: another one is for another check. */
export function judgeErrorBody(row: Row, exchange: Exchange, status: 401 | 404): Fact[] {
  const schema = responseSchema(row, status);
  if (exchange.response?.status !== status || schema === null) return [];
  const { problems } = examine(schema, exchange);
  const problem =
    status === 404
      ? problemOf(schema, exchange, exchange.response.form === "object")
      : (unclaimedProblem(schema, exchange) ?? [...problems.values()][0] ?? null);
  if (problem === null) return [held(`every such ${status} has the body that is shown`, exchange.id)];
  return violations({
    message: `${problem.pointer === "" ? "The error body" : problem.pointer} ${problem.description}.`,
    expected: [`a body that fits the schema ${schema}`],
    received: problem.received,
    pointer: problem.pointer,
    exchanges: [exchange.id],
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
