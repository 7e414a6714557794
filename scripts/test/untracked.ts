/**
 * Tests without what node:test keeps of every promise: it follows each from its making to its end, only to tell from
 * which test an error came that nobody caught. A run in memory makes promises by the million.
 */
import type { AsyncHook } from "node:async_hooks";
import { createRequire } from "node:module";

const hooks = createRequire(import.meta.url)("node:async_hooks") as typeof import("node:async_hooks");

/**
 * Loads test files, and then ends what the runner began for them in this process. While they load, it has to know in
 * which suite a test stands. An error that nobody catches still fails the file, with its stack, though no test of it.
 *
 * @param load - Imports the files, at once: node:test may not have been loaded before.
 */
export async function untracked(load: () => Promise<unknown>): Promise<void> {
  const { createHook } = hooks;
  const enabled: AsyncHook[] = [];
  hooks.createHook = (callbacks) => {
    const hook = createHook(callbacks);
    enabled.push(hook);
    return hook;
  };
  try {
    await load();
  } finally {
    hooks.createHook = createHook;
    for (const hook of enabled) hook.disable();
  }
}
