/** A number of seconds as people say it, in the largest unit that fits: "5 minutes", "24 hours", "90 seconds". */
export function inWords(seconds: number): string {
  const [size, unit] = units.find(([one]) => seconds % one === 0) ?? [1, "second"];
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

const units = [
  [3600, "hour"],
  [60, "minute"],
] as const;
