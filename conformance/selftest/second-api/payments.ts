/** What was paid with the cards of the second API, the same with each. */
import type { Flaw } from "./flaws.ts";

/** Keeps nine payments, each in one of two states, on one of four days and with up to two marks. */
export function createPayments(flaw: Flaw | undefined) {
  const payments = Array.from({ length: 9 }, (_, index) => ({
    id: `PAY${index}`,
    state: index % 3 === 0 ? "declined" : "settled",
    day: 1 + (index % 4),
    marks: [["online"], ["refund"], ["online", "refund"], []][index % 4] ?? [],
  }));
  return {
    /** Those of a card that a query asks for. */
    list(card: string, query: URLSearchParams) {
      const [state, day] = [query.get("state"), query.get("day")];
      const all = query.get("marks")?.split(",") ?? null;
      const marks = flaw === "payments.first-mark" ? (all?.slice(0, 1) ?? null) : all;
      const isForgotten = flaw === "payments.filtered-once" && query.has("after");
      const isEither = flaw === "payments.either" && state !== null && day !== null;
      const isOfAll = flaw === "payments.of-all" && state !== null;
      const asked = payments.filter((one) => {
        const isInState = state === null || isForgotten || one.state === state;
        const isOfDay = day === null || flaw === "payments.any-day" || String(one.day) === day;
        if (marks !== null && !marks.some((mark) => one.marks.includes(mark))) return false;
        return isEither ? isInState || isOfDay : isInState && isOfDay;
      });
      return asked.map((one, index) => ({ ...one, cardId: isOfAll && index === 0 ? "CRD3" : card }));
    },
  };
}
