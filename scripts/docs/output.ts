/**
 * A pattern for output that a text shows.
 *
 * @param output - One or more lines; … stands for anything within a line.
 */
export function outputPattern(output: string): RegExp {
  const literal = output.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(literal.replaceAll("…", ".*"));
}
