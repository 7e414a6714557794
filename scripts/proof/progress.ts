/** Counts what is done on one line of standard error, if somebody is looking. */
export function progress(all: number): { step(): void; end(): void } {
  const { stderr } = process;
  let done = 0;
  return {
    step: () => {
      done += 1;
      if (stderr.isTTY) stderr.write(`\r${done} of ${all}`);
    },
    end: () => {
      if (stderr.isTTY) stderr.write("\n");
    },
  };
}
