/** Every weather on trial: the suite for servers is run against the sandbox under it, and may find nothing failed. */
import { createWatch, Withheld } from "../../../clients/watch.ts";
import type { Weather } from "../../../clients/weather.ts";
import { conformance } from "../../../run/run.ts";
import { handlerTransport } from "../../../wire/handler.ts";
import { credentials, foreignKey, publicKey, sign, signingKey, start } from "../../in-memory.ts";

/** The checks that fail a server with this weather, but for those that it names itself, in virtual time. */
export async function accusedUnder(weather: Weather): Promise<readonly string[]> {
  const { prefix = "" } = weather;
  let time = start;
  const now = () => time;
  const watch = createWatch({
    ...credentials,
    publicKey,
    scenario: weather.id,
    ids: "x",
    weather,
    now,
    pause: async (milliseconds) => {
      time += milliseconds;
    },
    hanging: async () => {
      time += 20_000;
    },
    explainSignature: () => "",
  });
  const { checks } = await conformance({
    target: {
      baseUrl: `http://sandbox.invalid${prefix}`,
      prefix,
      ...credentials,
      signingKey,
      signaturePath: "api",
      sandbox: true,
    },
    transport: handlerTransport((request) =>
      watch.fetch(request).catch((error: unknown) => {
        throw error instanceof Withheld ? Object.assign(error, { code: "ECONNRESET" }) : error;
      }),
    ),
    writes: true,
    cases: 0,
    now,
    sleep: async (milliseconds) => {
      time += milliseconds;
    },
    sign,
    foreignKey: async () => foreignKey,
    waitMs: 0,
    budgetMs: 1_000_000_000,
    concurrency: 1,
  });
  if (!watch.isOver()) return ["the weather did not come"];
  // A check of another list than the main one has the name of that list at its end.
  const looksSo = (id: string) =>
    weather.looksLike?.some((one) => id === one || id.startsWith(`${one}.`)) === true;
  return checks
    .filter(({ id, verdict }) => verdict === "broken" || (verdict === "failed" && !looksSo(id)))
    .map(({ id }) => id);
}
