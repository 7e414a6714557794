/** What is refused because there is such a thing already is created once where two ask for it at the same time. */
import { isDeepStrictEqual } from "node:util";
import { bodySent, type Exchange } from "../../wire/exchange.ts";
import { inapplicable, missing, type Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { acceptedBodies } from "./acceptance.ts";
import type { Arguments } from "./arguments.ts";
import { type Described, idOf, nameOf } from "./operation.ts";
import { judgeRaces, raceUntilTold } from "./races.ts";
import { send } from "./send.ts";
import { uniqueValuesOf, withUniqueValues } from "./unique-values.ts";

/** Creates the same twice, one after the other and then at the same time, each time with values of its own. */
export async function judgeCreatedOnce(
  run: Run,
  one: Described,
  args: Arguments,
  family: string,
): Promise<readonly Fact[]> {
  const { known } = uniqueValuesOf(run, one);
  const [sample] = await acceptedBodies(run, one, args);
  if (known === null || known.pointers.length === 0 || sample === undefined)
    return [inapplicable("it may be created again and again")];
  const purpose = idOf(family, one);
  const create = (body: unknown) => send(run, one, args, { purpose, body, isAsItIs: true });
  /** The one that was refused, after as many as there can be. */
  let conflict: readonly [second: Exchange, first: Exchange] | null = null;
  for (let time = 0; time < timesAlone; time += 1) {
    const first = await send(run, one, args, { purpose, body: sample });
    const second = await create(bodySent(first));
    if (first.response?.status !== 201)
      return [
        missing(
          "it was not accepted",
          [second, first].map(({ id }) => id),
        ),
      ];
    if (second.response?.status !== 409) return [inapplicable("it may be created again and again")];
    conflict = [second, first];
  }
  if (conflict === null) return [];
  const race = async (): Promise<readonly Exchange[]> => {
    const body = withUniqueValues(one, known, sample);
    return Promise.all([create(body), create(body)]);
  };
  const races = await raceUntilTold(race, areTwo);
  return judgeRaces(races, conflict, `${nameOf(one.row)} creates the same thing twice`);
}

/** How often it is created alone before: of places with room for several, one may have had room for one more. */
const timesAlone = 2;

/** True for answers that show two things: requests that are joined are answered with one. */
const areTwo = ([one, two]: readonly Exchange[]) =>
  one?.response?.json !== undefined && !isDeepStrictEqual(one.response.json, two?.response?.json);
