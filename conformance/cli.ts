#!/usr/bin/env node
/** The command of the package. What can be said at once loads nothing else, so that it takes as long as Node does. */
import { writeSync } from "node:fs";
import { toldAtOnce } from "./cli/overview.ts";

const args = process.argv.slice(2);
const told = toldAtOnce(args);

if (told !== null && isWritten(told)) process.exitCode = args.length === 0 ? 2 : 0;
else void import("./cli/process.ts").then(({ runProcess }) => runProcess());

/** Writes to standard output. Where it is closed or full, the command itself says so. */
function isWritten(text: string): boolean {
  try {
    return writeSync(1, text) > 0;
  } catch {
    return false;
  }
}
