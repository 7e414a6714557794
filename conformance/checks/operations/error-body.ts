/** The refusal of an invalid token has the body that the description shows for its status. */
import { responseSchema } from "../../../generated/operations.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { type Check, held } from "../kit/check.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { examine, unclaimedProblem } from "../response-fields.ts";
import type { DefectRow } from "./defect.ts";
import { type Described, operationCheck, type Row } from "./operation.ts";
import { sendRows } from "./refused.ts";

/** The check of one operation; none where the description shows no body. */
export function errorBodyCheck(one: Described, rows: readonly DefectRow[]): Check[] {
  const row = rows.find(({ family }) => family === "token.invalid");
  if (row === undefined || responseSchema(one.row, 401) === null) return [];
  return operationCheck(one, {
    family: "error.401.body",
    title: "the 401 for an invalid token has the body that is shown",
    requirements: ["error.401.body"],
    defects: row.defects,
    run: async (run) => {
      const exchanges = (await sendRows(run, one, rows)).get(row)?.exchanges ?? [];
      return exchanges.flatMap((exchange) => judgeErrorBody(one.row, exchange));
    },
  });
}

/** Judges the body of one refusal; another status than 401 is for another check. */
export function judgeErrorBody(row: Row, exchange: Exchange): Fact[] {
  const schema = responseSchema(row, 401);
  if (exchange.response?.status !== 401 || schema === null) return [];
  const { problems } = examine(schema, exchange);
  const problem = unclaimedProblem(schema, exchange) ?? [...problems.values()][0];
  if (problem === undefined) return [held("every such 401 has the body that is shown", exchange.id)];
  return violations({
    message: `${problem.pointer === "" ? "The error body" : problem.pointer} ${problem.description}.`,
    expected: [`a body that fits the schema ${schema}`],
    received: problem.received,
    pointer: problem.pointer,
    exchanges: [exchange.id],
  });
}
