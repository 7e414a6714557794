/** Runs at most `size` tasks at the same time: urgent ones first, others in order of arrival. */
export function createGate(size: number): <T>(task: () => Promise<T>, urgent?: boolean) => Promise<T> {
  let free = size;
  const waiting: (() => void)[] = [];
  return async (task, urgent = false) => {
    if (free === 0) await new Promise<void>((resolve) => waiting[urgent ? "unshift" : "push"](resolve));
    else free -= 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
