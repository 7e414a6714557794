/** Whether defects are refused of items of other kinds as well: each kind may be served in a place of its own. */
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import type { Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import { judgeRefusal } from "../kit/refusal.ts";
import { isGranted } from "./acceptance.ts";
import type { Arguments } from "./arguments.ts";
import type { DefectRow, RefusedRow } from "./defect.ts";
import type { Described } from "./operation.ts";
import { otherKindsOf } from "./other-kinds.ts";
import { sendDefect } from "./send-defect.ts";

/** The rows of which the first defect is sent to items of other kinds as well. */
const ofOtherKinds = /^(?:token\.invalid|scope\.|timestamp\.stale|signature\.key)/;

/**
 * What came of some rows, with what was accepted of their first defect where the item is of another kind: what else such an
 * item is refused for, and with which status, is its own affair.
 *
 * @param control - A request without a defect.
 * @returns Those rows of which something was accepted.
 */
export async function acceptedOfOtherKinds(
  run: Run,
  one: Described,
  args: Arguments,
  control: Exchange | null,
  results: ReadonlyMap<DefectRow, RefusedRow>,
): Promise<readonly (readonly [DefectRow, RefusedRow])[]> {
  const isRefused = ({ facts }: RefusedRow) => facts.every(({ kind }) => kind === "held");
  const rows = [...results].filter(([{ family }, found]) => ofOtherKinds.test(family) && isRefused(found));
  const kinds = rows.length === 0 ? null : await ifConclusive(otherKindsOf(run, one, args));
  const granted = (exchange: Exchange) => isGranted(one.row, exchange);
  const accepted: (readonly [DefectRow, RefusedRow])[] = [];
  for (const [row, found] of rows) {
    for (const { path, body, kind } of kinds ?? []) {
      const [defect] = row.defects;
      // Where the specification leaves it open, nothing is held against a server.
      if (defect === undefined || defect.rule === null) continue;
      const { alteration } = defect;
      const rule = { ...defect.rule, granted };
      const description = `${alteration.description}, of an item with ${kind},`;
      const ofKind = { ...defect, alteration: { ...alteration, description } };
      const its = { path, query: args.query, isLive: args.isLive };
      const altered = await ifConclusive(sendDefect(run, one, its, ofKind, body));
      if (altered === null || !succeeded(altered) || !granted(altered)) continue;
      const fact = judgeRefusal({ before: control, altered, after: control }, rule);
      accepted.push([
        row,
        { ...found, exchanges: [...found.exchanges, altered], facts: [...found.facts, fact] },
      ]);
      break;
    }
  }
  return accepted;
}
