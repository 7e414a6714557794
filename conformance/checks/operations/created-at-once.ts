/** What is refused because there is such a thing already is created once where two ask for it at the same time. */
import { bodySent, type Exchange } from "../../wire/exchange.ts";
import { inapplicable, missing, type Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { acceptedBodies } from "./acceptance.ts";
import type { Arguments } from "./arguments.ts";
import { type Described, idOf } from "./operation.ts";
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
  // As it is: with other values it would be another thing.
  const create = (body: unknown) =>
    send(run, one, args, { purpose, body, change: (call) => ({ ...call, body }) });
  const first = await send(run, one, args, { purpose, body: sample });
  const second = await create(bodySent(first));
  const ids = [second.id, first.id];
  if (first.response?.status !== 201) return [missing("it was not accepted", ids)];
  if (second.response?.status !== 409) return [inapplicable("it may be created again and again")];
  const both = async (): Promise<readonly Exchange[]> => {
    const body = withUniqueValues(one, known, sample);
    return Promise.all([create(body), create(body)]);
  };
  return judgeRaces(one, await raceUntilTold(both), second, ids);
}
