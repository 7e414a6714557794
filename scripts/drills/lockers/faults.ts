/**
 * Judges the sandbox of the Locker API in this process, as it is and with some of the faults that its description
 * has; JSON on standard output. It runs in the copy of the repository that has that description.
 *
 *     tsx scripts/drills/lockers/faults.ts COUNT     with about that many faults, spread over all
 */
import { type Fault, faults } from "../../../conformance/sandbox/faults.ts";
import { proofRun } from "../../../conformance/selftest/in-memory.ts";
import { idsWith, noticedIn } from "../../../conformance/selftest/verdicts.ts";

const step = Math.max(1, Math.floor(faults.length / Number(process.argv[2])));

/** The checks that should notice a fault, and don't, in a run of those that are selected; the first one tells it. */
async function unseenBy({ seams, caughtBy }: Fault, select: (id: string) => boolean): Promise<string[]> {
  const run = await proofRun({ sandbox: { faults: [seams] }, select: ({ id }) => select(id) });
  const noticed = noticedIn(run).filter((id) => id !== caughtBy[0] || idsWith(run, "failed").includes(id));
  return caughtBy.filter((id) => !noticed.includes(id));
}

const conforming = await proofRun();
const outcomes = [];
for (const fault of faults.filter((_, index) => index % step === 0)) {
  const alone = await unseenBy(fault, (id) => fault.caughtBy.includes(id));
  // Some checks only look at what others have sent, so that all have to run.
  outcomes.push({ name: fault.name, unseenBy: alone.length === 0 ? [] : await unseenBy(fault, () => true) });
}
console.log(
  JSON.stringify({
    failed: idsWith(conforming, "failed"),
    inconclusive: idsWith(conforming, "inconclusive"),
    incomplete: conforming.end.incomplete,
    outcomes,
  }),
);
