/** The proof of the judge of clients: which rule finds which broken client, and what reaches which rule. */
import { scenarios } from "../../../clients/cards/index.ts";
import { clientRules } from "../../../clients/rules.ts";
import { weathers } from "../../../clients/weathers.ts";
import type { ClientMatrix } from "../../client-matrix.ts";
import { brokenClients } from "./broken.ts";
import { lawfulClients } from "./lawful.ts";
import { accusedUnder } from "./lawful-weather.ts";
import { type Broken, ourClient } from "./ours.ts";
import { failedIn, foundIn, scenarioNamed, verdictsOn } from "./prove.ts";

/** What finds a broken client in its own scenario. */
export async function foundBy({ swap, scenario }: Broken): Promise<readonly string[]> {
  return foundIn(await verdictsOn(ourClient(swap), [scenarioNamed(scenario)]));
}

/** Makes the proof anew. */
export async function makeClientMatrix(): Promise<ClientMatrix> {
  const broken = [];
  for (const one of brokenClients) {
    const { name: client, breaks, scenario } = one;
    const everywhere = foundIn(await verdictsOn(ourClient(one.swap)));
    broken.push({ client, breaks, scenario, found: await foundBy(one), everywhere });
  }
  const lawful = [];
  for (const { name: client, clientOf } of lawfulClients) {
    const verdicts = await verdictsOn(clientOf);
    const failed = failedIn(verdicts);
    lawful.push({ client, failed, advised: foundIn(verdicts).filter((id) => !failed.includes(id)) });
  }
  const weather = [];
  for (const one of weathers) weather.push({ weather: one.id, failed: await accusedUnder(one) });
  const reached = new Map<string, string[]>(clientRules.map(({ id }) => [id, []]));
  const asProgram = { end: { code: 0, signal: null, isLate: false } } as const;
  for (const scenario of scenarios) {
    const verdicts = await verdictsOn(ourClient(asProgram), [scenario]);
    for (const [id, verdict] of verdicts) if (verdict === "passed") reached.get(id)?.push(scenario.id);
  }
  return { broken, lawful, weather, reached: Object.fromEntries(reached) };
}

/** What is wrong with a proof, one line each; empty if it holds. */
export function wrongIn({ broken, lawful, weather, reached }: ClientMatrix): readonly string[] {
  const missed = broken.flatMap(({ client, breaks, found }) => {
    if (!found.includes(breaks)) return [`${client}: not found by ${breaks}`];
    return found.length > 3 ? [`${client}: found by ${found.join(", ")}`] : [];
  });
  const accused = lawful.flatMap(({ client, failed }) =>
    failed.length === 0 ? [] : [`${client}: accused by ${failed.join(", ")}`],
  );
  const idle = clientRules.flatMap(({ id }) => [
    ...(broken.some(({ breaks }) => breaks === id) ? [] : [`${id}: no client breaks it`]),
    ...((reached[id] ?? []).length > 0 ? [] : [`${id}: no scenario reaches it`]),
  ]);
  const unlawful = weather.flatMap(({ weather: id, failed }) =>
    failed.length === 0 ? [] : [`the weather ${id} is not lawful: ${failed.join(", ")}`],
  );
  return [...missed, ...accused, ...unlawful, ...idle];
}
