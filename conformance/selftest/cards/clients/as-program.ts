/**
 * Our client as a program that the real command can start: whole, or with the step swapped that a broken client of this
 * name has swapped.
 */
import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { systemDeps } from "../../../../src/core/deps.ts";
import { brokenClients } from "./broken.ts";
import { ourClient, type Swap } from "./ours.ts";

const { env, argv } = process;

function variable(name: string): string {
  const value = env[`PARTNER_CARD_${name}`];
  if (value === undefined) throw new Error(`PARTNER_CARD_${name} is not set`);
  return value;
}

function swapNamed(name: string | undefined): Swap {
  if (name === undefined) return {};
  const found = brokenClients.find((one) => one.name === name);
  if (found === undefined) throw new RangeError(`there is no broken client "${name}"`);
  return found.swap;
}

const swap = swapNamed(argv[2]);
const base = variable("BASE_URL");
// Who waits for an answer that never comes need not wait long.
const hasty: Swap = { ...swap, options: { ...swap.options, timeouts: { attemptMs: 3000 } } };
const { output } = await ourClient(hasty)(systemDeps)({
  scenario: variable("SCENARIO"),
  task: JSON.parse(variable("TASK")) as Readonly<Record<string, unknown>>,
  clientId: variable("CLIENT_ID"),
  clientSecret: variable("CLIENT_SECRET"),
  signingKey: createPrivateKey(readFileSync(variable("SIGNING_KEY"))),
  weather: {},
  fetch: (request) => {
    const { pathname, search } = new URL(request.url);
    return fetch(new Request(`${base}${pathname}${search}`, request), { redirect: "manual" });
  },
});
// All of it, before the requests that nobody waits for any more are given up.
process.stdout.write(output, () => process.exit(0));
