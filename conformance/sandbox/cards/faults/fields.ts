/** Faults of the fields of a card that show more than one field with one wrong value, always. */
import { convert, remove, rename, set } from "../../faults/changes.ts";
import { breaks, catalogue, type Fault, faultsWhen } from "../../faults/fault.ts";
import { everyFifth, fromThirdPage, only, type When } from "../../faults/when.ts";

const fault = faultsWhen(only("listCards"));

/** A request for a page of one card. */
const ofOne: When = ({ request }) => request.query.get("limit") === "1";

/** Faults of the fields of a card. */
export const cardFieldFaults: readonly Fault[] = catalogue(
  breaks("card.complete"),
  fault("card.approval-based-missing", "leaves out approvalBased where limits are served", {
    edits: remove("/cards/*/limits/approvalBased"),
  }),
  fault("card.full-name-renamed", "calls fullName full_name", {
    edits: rename("/cards/*/cardHolder/fullName", "full_name"),
  }),
  breaks("card.available-balance"),
  fault("card.balance-sometimes-string", "sends availableBalance as a string in every fifth response", {
    when: everyFifth,
    edits: set("/cards/*/availableBalance", "0"),
    // Where the fifth response is that of a recorded request.
    mayFail: ["exchange.list-cards.200", "exchange.list-cards.200-next"],
  }),
  breaks("card.complete"),
  fault("card.nickname-missing-later", "leaves out nickname from the third page on", {
    when: fromThirdPage,
    edits: remove("/cards/*/nickname"),
  }),
  breaks("card.last4"),
  fault("card.last4-short-later", "sends three digits as last4 from the third page on", {
    when: fromThirdPage,
    edits: set("/cards/*/last4", "424"),
  }),
  breaks("card.limits.atm"),
  fault("card.atm-null-later", "sends limits.atm as null from the third page on", {
    when: fromThirdPage,
    edits: set("/cards/*/limits/atm", null),
  }),
  breaks("card.identity"),
  fault("card.other-last4-on-short-pages", "shows other digits as last4 in pages of one card", {
    when: ofOne,
    edits: convert("/cards/*/last4", (digits) =>
      String(digits).replace(/^./, (first) => (first === "0" ? "1" : "0")),
    ),
  }),
  fault("card.other-holder-on-short-pages", "shows another holder in pages of one card", {
    when: ofOne,
    edits: convert("/cards/*/cardHolder/id", (id) => `${id}0`),
  }),
);
