/** Every encoding in which a server may echo a text, for the redaction tests; not part of the package. */

/** The text in each encoding, by name. */
export function encodings(value: string): Record<string, string> {
  const bytes = Buffer.from(value);
  const everyByte = (write: (hex: string) => string) =>
    [...bytes].map((byte) => write(byte.toString(16).padStart(2, "0"))).join("");
  const units = [...Array(value.length).keys()].map((at) =>
    value.charCodeAt(at).toString(16).padStart(4, "0"),
  );
  return {
    raw: value,
    json: JSON.stringify(value).slice(1, -1),
    "json, every character": units.map((unit) => `\\u${unit}`).join(""),
    "json, upper case": units.map((unit) => `\\u${unit.toUpperCase()}`).join(""),
    "json in json": JSON.stringify(JSON.stringify(value).slice(1, -1)).slice(1, -1),
    hex: bytes.toString("hex"),
    "hex, upper case": bytes.toString("hex").toUpperCase(),
    "hex escapes": everyByte((hex) => `\\x${hex}`),
    percent: encodeURIComponent(value),
    "percent, every byte": everyByte((hex) => `%${hex}`),
    "percent, upper case": everyByte((hex) => `%${hex.toUpperCase()}`),
    "percent, twice": encodeURIComponent(encodeURIComponent(value)),
    form: new URLSearchParams({ a: value }).toString().slice(2),
    html: value.replace(/[^a-z0-9]/gi, (one) => `&#${one.charCodeAt(0)};`),
    "html, hexadecimal": value.replace(/[^a-z0-9]/gi, (one) => `&#x${one.charCodeAt(0).toString(16)};`),
    "html, named": value.replaceAll("&", "&amp;").replaceAll('"', "&quot;"),
  };
}

/** The text inside a longer one that is encoded as a whole, at each of the three base64 alignments. */
export function base64Encodings(value: string): string[] {
  return ["", "a", "ab"].flatMap((before) => {
    const bytes = Buffer.from(`${before}${value}, and more`);
    return [bytes.toString("base64"), bytes.toString("base64url")];
  });
}

/** Pieces of a secret in every encoding; finding one reveals more than eight characters of the secret. */
export function tracesOf(value: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at + 9 <= value.length; at += 5)
    pieces.push(...Object.values(encodings(value.slice(at, at + 9))));
  for (const encoded of base64Encodings(value)) {
    const inner = encoded.slice(4, encoded.length - 20);
    for (let at = 0; at + 13 <= inner.length; at += 6) pieces.push(inner.slice(at, at + 13));
  }
  return [...new Set(pieces)];
}
