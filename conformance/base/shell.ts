/** Words for a POSIX shell. */

/** A word as a POSIX shell reads it back, quoted if needed. */
export function quote(given: string): string {
  return /^[A-Za-z0-9_./:@%+=,-]+$/.test(given) ? given : `'${given.replaceAll("'", `'\\''`)}'`;
}

/** A format for printf that prints exactly these bytes, in quotes: none of them is lost in a shell or on paper. */
export function printfFormat(bytes: Uint8Array): string {
  const format = [...bytes].map((byte) => {
    const character = String.fromCharCode(byte);
    if (character === "%") return "%%";
    return /[\x20-\x7e]/.test(character) && !/['\\]/.test(character)
      ? character
      : `\\${byte.toString(8).padStart(3, "0")}`;
  });
  return `'${format.join("")}'`;
}
