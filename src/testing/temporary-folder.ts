import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";

/**
 * A folder that is removed after a test, or after the tests of a file or suite.
 *
 * @param test - Whose end is waited for; those of the file or suite where it is called, outside of tests and hooks.
 */
export function temporaryFolder(test: { after(remove: () => void): void } = { after }): string {
  const folder = mkdtempSync(join(tmpdir(), "partner-card-test-"));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
