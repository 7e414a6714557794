/**
 * The id of the check that looks at fields for a rule: that of the rule itself. A question that has been settled has a
 * check of this name already, which asks it.
 *
 * @param rule - Id of the requirement that the description gives to a field.
 */
export function fieldCheckId(rule: string): string {
  return rule.startsWith("gap.") ? `field.${rule}` : rule;
}
