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
    Object.assign(card, { limits: { ...card.limits, [other]: (card.limits[other] ?? 0) + 1 } });
  }
  return null;
}

/** The kinds. */
export const cardWeathers: readonly Weather[] = [
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
