/** A mistake in flags, environment, files or profile: one line, exit code 2. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}
