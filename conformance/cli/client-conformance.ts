/** `partner-card client-conformance`: judges a client by what it sends to the sandbox. */
import { setImmediate } from "node:timers/promises";
import type { RunLogEvent } from "../base/events.ts";
import { openReports } from "../report/write.ts";
import { driveClient } from "./client-drive.ts";
import { type ClientCall, clientFlags, clientHelp, flagsFit, readClientSettings } from "./client-flags.ts";
import { clientListText } from "./client-list.ts";
import { watchClient } from "./client-watch.ts";
import { defineCommand } from "./command.ts";
import { printReport } from "./print-report.ts";
import { throwFault } from "./process-end.ts";

/** The command. */
export const clientConformanceCommand = defineCommand({
  help: clientHelp,
  flags: clientFlags,
  startsCommand: true,
  run: async ({ given, command: [program, ...args] }, world) => {
    const settings = readClientSettings(given);
    const { values, profile } = settings;
    if (values.list) return clientListText();
    flagsFit(given, program !== undefined);
    const reports = openReports(values.report, world.stdout);
    const interrupt = world.onInterrupt();
    const { signal } = interrupt;
    const { only, skip, basis = "derived", strict } = values;
    const log: ClientCall["log"] = {
      strict,
      shown: { only, skip, basis, strict },
      onEvent: (event: RunLogEvent) => reports.write(event),
    };
    try {
      const expectations = { pinned: profile.answers, knownFailures: profile.knownFailures };
      const call: ClientCall = { settings, world, signal, log, expectations };
      const judged = program === undefined ? watchClient(call) : driveClient(call, [program, ...args]);
      const end = await judged.finally(() => reports.close());
      const all = reports.log();
      const out = reports.usesStdout ? world.stderr : world.stdout;
      if (all !== null) printReport(all, out, world.environment, values);
      // A closed output reports its error a moment after the last write.
      await setImmediate();
      throwFault(signal);
      return end.exitCode;
    } finally {
      interrupt.release();
    }
  },
});
