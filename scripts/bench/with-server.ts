import { fork } from "node:child_process";
import { once } from "node:events";
import { type Program, programFile } from "./programs.ts";

/**
 * Runs work with a server of this folder in a separate process.
 *
 * @param program - Its source, which sends the port to its parent and ends when that is gone.
 * @param options - What it gets as its only argument, as JSON.
 * @param work - Gets the base URL, and the server, which may answer messages.
 */
export async function withServer<T>(
  program: Program,
  options: object,
  work: (baseUrl: string, server: ReturnType<typeof fork>) => Promise<T>,
): Promise<T> {
  // Without flags: those of this process, which load its sources, would be inherited.
  const server = fork(programFile(program), [JSON.stringify(options)], {
    execArgv: [],
  });
  try {
    const [port] = (await once(server, "message")) as [number];
    return await work(`http://127.0.0.1:${port}`, server);
  } finally {
    server.disconnect();
  }
}
