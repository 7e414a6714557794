/**
 * A pattern that matches output shown in a text.
 *
 * @param output - One or more lines; … matches anything within a line.
 */
export function outputPattern(output: string): RegExp {
  const literal = output.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(literal.replaceAll("…", ".*"));
}
