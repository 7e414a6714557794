/** Faults of the list of cards that break a rule of its own. */
import { operations } from "../../../../generated/operations.ts";
import { breaks, catalogue, type Fault, faultsWhen } from "../../faults/fault.ts";
import { bareItems, sizedByDefault } from "../../faults/pages.ts";
import { only } from "../../faults/when.ts";

const fault = faultsWhen(only("listCards"));
const { items, pageSize } = operations.listCards.paginated;

/** Faults of the list of cards. */
export const readFaults: readonly Fault[] = catalogue(
  breaks("list.limit.default"),
  fault("page.default-twenty", `sends ${2 * pageSize.default} cards without a limit`, {
    page: sizedByDefault(2 * pageSize.default),
  }),
  breaks("limits.page-size", "list.limit.default"),
  fault("page.default-nine", `sends ${pageSize.default - 1} cards without a limit`, {
    page: sizedByDefault(pageSize.default - 1),
  }),
  breaks("service.cards.pages", "list.request", "page.complete"),
  fault("list.bare-array", "sends the cards as a bare array, without pages", { reply: bareItems(items) }),
);
