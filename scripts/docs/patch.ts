/**
 * Adds line numbers to the hunks of a patch, which a text for people leaves out: a hunk begins with a bare
 * `@@`, and its position is where its old lines are found.
 *
 * @param patch - Unified diff without line numbers.
 * @param read - Content of a file by its name.
 * @throws Error if the old lines of a hunk are not found, or found in more than one place.
 */
export function placeHunks(patch: string, read: (name: string) => string): string {
  return patch
    .split(/(?=^--- a\/)/m)
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const [header = "", ...hunks] = part.split(/^@@\n/m);
      const name = /^--- a\/(.+)$/m.exec(header)?.[1] ?? "";
      const lines = read(name).split("\n");
      let shift = 0;
      const placed = hunks.map((hunk) => {
        const body = hunk.replace(/\n$/, "").split("\n");
        const before = body.filter((line) => !line.startsWith("+")).map((line) => line.slice(1));
        const added = body.filter((line) => !line.startsWith("-")).length;
        const at = onlyPlace(lines, before, name);
        const head = `@@ -${at + 1},${before.length} +${at + 1 + shift},${added} @@\n`;
        shift += added - before.length;
        return `${head}${body.join("\n")}\n`;
      });
      return header + placed.join("");
    })
    .join("");
}

function onlyPlace(lines: readonly string[], wanted: readonly string[], name: string): number {
  const places = lines.flatMap((_, at) =>
    wanted.every((line, index) => lines[at + index] === line) ? [at] : [],
  );
  const [place] = places;
  if (place === undefined || places.length > 1) {
    throw new Error(`${name} holds these lines ${places.length} times, not once:\n${wanted.join("\n")}`);
  }
  return place;
}
