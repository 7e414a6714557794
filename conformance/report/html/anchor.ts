import { createHash } from "node:crypto";

/** The link target of a check or an exchange; each id has a different one. */
export function anchor(kind: "check" | "exchange", id: string): string {
  const safe = id.replace(/[^A-Za-z0-9.-]/g, (character) => `_${character.charCodeAt(0).toString(16)}_`);
  if (safe.length <= 150) return `${kind}-${safe}`;
  return `${kind}-${safe.slice(0, 150)}-${createHash("sha256").update(id).digest("hex").slice(0, 12)}`;
}

/** The link target of a section. */
export function sectionAnchor(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `section-${words.join("-").slice(0, 100)}`;
}
