/**
 * Judges the sandbox of the Locker API in this process, as it is and with some of the faults that its description
 * has; JSON on standard output. It runs in the copy of the repository that has that description.
 *
 *     tsx scripts/drills/lockers/faults.ts COUNT     with that many faults, spread over all
 */
import { faults } from "../../../conformance/sandbox/index.ts";
import { proofRun } from "../../../conformance/selftest/in-memory.ts";

const step = Math.max(1, Math.floor(faults.length / Number(process.argv[2])));
const idsOf = ({ checks }: Awaited<ReturnType<typeof proofRun>>, verdict: string) =>
  checks.flatMap((check) => (check.verdict === verdict ? [check.id] : []));

const conforming = await proofRun();
const outcomes = [];
for (const fault of faults.filter((_, index) => index % step === 0)) {
  const failed = idsOf(await proofRun({ sandbox: { faults: [fault.seams] } }), "failed");
  outcomes.push({ name: fault.name, unseenBy: fault.caughtBy.filter((id) => !failed.includes(id)) });
}
console.log(
  JSON.stringify({
    failed: idsOf(conforming, "failed"),
    inconclusive: idsOf(conforming, "inconclusive"),
    incomplete: conforming.end.incomplete,
    outcomes,
  }),
);
