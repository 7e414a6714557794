/** Placeholders in the command of a client, for one that takes its settings as arguments. */

/**
 * What can stand in an argument of the command, in braces, with what it becomes. The secret is not among them: every
 * user of a machine can read the arguments of its processes.
 */
export const placeholders = {
  base: "base URL",
  "client-id": "client id",
  "signing-key": "file of the signing key",
  scenario: "name of the scenario",
  task: "task as JSON",
} as const;

/** The text for each placeholder. */
export type Filling = Readonly<Record<keyof typeof placeholders, string>>;

/** An argument with its placeholders replaced; other braces stay, since an argument may be JSON. */
export function filled(argument: string, filling: Filling): string {
  return argument.replace(/\{([a-z-]+)\}/g, (whole, name: string) =>
    Object.hasOwn(filling, name) ? filling[name as keyof Filling] : whole,
  );
}
