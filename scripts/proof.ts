/**
 * `npm run proof`: puts the suite to the test with servers whose faults are known, and with conforming ones.
 *
 *     npm run proof                                    every fault that is listed and all pairs of choices, written
 *                                                      to conformance/selftest/matrix.json (the tests fail when
 *                                                      that file is stale), then every conforming server
 *                                                      then the judge of clients, with broken and lawful ones
 *                                                      and then the tests that else judge a part of their list
 *     npm run proof -- --clients                       that alone, written to
 *                                                      conformance/selftest/cards/clients/matrix.json
 *     npm run proof -- --clients --steady N            N times the same clients, and N times on a busy machine
 *     npm run proof -- --sample N [--seed S]           N faulty servers that nobody has listed
 *                                                      and, with --write, writes what share is found to
 *                                                      conformance/selftest/sample/figures.json
 *     npm run proof -- --lawful N [--seed S]           N conforming servers that nobody has listed
 *     npm run proof -- --only 'FAULT × CONDITION'      one faulty server, with all that the suite says of it
 *     npm run proof -- --only 'lawful N' [--seed S]    one conforming server of a sample
 *
 * Without --seed, a sample is a new one each time; with --thorough, the suite draws as much as it does with that flag.
 */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { thoroughCases } from "../conformance/run/options.ts";
import { runIfStarted } from "./kit/program.ts";
import { proveCatalogue } from "./proof/catalogue.ts";
import { proveClients } from "./proof/clients.ts";
import { proveLawful, proveOneLawful } from "./proof/lawful.ts";
import { proveLists } from "./proof/listed.ts";
import { proveOne, proveSample } from "./proof/sample.ts";
import { proveSteady } from "./proof/steady.ts";

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      sample: { type: "string" },
      lawful: { type: "string" },
      only: { type: "string" },
      seed: { type: "string", default: String(randomInt(1_000_000)) },
      thorough: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      clients: { type: "boolean", default: false },
      steady: { type: "string" },
    },
  });
  const { sample, lawful, only, seed } = values;
  const [, number] = /^lawful (\d+)$/.exec(only ?? "") ?? [];
  if (number !== undefined) return proveOneLawful(Number(number), seed);
  const drawn = values.thorough ? { cases: thoroughCases, thorough: true } : undefined;
  if (only !== undefined) return proveOne(only, drawn);
  if (values.clients) {
    return values.steady === undefined ? proveClients() : proveSteady(sizeOf("steady", values.steady));
  }
  if (sample === undefined && lawful === undefined) {
    const catalogue = await proveCatalogue();
    const clients = await proveClients();
    return Math.max(catalogue, clients, proveLists());
  }
  const missed =
    sample === undefined ? 0 : await proveSample(sizeOf("sample", sample), seed, drawn, values.write);
  const accused = lawful === undefined ? 0 : await proveLawful(sizeOf("lawful", lawful), seed);
  return Math.max(missed, accused);
}

function sizeOf(flag: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new RangeError(`--${flag} takes a number, not "${text}"`);
  return Number(text);
}

await runIfStarted(import.meta.url, main);
