const base64Alphabet = /^[A-Za-z0-9+/_-]{40,}={0,2}$/;

/** Base64 and base64url without the characters that hold bits of a neighbour, `before` bytes into a group. */
function base64Forms(bytes: Buffer, before: 0 | 1 | 2): string[] {
  const shifted = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
  const whole = shifted.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  return [whole, whole.replaceAll("+", "-").replaceAll("/", "_")];
}

function byteForms(bytes: Buffer): string[] {
  const hex = bytes.toString("hex");
  return [
    hex,
    hex.toUpperCase(),
    ...base64Forms(bytes, 0),
    ...base64Forms(bytes, 1),
    ...base64Forms(bytes, 2),
  ];
}

/**
 * The texts by which a secret is recognised: itself, hex, and base64 wherever it may stand in a longer text
 * that is encoded as a whole. Percent, JSON and HTML escapes are not among them; these are resolved in the
 * text that is searched. A secret of several lines, such as a PEM key, is known by each of its long lines
 * too, and one that is itself base64, such as a signature, by the bytes that it stands for.
 */
export function formsOf(secret: string): ReadonlySet<string> {
  const plain = secret.trim();
  const bytes = Buffer.from(plain, "utf8");
  const asBytes = bytes.toString("latin1");
  const forms = new Set([plain, asBytes, asBytes.replaceAll(" ", "+"), ...byteForms(bytes)]);
  if (base64Alphabet.test(plain)) {
    const unpadded = plain.replace(/=+$/, "");
    forms.add(unpadded);
    forms.add(unpadded.replaceAll("+", "-").replaceAll("/", "_"));
    for (const form of byteForms(Buffer.from(unpadded, "base64"))) forms.add(form);
  }
  const lines = plain.split(/\s*\n\s*/);
  if (lines.length > 1) {
    const long = lines.filter((line) => line.length >= 32 && !line.startsWith("-----"));
    for (const line of [...long, long.join("")]) {
      for (const form of [line, ...byteForms(Buffer.from(line, "utf8"))]) forms.add(form);
    }
  }
  return forms;
}
