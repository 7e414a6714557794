/** Every kind of weather, listed by hand. */
import { ownWeathers } from "./cards/index.ts";
import { calm, type Weather } from "./weather.ts";
import { answerWeathers } from "./weathers/answers.ts";
import { halfAnswerWeathers } from "./weathers/half-answers.ts";
import { inTurnWeathers } from "./weathers/in-turn.ts";
import { listWeathers } from "./weathers/lists.ts";
import { networkWeathers } from "./weathers/network.ts";
import { outageWeathers } from "./weathers/outages.ts";
import { tokenWeathers } from "./weathers/tokens.ts";

/** All kinds, calm first. */
export const weathers: readonly Weather[] = [
  calm,
  ...outageWeathers,
  ...tokenWeathers,
  ...networkWeathers,
  ...halfAnswerWeathers,
  ...inTurnWeathers,
  ...listWeathers,
  ...answerWeathers,
  ...ownWeathers,
];

/** The weather of this name. @throws RangeError when there is none. */
export function weatherNamed(id: string): Weather {
  const found = weathers.find((weather) => weather.id === id);
  if (found === undefined) throw new RangeError(`there is no weather "${id}"`);
  return found;
}
