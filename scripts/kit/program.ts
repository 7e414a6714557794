import { fileURLToPath } from "node:url";

/**
 * Runs a script if it is the program that was started, not if it is imported. An error is printed as one
 * message on standard error.
 *
 * @param url - `import.meta.url` of the script.
 * @param main - The work of the script; its return value is the exit code, by default 0.
 * @param failed - Exit code after an error.
 */
export async function runIfStarted(url: string, main: () => unknown, failed = 1): Promise<void> {
  if (process.argv[1] !== fileURLToPath(url)) return;
  try {
    const code = await main();
    process.exitCode = typeof code === "number" ? code : 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = failed;
  }
}
