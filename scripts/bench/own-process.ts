/**
 * Contestants and servers in processes of their own. In one process they slow each other down: what the engine has compiled for
 * one of them is thrown away when the next one uses the same functions of Node in another way.
 */
import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { type Program, programFile } from "./programs.ts";

/** A process that takes a turn whenever it is asked. */
export interface OwnProcess {
  /**
   * Lets it take a turn, and returns what that took.
   *
   * @param size - How much to do, in units of the program.
   * @throws Error if the process ends meanwhile.
   */
  turn(size: number): Promise<number>;
  /** Ends it; resolves once it has ended. */
  end(): Promise<unknown>;
}

/**
 * Starts a program with flags of its own: those of this process, which load its sources, would be inherited.
 *
 * @param options - What it gets as its only argument, as JSON.
 */
export function forked(program: Program, options: object, flags: readonly string[] = []): ChildProcess {
  return fork(programFile(program), [JSON.stringify(options)], { execArgv: [...flags] });
}

/**
 * Starts a program that calls {@link takeTurns}.
 *
 * @param program - Its source in this folder.
 * @param options - What it gets as its only argument, as JSON.
 * @param flags - Further flags of Node.
 */
export function startOwn(program: Program, options: object, flags?: readonly string[]): OwnProcess {
  const child = forked(program, options, flags);
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`${program} ended with ${code}: ${JSON.stringify(options)}`);
  });
  ended.catch(() => undefined);
  return {
    turn: async (size) => {
      const answer = once(child, "message");
      child.send(size);
      const [figure] = await Promise.race([answer, ended]);
      return figure as number;
    },
    end: async () => {
      child.disconnect();
      await ended.catch(() => undefined);
    },
  };
}

/**
 * Runs a program to its end, and returns the JSON that it prints.
 *
 * @throws Error if it fails; its message has already been written to standard error.
 */
export function runOwn<T>(program: Program, options: object, flags: readonly string[] = []): T {
  const args = [...flags, programFile(program), JSON.stringify(options)];
  const { stdout, status } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${JSON.stringify(options)}`);
  return JSON.parse(stdout) as T;
}

/** Runs work with a server of constant pages, which sends its port to its parent, and ends when that is gone. */
export async function withPages<T>(options: object, work: (baseUrl: string) => Promise<T>): Promise<T> {
  const server = forked("pages-server", options);
  try {
    const [port] = (await once(server, "message")) as [number];
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    server.disconnect();
  }
}

/** The options that this process was started with. */
export function ownOptions<T>(): T {
  return JSON.parse(process.argv[2] ?? "null") as T;
}

/** Takes a turn whenever the parent asks, until the parent is gone. */
export function takeTurns(turn: (size: number) => number | Promise<number>): void {
  process.on("message", async (size: number) => process.send?.(await turn(size)));
  process.on("disconnect", () => process.exit());
}
