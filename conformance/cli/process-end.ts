/** Anything that can end the process from outside, as one signal: a run then stops and puts everything back. */

import { messageOf, RunEnded } from "../base/run-ended.ts";
import { notify, type World } from "./command.ts";

/** The parts of a process that are watched. */
export type WatchedProcess = Pick<NodeJS.Process, "on" | "off" | "exit" | "exitCode" | "stdout" | "stderr">;

/** Throws the error that has ended a command; Ctrl-C is how some of them end, and no error. */
export function throwFault({ reason }: AbortSignal): void {
  if (reason instanceof RunEnded && "cause" in reason) throw reason;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/**
 * Milliseconds in which a repeated signal counts as the same one: a terminal and npx, or a closed terminal
 * and its shell, both send it.
 */
const echoMs = 1000;

/**
 * Watches a process until it ends. Its signal is aborted, with a {@link RunEnded} as the reason, on SIGINT,
 * SIGTERM, SIGHUP, an error of standard output or standard error (a closed pipe, a full disk), an uncaught
 * exception and an unhandled rejection. While no signal is requested, a fault ends the process with 4, and a
 * reader that closes standard output early (head) is treated as success.
 *
 * @param redacted - Removes the secrets of the environment.
 */
export function watchProcess(
  process: WatchedProcess,
  redacted: (text: string) => string,
): Pick<World, "onInterrupt"> {
  let current: AbortController | null = null;
  let wasWatched = false;
  const tell = (message: string) => notify(process, redacted(message));
  const leave = (message: string) => {
    tell(message);
    process.exit(4);
  };

  const onFault = (error: unknown) => {
    const message = `the suite itself failed: ${messageOf(error)}`;
    if (current === null) leave(message);
    else current.abort(new RunEnded(message, 4, { cause: error }));
  };
  for (const name of ["uncaughtException", "unhandledRejection"] as const) process.on(name, onFault);
  for (const name of ["stdout", "stderr"] as const) {
    process[name].on("error", (error: NodeJS.ErrnoException) => {
      const description = name === "stdout" ? "standard output" : "standard error";
      const message = `${description} can't be written: ${messageOf(error)}`;
      if (current !== null) current.abort(new RunEnded(message, 3, { cause: error }));
      // The last output of a run may fail after the run has ended; that is not a success.
      else if (wasWatched) process.exitCode ||= 3;
      else if (error.code === "EPIPE") process.exit(0);
      else leave(message);
    });
  }

  return {
    onInterrupt: () => {
      const controller = new AbortController();
      let firstAt: number | null = null;
      const onSignal = (name: NodeJS.Signals) => {
        if (firstAt === null) {
          firstAt = Date.now();
          controller.abort(new RunEnded(`the run was ended by ${name}`, 3));
        } else if (Date.now() - firstAt > echoMs) {
          tell(`ended at once by a second ${name}`);
          process.exit(130);
        }
      };
      for (const name of signals) process.on(name, onSignal);
      current = controller;
      wasWatched = true;
      return {
        signal: controller.signal,
        release: () => {
          for (const name of signals) process.off(name, onSignal);
          current = null;
        },
      };
    },
  };
}
