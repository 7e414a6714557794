/** What was paid with the cards of the second API, the same with each. */
import type { Flaw } from "./flaws.ts";

/** The hours of payments: of some, the day is another one by a clock further east or west. */
const hours = ["00:20", "09:00", "12:30", "23:40"];

/** The day of a moment by the clock of a place so many hours east of Greenwich. */
const dayOf = (moment: string, hoursEast: number): string =>
  new Date(Date.parse(moment) + hoursEast * 3_600_000).toISOString().slice(0, "2026-01-01".length);

/** Keeps nine payments, each in one of two states, on one of four days and with up to two marks. */
export function createPayments(flaw: Flaw | undefined) {
  const payments = Array.from({ length: 9 }, (_, index) => ({
    id: `PAY${index}`,
    state: index % 3 === 0 ? "declined" : "settled",
    day: 1 + (index % 4),
    paidAt: `${flaw === "payments.years-ahead" ? 2030 : 2025}-03-0${1 + (index % 4)}T${hours[index % hours.length]}:00Z`,
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
      const [from, to] = [query.get("paidFrom"), query.get("paidTo")];
      const hoursEast =
        flaw === "payments.days-of-the-place" ? 1 : flaw === "payments.days-of-the-west" ? -1 : 0;
      const isOfAll = flaw === "payments.of-all" && state !== null;
      const asked = payments.filter((one) => {
        const isInState = state === null || isForgotten || one.state === state;
        const paidOn = dayOf(one.paidAt, hoursEast);
        if ((from !== null && paidOn < from) || (to !== null && paidOn > to)) return false;
        const isOfDay = day === null || flaw === "payments.any-day" || String(one.day) === day;
        if (marks !== null && !marks.some((mark) => one.marks.includes(mark))) return false;
        return isEither ? isInState || isOfDay : isInState && isOfDay;
      });
      if (flaw !== "payments.as-they-are")
        asked.sort((one, other) => Date.parse(other.paidAt) - Date.parse(one.paidAt));
      return asked.map((one, index) => ({ ...one, cardId: isOfAll && index === 0 ? "CRD3" : card }));
    },
  };
}
