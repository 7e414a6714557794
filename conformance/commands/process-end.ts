/** Whatever can end the process from outside, as one signal: the run then stops, and puts limits back. */
import { messageOf, RunEnded } from "../run-ended.ts";

/** The part of a process that is watched. */
export type WatchedProcess = Pick<NodeJS.Process, "on" | "off" | "exit" | "stdout" | "stderr">;

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const faults = ["uncaughtException", "unhandledRejection"] as const;

/**
 * Aborts its signal, with a {@link RunEnded} as the reason, on SIGINT, SIGTERM, SIGHUP, an error of standard
 * output or standard error (a closed pipe, a full disk), an uncaught exception and an unhandled rejection. A
 * second signal of the system ends the process at once.
 *
 * `release` ends that for signals and exceptions. Errors of the two streams are taken for good, since they may
 * come late, and would end the process in their own way.
 */
export function watchProcess(process: WatchedProcess): {
  readonly signal: AbortSignal;
  release(): void;
} {
  const controller = new AbortController();
  const end = (message: string, exitCode: 3 | 4, cause?: unknown) =>
    controller.abort(new RunEnded(message, exitCode, { cause }));
  let told = false;
  const onSignal = (name: NodeJS.Signals) => {
    if (told) process.exit(130);
    told = true;
    end(`the run was ended by ${name}`, 3);
  };
  const onFault = (error: unknown) => end(`the suite itself failed: ${messageOf(error)}`, 4, error);
  for (const name of signals) process.on(name, onSignal);
  for (const name of faults) process.on(name, onFault);
  for (const [stream, words] of [
    [process.stdout, "standard output"],
    [process.stderr, "standard error"],
  ] as const) {
    stream.on("error", (error) => end(`${words} can't be written: ${messageOf(error)}`, 3, error));
  }
  return {
    signal: controller.signal,
    release: () => {
      for (const name of signals) process.off(name, onSignal);
      for (const name of faults) process.off(name, onFault);
    },
  };
}
