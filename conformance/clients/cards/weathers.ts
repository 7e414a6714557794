/** Weather that rests on what cards and their limits are. */
import { isObject } from "../../base/shape.ts";
import { cardsOf } from "../../sandbox/cards/index.ts";
import type { RequestContext } from "../../sandbox/seams.ts";
import { jsonOf } from "../view.ts";
import type { Weather } from "../weather.ts";
import { atWrite } from "../weathers/points.ts";
import { amounts } from "./rules.ts";

/** Changes a limit of the card that the request does not name, as another client of the same partner may. */
function changeAnother({ request: { path, body }, state }: RequestContext): null {
  const card = cardsOf(state).find(({ id }) => path.split("/").includes(id));
  const sent = jsonOf({ body });
  const other = amounts.find((name) => isObject(sent) && !Object.hasOwn(sent, name));
  if (card !== undefined && other !== undefined) {
    const limits: Readonly<Record<string, unknown>> = card.limits;
    Object.assign(card, { limits: { ...limits, [other]: Number(limits[other] ?? 0) + 1 } });
  }
  return null;
}

const digits = [(all: string) => `00${all}`, (all: string) => all.repeat(4), (all: string) => all.slice(2)];

/** The id of a card in another form: with zeros in front, very many digits or few, by its place in the list. */
export function oddId(id: string, index: number): string {
  return id.replace(/[0-9]+/, digits[index % digits.length] ?? String);
}

/** Other numbers of digits in ids, zeros in front of them, accounts and names of which nothing is left, all alike. */
function makeOdd({ state }: RequestContext): null {
  for (const [index, card] of cardsOf(state).entries())
    Object.assign(card, { id: oddId(card.id, index), availableBalance: 0, nickname: "", last4: "0000" });
  return null;
}

/** The kinds. */
export const cardWeathers: readonly Weather[] = [
  {
    id: "odd-items",
    title:
      "Ids have few digits, very many, or zeros in front; balances are 0, nicknames empty, and last digits the same.",
    lawful:
      "An id is CRD and digits, and no number of them is shown; nor are bounds of a balance. Nothing but the id tells two cards apart (Card).",
    may: "keep each id as the text that it is",
    mustNot: "change an id, or leave a card out (client.list.complete)",
    steps: [{ name: "odd items", at: () => true, times: 1, before: makeOdd }],
  },
  {
    id: "neighbour-writes",
    title: "Just before the write, somebody else changes another limit of the same card.",
    lawful: "A card is nobody's alone: a PATCH holds the limits to change, and all others stay (RFC 7396).",
    may: "read the card before, or not",
    mustNot: "write back the limits that it had read (client.patch.only-asked)",
    steps: [
      { name: "another limit was changed by somebody else", at: atWrite, times: 1, before: changeAnother },
    ],
  },
];
