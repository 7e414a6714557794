/** Checks of reads by what they have shown before and after writes. */
import type { Exchange } from "../../wire/exchange.ts";
import { type Check, prepare } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { acceptanceOf } from "./acceptance.ts";
import { writersOf } from "./followed-writes.ts";
import { type Described, operationCheck, type Row } from "./operation.ts";
import { withOperation } from "./with-operation.ts";

/** What differs between them. */
interface FollowedCheck {
  readonly family: string;
  readonly title: string;
  readonly judge: (one: Described, log: readonly Exchange[]) => Fact;
  /** Tells which writes it looks at; all that change something by default. */
  readonly isOf?: (row: Row) => boolean;
}

/** The check of a read over a whole log, once all is written that changes what it shows; none where nothing does. */
export function followedCheck(
  one: Described,
  { family, title, judge, isOf = () => true }: FollowedCheck,
): Check[] {
  const writers = writersOf(one)
    .filter(isOf)
    .map((row) => ({ row, description: one.description }));
  if (writers.length === 0) return [];
  return operationCheck(one, {
    ...{ family, title, access: "write", stage: "log" },
    run: async (run) => {
      for (const writer of writers)
        await prepare(run, () => withOperation(run, writer, (args) => acceptanceOf(run, writer, args)));
      return [judge(one, run.probe.session.exchanges)];
    },
  });
}
