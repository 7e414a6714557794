import type { Matcher, Span } from "./matcher.ts";
import { unescapings } from "./unescape.ts";

/** What stands in the place of a secret. */
export const mark = "[redacted]";

/**
 * Replaces every secret that a matcher knows, however many of its characters are escaped.
 *
 * @param text - Any text; a secret that its end cuts off is replaced as well.
 * @param matcher - Knows the secrets by their forms, see `formsOf`.
 */
export function maskSecrets(text: string, matcher: Matcher): string {
  const spans: Span[] = matcher.spans(text);
  for (const view of unescapings(text)) {
    for (const { start, end } of matcher.spans(view.text)) {
      spans.push({ start: view.offsets[start] ?? 0, end: view.offsets[end] ?? text.length });
    }
  }
  return replaceSpans(text, spans);
}

/** Replaces the spans, which may overlap and come in any order. */
function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const ordered = [...spans].sort((a, b) => a.start - b.start);
  let result = "";
  let done = 0;
  let marked = false;
  for (const { start, end } of ordered) {
    if (end <= done) continue;
    if (start > done || !marked) {
      result += text.slice(done, start) + mark;
      marked = true;
    }
    done = end;
  }
  return result + text.slice(done);
}
