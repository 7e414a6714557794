import { fileURLToPath } from "node:url";

/**
 * Runs a script if it is the program that was started, not where it is imported. An error becomes one message on
 * standard error.
 *
 * @param url - `import.meta.url` of the script.
 * @param main - Does its work; what it returns is the exit code, 0 unless given.
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
