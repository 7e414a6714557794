/** Probes of what every operation with a token has: the token, its life and its scopes. */
import { api, operations } from "../../../generated/operations.ts";
import { parseObject } from "../../../src/core/json.ts";
import type { Draft } from "./draft.ts";
import { misspellings, misspelt } from "./misspellings.ts";
import { does, type ProbeOf, sends } from "./probe.ts";

const unknown = "a-token-that-was-never-issued-by-this-server";

/** What the description fixes to the letter is the refusal of a token that is not valid. */
const sendsInvalid = (name: string, token: (right: string) => string | null): ProbeOf =>
  does(`token ${name}`, (partner, operation) => {
    const draft = partner.draft(operation);
    return partner.send({ ...draft, authorization: (right) => `Bearer ${token(right)}` }, true);
  });

/** After some of the life of a token, in parts of expires_in. */
const afterLife = (name: string, wait: (lifeMs: number) => number): ProbeOf =>
  does(`token after ${name}`, async (partner, operation) => {
    const answer = await partner.plainly(partner.draft(api.token));
    const { access_token: token, expires_in: life } = parseObject(answer.body) ?? {};
    const draft: Draft = { ...partner.draft(operation), token: String(token) };
    partner.sandbox.clock.advance(wait(1000 * (Number(life) || 0)));
    return partner.send(draft, true);
  });

/** The probes of an operation that takes a token. */
export const accessProbes: readonly ProbeOf[] = [
  sends("no token", () => ({ authorization: () => null })),
  sends("another scheme", () => ({ authorization: (token) => `Token ${token}` })),
  sends("no scheme", () => ({ authorization: (token) => token })),
  sends("the scheme in lower case", () => ({ authorization: (token) => `bearer ${token}` })),
  sendsInvalid("never issued", () => unknown),
  sendsInvalid("never issued, and long", () => unknown.repeat(20)),
  sendsInvalid("that is a word for no value", () => "undefined"),
  sendsInvalid("behind another value", (right) => `33~${right}`),
  ...misspellings.map((way) => sendsInvalid(`misspelt: ${way}`, (right) => misspelt(way, right))),
  afterLife("six tenths of its life", (life) => 0.6 * life),
  afterLife("its life and a second", (life) => life + 1000),
  afterLife("twice its life and an hour less a second", (life) => life + 3_599_000),
  does("an older token", async (partner, operation) => {
    const draft = partner.draft(operation);
    await partner.newToken();
    return partner.send(draft, true);
  }),
  does("several new tokens", async (partner, operation) => {
    for (let sent = 0; sent < 5; sent += 1)
      await partner.send({ ...partner.draft(operation), token: await partner.newToken() });
  }),
  ...api.scopes.map((scope) =>
    does(`a token without ${scope}`, async (partner, operation) => {
      const rest = api.scopes.filter((one) => one !== scope);
      const token = await partner.newToken(rest);
      return partner.send({ ...partner.draft(operation), token });
    }),
  ),
  ...[
    ["longer names than those of scopes", api.scopes.map((scope) => `${scope}33`)] as const,
    ["one scope several times", api.scopes.map(() => api.scopes[0])] as const,
  ].map(([words, scopes]) =>
    does(`a token for ${words}`, async (partner, operation) => {
      const token = await partner.newToken(scopes);
      return partner.send({ ...partner.draft(operation), token });
    }),
  ),
  does("a token after its life, and never before", async (partner, operation) => {
    const token = await partner.newToken();
    partner.sandbox.clock.advance(86_400_001);
    return partner.send({ ...partner.draft(operation), token });
  }),
  does("the path without its version", async (partner, operation) => {
    const route = operations[operation].path.slice(api.versionPrefix.length);
    return partner.send({ ...partner.draft(operation), route });
  }),
  does("many requests", async (partner, operation) => {
    for (let sent = 0; sent < 11; sent += 1) await partner.send(partner.draft(operation));
  }),
];
