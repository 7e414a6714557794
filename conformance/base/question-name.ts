/** The name by which people ask about an open question: `cursor.invalid` of `gap.cursor.invalid`. */
export function questionName(gap: string): string {
  return gap.replace(/^gap\./, "");
}
